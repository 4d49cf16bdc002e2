package io.sordino.table.release;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Part;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Aggregate;
import io.sordino.table.query.Query;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Adds the noise that a plan names to the integers of its query, selects keys, and makes estimates. */
public final class Releaser {
    private static final BigInteger NOTHING = BigInteger.ZERO;
    /** Sums of two such numbers fit a long. */
    private static final int SMALL_BITS = 62;

    private final QueryPlan plan;
    private final Query query;
    private final RandomSource random;
    private final List<GridNoise> noises = new ArrayList<>();
    private final Estimator estimator;
    /** Where the part by which keys are selected stands among the sums. */
    private final int selectorColumn;

    private Releaser(QueryPlan plan, RandomSource random) {
        this.plan = plan;
        this.random = random;
        query = plan.query();
        estimator = new Estimator(plan);
        selectorColumn = plan.layout().selector().map(this::columnOf).orElse(-1);
        for (int i = 0; i < plan.noises().size(); i++)
            noises.add(GridNoise.of(
                    plan.noises().get(i), plan.layout().parts().get(i).cells()));
    }

    /** Refuses noise that is too little for its grid, or too much. */
    public static void check(QueryPlan plan) {
        try {
            for (int i = 0; i < plan.noises().size(); i++)
                GridNoise.of(plan.noises().get(i), plan.layout().parts().get(i).cells());
        } catch (InvalidException e) {
            throw new InvalidException(
                    "the noise of this plan cannot be drawn: " + e.refusal().reason(),
                    "ask for an epsilon of another size",
                    e);
        }
    }

    private int columnOf(int part) {
        int column = 0;
        for (Part before : plan.layout().parts().subList(0, part))
            column += before instanceof Part.Scalar
                    ? 1
                    : before instanceof Part.Vector vector ? vector.rows().size() : 0;
        return column;
    }

    /** What leaves the room, from a query without strata. */
    public static Release<TableAnswer> release(QueryPlan plan, Integers integers, RandomSource random) {
        return release(plan, List.of(integers), random);
    }

    /** What leaves the room, from the integers of each stratum. */
    public static Release<TableAnswer> release(QueryPlan plan, List<Integers> strata, RandomSource random) {
        TableAnswer answer = new Releaser(plan, random).answer(strata);
        return Release.of(answer, plan.plan(), plan.relation(), Seal.OURS);
    }

    /** A key, and what each stratum has of it. */
    private record Keyed(List<Optional<Object>> key, List<Optional<Integers.Group>> strata) {}

    private TableAnswer answer(List<Integers> strata) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Keyed one : keys(strata)) {
            Optional<List<Double>> votes =
                    plan.selection().isPresent() ? Optional.of(votes(one.strata)) : Optional.empty();
            if (votes.isPresent() && !isShown(one.strata, votes.get())) continue;
            List<NoisyGroup> group = new ArrayList<>(one.strata.size());
            for (int i = 0; i < one.strata.size(); i++)
                group.add(new NoisyGroup(
                        one.strata.get(i),
                        votes.isPresent() ? Optional.of(votes.get().get(i)) : Optional.empty()));
            rows.add(row(one.key, group));
        }
        return new TableAnswer(query.outputs().stream().map(Query.Output::name).toList(), rows);
    }

    /** How many units of each stratum have the key, with noise; nothing else is drawn for keys that are not shown. */
    private List<Double> votes(List<Optional<Integers.Group>> strata) {
        int part = plan.layout().selector().orElseThrow();
        List<Double> votes = new ArrayList<>(strata.size());
        for (Optional<Integers.Group> exact : strata)
            votes.add(noisy(exact.isPresent() ? exact.get().sums().get(selectorColumn) : NOTHING, part));
        return votes;
    }

    /** A stratum in which nobody has the key does not vote for it. */
    private boolean isShown(List<Optional<Integers.Group>> strata, List<Double> votes) {
        long threshold = plan.selection().orElseThrow().threshold();
        for (int i = 0; i < strata.size(); i++) if (strata.get(i).isPresent() && votes.get(i) >= threshold) return true;
        return false;
    }

    private double noisy(BigInteger sum, int part) {
        long noise = noises.get(part).draw(random);
        // both are rounded once, to the nearest double
        if (sum.bitLength() < SMALL_BITS && Math.abs(noise) < 1L << SMALL_BITS) return sum.longValue() + noise;
        return new BigDecimal(sum.add(BigInteger.valueOf(noise))).doubleValue();
    }

    /** Public keys in their order; else those that are there, in an order that does not come from the engine. */
    private List<Keyed> keys(List<Integers> strata) {
        if (query.groups().isEmpty()) return List.of(keyed(List.of(), strata));
        List<Keyed> keys = new ArrayList<>();
        if (query.keys().isPresent()) {
            for (List<Optional<Object>> key : query.keys().get()) keys.add(keyed(key, strata));
            return keys;
        }
        if (strata.size() == 1) {
            strata.get(0).groups().forEach((key, group) -> keys.add(new Keyed(key, List.of(Optional.of(group)))));
        } else {
            Set<List<Optional<Object>>> all = new HashSet<>();
            for (Integers integers : strata) all.addAll(integers.groups().keySet());
            for (List<Optional<Object>> key : all) keys.add(keyed(key, strata));
        }
        keys.sort((one, other) -> compare(one.key, other.key));
        return keys;
    }

    private static Keyed keyed(List<Optional<Object>> key, List<Integers> strata) {
        return new Keyed(
                key,
                strata.stream()
                        .map(integers -> Optional.ofNullable(integers.groups().get(key)))
                        .toList());
    }

    private static int compare(List<Optional<Object>> one, List<Optional<Object>> other) {
        for (int i = 0; i < one.size(); i++) {
            int compared = compare(one.get(i), other.get(i));
            if (compared != 0) return compared;
        }
        return 0;
    }

    private static int compare(Optional<Object> one, Optional<Object> other) {
        if (one.isEmpty() || other.isEmpty()) return Boolean.compare(one.isEmpty(), other.isEmpty());
        Object a = one.get();
        Object b = other.get();
        if (a instanceof Number x && b instanceof Number y)
            return x instanceof Long && y instanceof Long
                    ? Long.compare(x.longValue(), y.longValue())
                    : Double.compare(x.doubleValue(), y.doubleValue());
        return Comparator.<String>naturalOrder().compare(a.toString(), b.toString());
    }

    /** The parts of a group in one stratum, each with noise that is drawn once, whether or not there is anybody in the group. */
    private final class NoisyGroup {
        private final double[] scalars = new double[plan.layout().parts().size()];
        private final Map<Integer, List<Double>> vectors = new HashMap<>();
        private final Map<Integer, NoisyTree> trees = new HashMap<>();
        private final Map<Integer, Optional<Integer>> agreed = new HashMap<>();

        /**
         * @param selected the part by which keys are selected, which has its noise already
         */
        NoisyGroup(Optional<Integers.Group> exact, Optional<Double> selected) {
            int column = 0;
            int tree = 0;
            for (int i = 0; i < plan.layout().parts().size(); i++) {
                Part part = plan.layout().parts().get(i);
                if (part instanceof Part.Scalar) {
                    boolean drawn = selected.isPresent() && column == selectorColumn;
                    scalars[i] = drawn ? selected.get() : noisy(exact, column, i);
                    column++;
                }
                if (part instanceof Part.Vector vector) {
                    List<Double> all = new ArrayList<>();
                    for (int j = 0; j < vector.rows().size(); j++) all.add(vector.value(noisy(exact, column++, i)));
                    vectors.put(i, all);
                } else if (!(part instanceof Part.Scalar)) {
                    int index = tree++;
                    Map<Integer, BigInteger> bins =
                            exact.map(group -> group.trees().get(index)).orElse(Map.of());
                    if (part instanceof Part.Tree binned)
                        trees.put(i, new NoisyTree(binned, bins, noises.get(i), random));
                    else if (part instanceof Part.BlockTotal)
                        scalars[i] = Releaser.this.noisy(bins.getOrDefault(0, NOTHING), i);
                    else agreed.put(i, agreement(bins, i));
                }
            }
        }

        /** What most blocks agree on, where so many would have to change that noise does not hide it. */
        private Optional<Integer> agreement(Map<Integer, BigInteger> votes, int part) {
            double distance = Releaser.this.noisy(Part.BlockVotes.distance(votes), part);
            long threshold = Objects.requireNonNull(plan.thresholds().get(part));
            return distance >= threshold
                    ? Optional.of(Part.BlockVotes.most(votes).orElse(0))
                    : Optional.empty();
        }

        private double noisy(Optional<Integers.Group> exact, int column, int part) {
            return Releaser.this.noisy(exact.isPresent() ? exact.get().sums().get(column) : NOTHING, part);
        }

        double steps(int part) {
            return scalars[part];
        }

        NoisyTree tree(int part) {
            return Objects.requireNonNull(trees.get(part));
        }

        List<Double> vector(int part) {
            return Objects.requireNonNull(vectors.get(part));
        }

        Optional<Integer> agreed(int part) {
            return Objects.requireNonNull(agreed.get(part));
        }

        double value(int part) {
            return ((Part.Scalar) plan.layout().parts().get(part)).value(steps(part));
        }
    }

    private static List<Double> values(List<NoisyGroup> strata, int part) {
        List<Double> values = new ArrayList<>(strata.size());
        for (NoisyGroup group : strata) values.add(group.value(part));
        return values;
    }

    private BinCounts.Scaled tree(List<NoisyGroup> strata, int part) {
        return new BinCounts.Scaled(
                strata.stream().map(group -> group.tree(part)).toList(), estimator.rates());
    }

    private List<Cell> row(List<Optional<Object>> key, List<NoisyGroup> group) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < query.outputs().size(); i++) {
            Query.Output output = query.outputs().get(i);
            List<Integer> parts = plan.layout().uses().get(i);
            cells.add(
                    output.group().isPresent()
                            ? new Cell.Key(key.get(output.group().get()))
                            : cell(output.aggregate().orElseThrow(), parts, group));
        }
        return cells;
    }

    private Cell cell(Aggregate aggregate, List<Integer> parts, List<NoisyGroup> group) {
        int first = parts.get(0);
        if (aggregate instanceof Aggregate.Count || aggregate instanceof Aggregate.CountUnits) {
            double most = (double) plan.layout().parts().get(first).cells();
            return new Cell.Number(estimator.total(first, values(group, first), most), true);
        }
        if (aggregate instanceof Aggregate.Sum sum) return new Cell.Number(sum(sum, parts, group), false);
        if (aggregate instanceof Aggregate.Mean mean)
            return new Cell.Number(
                    estimator.mean(
                            first,
                            values(group, first),
                            parts.get(1),
                            values(group, parts.get(1)),
                            mean.lower(),
                            mean.upper(),
                            mean.lower() / 2 + mean.upper() / 2,
                            estimator.confidence()),
                    false);
        if (aggregate instanceof Aggregate.Variance variance)
            return new Cell.Number(variance(variance, parts, group), false);
        if (aggregate instanceof Aggregate.Quantile quantile)
            return new Cell.Number(
                    estimator.quantile(first, tree(group, first), quantile.share(), quantile.lower(), quantile.upper()),
                    false);
        if (aggregate instanceof Aggregate.Histogram histogram) return histogram(histogram, first, group);
        // blocks are of one stratum
        if (aggregate instanceof Aggregate.BlockMean)
            return new Cell.Number(estimator.blockMean(first, group.get(0).steps(first)), false);
        if (aggregate instanceof Aggregate.BlockAgreement agreement)
            return agreement(agreement.width(), group.get(0).agreed(first));
        return vector((Aggregate.VectorSum) aggregate, parts, group);
    }

    private Cell agreement(double width, Optional<Integer> bin) {
        if (bin.isEmpty()) return new Cell.Withheld();
        double at = bin.get();
        return new Cell.Number(
                new Estimate((at + 0.5) * width, at * width, (at + 1) * width, estimator.confidence()), false);
    }

    private Estimate sum(Aggregate.Sum sum, List<Integer> parts, List<NoisyGroup> group) {
        int first = parts.get(0);
        List<Double> noisy = values(group, first);
        if (sum.lower() >= 0) return estimator.total(first, noisy, sum.upper());
        if (sum.upper() <= 0) {
            Estimate mirrored =
                    estimator.total(first, noisy.stream().map(x -> -x).toList(), -sum.lower());
            return new Estimate(-mirrored.value(), -mirrored.upper(), -mirrored.lower(), mirrored.confidence());
        }
        List<Double> units = parts.size() > 1 ? units(parts.get(1), group) : List.of();
        return estimator.signedTotal(first, noisy, Math.max(-sum.lower(), sum.upper()), units);
    }

    /** How many units each stratum has at most, but for one time in a hundred. */
    private List<Double> units(int part, List<NoisyGroup> group) {
        List<Double> units = new ArrayList<>();
        for (int i = 0; i < group.size(); i++)
            units.add((group.get(i).value(part) + estimator.law(part).reach(0.98))
                    / estimator.rates().get(i));
        return units;
    }

    private Estimate variance(Aggregate.Variance variance, List<Integer> parts, List<NoisyGroup> group) {
        double centre = variance.lower() / 2 + variance.upper() / 2;
        double radius = Math.max(variance.upper() - centre, centre - variance.lower());
        double half = radius * radius / 2;
        double each = (1 + estimator.confidence()) / 2;
        List<Double> count = values(group, parts.get(2));
        Estimate distance = estimator.mean(
                parts.get(0), values(group, parts.get(0)), parts.get(2), count, -radius, radius, 0, each);
        Estimate square = estimator.mean(
                parts.get(1), values(group, parts.get(1)), parts.get(2), count, 0, radius * radius, half, each);
        return estimator.variance(distance, square, radius, variance.root());
    }

    private Cell histogram(Aggregate.Histogram histogram, int part, List<NoisyGroup> group) {
        List<String> names = new ArrayList<>();
        List<Estimate> estimates = new ArrayList<>();
        List<Double> edges = histogram.edges();
        for (int i = 0; i <= edges.size(); i++) {
            int bin = i;
            names.add((i == 0 ? "-inf" : shown(edges.get(i - 1))) + ".."
                    + (i == edges.size() ? "inf" : shown(edges.get(i))));
            estimates.add(estimator.bin(
                    part,
                    group.stream().map(one -> one.tree(part).count(0, bin)).toList()));
        }
        return new Cell.Numbers(names, estimates, query.unit().isEmpty());
    }

    private static String shown(double edge) {
        return edge == Math.rint(edge) && Math.abs(edge) < 1e15 ? String.valueOf((long) edge) : String.valueOf(edge);
    }

    private Cell vector(Aggregate.VectorSum vector, List<Integer> parts, List<NoisyGroup> group) {
        List<String> names = new ArrayList<>();
        List<Estimate> estimates = new ArrayList<>();
        List<Double> units = parts.size() > 1 ? units(parts.get(1), group) : List.of();
        for (int i = 0; i < vector.of().size(); i++) {
            int at = i;
            names.add(String.valueOf(i + 1));
            estimates.add(estimator.coordinate(
                    parts.get(0),
                    group.stream().map(one -> one.vector(parts.get(0)).get(at)).toList(),
                    vector.norm(),
                    units));
        }
        return new Cell.Numbers(names, estimates, false);
    }
}
