package io.sordino.table.release;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Adds the noise that a plan names to the integers of its query, selects keys, and makes estimates. */
public final class Releaser {
    private static final BigInteger NOTHING = BigInteger.ZERO;

    private final QueryPlan plan;
    private final Query query;
    private final RandomSource random;
    private final List<GridNoise> noises = new ArrayList<>();
    private final Estimator estimator;

    private Releaser(QueryPlan plan, RandomSource random) {
        this.plan = plan;
        this.random = random;
        query = plan.query();
        estimator = new Estimator(plan);
        for (int i = 0; i < plan.noises().size(); i++)
            noises.add(GridNoise.of(
                    plan.noises().get(i), plan.layout().parts().get(i).cells()));
    }

    /** What leaves the room. */
    public static Release<TableAnswer> release(QueryPlan plan, Integers integers, RandomSource random) {
        TableAnswer answer = new Releaser(plan, random).answer(integers);
        return Release.of(answer, plan.plan(), plan.relation(), Seal.OURS);
    }

    private TableAnswer answer(Integers integers) {
        List<List<Cell>> rows = new ArrayList<>();
        for (List<Optional<Object>> key : keys(integers)) {
            NoisyGroup group =
                    new NoisyGroup(Optional.ofNullable(integers.groups().get(key)));
            boolean shown = plan.selection()
                    .map(selection -> group.steps(plan.layout().selector().orElseThrow()) >= selection.threshold())
                    .orElse(true);
            if (shown) rows.add(row(key, group));
        }
        return new TableAnswer(query.outputs().stream().map(Query.Output::name).toList(), rows);
    }

    /** Public keys in their order; else those that are there, in an order that does not come from the engine. */
    private List<List<Optional<Object>>> keys(Integers integers) {
        if (query.groups().isEmpty()) return List.of(List.of());
        if (query.keys().isPresent()) return query.keys().get();
        TreeSet<List<Optional<Object>>> sorted = new TreeSet<>(Releaser::compare);
        sorted.addAll(integers.groups().keySet());
        return List.copyOf(sorted);
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

    /** The parts of a group, each with noise that is drawn once, whether or not there is anybody in the group. */
    private final class NoisyGroup {
        private final Map<Integer, Double> scalars = new HashMap<>();
        private final Map<Integer, List<Double>> vectors = new HashMap<>();
        private final Map<Integer, NoisyTree> trees = new HashMap<>();

        NoisyGroup(Optional<Integers.Group> exact) {
            int column = 0;
            int tree = 0;
            for (int i = 0; i < plan.layout().parts().size(); i++) {
                Part part = plan.layout().parts().get(i);
                if (part instanceof Part.Scalar) scalars.put(i, noisy(exact, column++, i));
                else if (part instanceof Part.Vector vector) {
                    List<Double> all = new ArrayList<>();
                    for (int j = 0; j < vector.rows().size(); j++) all.add(vector.value(noisy(exact, column++, i)));
                    vectors.put(i, all);
                } else {
                    int index = tree++;
                    Map<Integer, BigInteger> bins =
                            exact.map(group -> group.trees().get(index)).orElse(Map.of());
                    trees.put(i, new NoisyTree((Part.Tree) part, bins, noises.get(i), random));
                }
            }
        }

        private double noisy(Optional<Integers.Group> exact, int column, int part) {
            BigInteger sum = exact.map(group -> group.sums().get(column)).orElse(NOTHING);
            return new BigDecimal(sum.add(BigInteger.valueOf(noises.get(part).draw(random)))).doubleValue();
        }

        double steps(int part) {
            return Objects.requireNonNull(scalars.get(part));
        }

        NoisyTree tree(int part) {
            return Objects.requireNonNull(trees.get(part));
        }

        List<Double> vector(int part) {
            return Objects.requireNonNull(vectors.get(part));
        }

        double value(int part) {
            return ((Part.Scalar) plan.layout().parts().get(part)).value(steps(part));
        }
    }

    private List<Cell> row(List<Optional<Object>> key, NoisyGroup group) {
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

    private Cell cell(Aggregate aggregate, List<Integer> parts, NoisyGroup group) {
        int first = parts.get(0);
        if (aggregate instanceof Aggregate.Count || aggregate instanceof Aggregate.CountUnits) {
            double most = (double) plan.layout().parts().get(first).cells();
            return new Cell.Number(estimator.total(first, group.value(first), most), true);
        }
        if (aggregate instanceof Aggregate.Sum sum) return new Cell.Number(sum(sum, parts, group), false);
        if (aggregate instanceof Aggregate.Mean mean)
            return new Cell.Number(
                    estimator.mean(
                            first,
                            group.value(first),
                            parts.get(1),
                            group.value(parts.get(1)),
                            mean.lower(),
                            mean.upper(),
                            mean.lower() / 2 + mean.upper() / 2,
                            estimator.confidence()),
                    false);
        if (aggregate instanceof Aggregate.Variance variance)
            return new Cell.Number(variance(variance, parts, group), false);
        if (aggregate instanceof Aggregate.Quantile quantile)
            return new Cell.Number(
                    estimator.quantile(first, group.tree(first), quantile.share(), quantile.lower(), quantile.upper()),
                    false);
        if (aggregate instanceof Aggregate.Histogram histogram) return histogram(histogram, first, group);
        return vector((Aggregate.VectorSum) aggregate, parts, group);
    }

    private Estimate sum(Aggregate.Sum sum, List<Integer> parts, NoisyGroup group) {
        int first = parts.get(0);
        double noisy = group.value(first);
        if (sum.lower() >= 0) return estimator.total(first, noisy, sum.upper());
        if (sum.upper() <= 0) {
            Estimate mirrored = estimator.total(first, -noisy, -sum.lower());
            return new Estimate(-mirrored.value(), -mirrored.upper(), -mirrored.lower(), mirrored.confidence());
        }
        double units = parts.size() > 1 ? units(parts.get(1), group) : 0;
        return estimator.signedTotal(first, noisy, Math.max(-sum.lower(), sum.upper()), units);
    }

    /** How many units there are at most, but for one time in a hundred. */
    private double units(int part, NoisyGroup group) {
        return (group.value(part) + estimator.law(part).reach(0.98)) / estimator.rate();
    }

    private Estimate variance(Aggregate.Variance variance, List<Integer> parts, NoisyGroup group) {
        double centre = variance.lower() / 2 + variance.upper() / 2;
        double radius = Math.max(variance.upper() - centre, centre - variance.lower());
        double half = radius * radius / 2;
        double each = (1 + estimator.confidence()) / 2;
        double count = group.value(parts.get(2));
        Estimate distance =
                estimator.mean(parts.get(0), group.value(parts.get(0)), parts.get(2), count, -radius, radius, 0, each);
        Estimate square = estimator.mean(
                parts.get(1), group.value(parts.get(1)), parts.get(2), count, 0, radius * radius, half, each);
        return estimator.variance(distance, square, radius, variance.root());
    }

    private Cell histogram(Aggregate.Histogram histogram, int part, NoisyGroup group) {
        List<String> names = new ArrayList<>();
        List<Estimate> estimates = new ArrayList<>();
        List<Double> edges = histogram.edges();
        for (int i = 0; i <= edges.size(); i++) {
            names.add((i == 0 ? "-inf" : shown(edges.get(i - 1))) + ".."
                    + (i == edges.size() ? "inf" : shown(edges.get(i))));
            estimates.add(estimator.bin(part, group.tree(part).count(0, i)));
        }
        return new Cell.Numbers(names, estimates, query.unit().isEmpty());
    }

    private static String shown(double edge) {
        return edge == Math.rint(edge) && Math.abs(edge) < 1e15 ? String.valueOf((long) edge) : String.valueOf(edge);
    }

    private Cell vector(Aggregate.VectorSum vector, List<Integer> parts, NoisyGroup group) {
        List<String> names = new ArrayList<>();
        List<Estimate> estimates = new ArrayList<>();
        double units = parts.size() > 1 ? units(parts.get(1), group) : 0;
        for (double coordinate : group.vector(parts.get(0))) {
            names.add(String.valueOf(names.size() + 1));
            estimates.add(estimator.coordinate(parts.get(0), coordinate, vector.norm(), units));
        }
        return new Cell.Numbers(names, estimates, false);
    }
}
