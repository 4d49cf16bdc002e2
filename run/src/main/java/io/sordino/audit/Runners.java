package io.sordino.audit;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.KnownSample;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.Parallel;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledResponse;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.mechanism.Unlinked;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** How the mechanisms of a plan are run, on one or more pairs of neighbouring datasets. A new one that can be run is one line here. */
final class Runners {
    private static final long MOST_REPETITIONS = 1_000_000;

    private interface Maker extends BiFunction<Mechanism, Neighbours, List<Runner>> {}

    private interface LeafMaker extends BiFunction<Mechanism, Neighbours, Runner> {}

    private static final Map<Class<?>, Maker> MAKERS = Map.ofEntries(
            leaf(Laplace.class, LeafRunners::laplace),
            leaf(Gaussian.class, LeafRunners::gaussian),
            leaf(DiscreteLaplace.class, LeafRunners::discreteLaplace),
            leaf(DiscreteGaussian.class, LeafRunners::discreteGaussian),
            leaf(TruncatedLaplace.class, LeafRunners::truncatedLaplace),
            leaf(TruncatedGaussian.class, LeafRunners::truncatedGaussian),
            leaf(SinhNormal.class, LeafRunners::sinhNormal),
            leaf(RandomizedResponse.class, LeafRunners::response),
            leaf(SampledResponse.class, LeafRunners::sampledResponse),
            leaf(Exponential.class, LeafRunners::exponential),
            leaf(PermuteAndFlip.class, LeafRunners::permuteAndFlip),
            leaf(TreeAggregation.class, LeafRunners::tree),
            leaf(GaussianMixture.class, LeafRunners::mixture),
            leaf(LocalLaplace.class, ReportRunners::one),
            leaf(SubsetSelection.class, ReportRunners::one),
            leaf(LocalHash.class, ReportRunners::one),
            leaf(HadamardResponse.class, ReportRunners::one),
            leaf(UnaryEncoding.class, ReportRunners::one),
            leaf(Rappor.class, ReportRunners::one),
            Map.entry(PoissonSampled.class, (m, n) -> {
                PoissonSampled sampled = (PoissonSampled) m;
                return each(of(sampled.base(), n.single()), base -> SchemeRunners.poisson(sampled, n.size(), base));
            }),
            Map.entry(SampledByHits.class, (m, n) -> {
                SampledByHits sampled = (SampledByHits) m;
                return each(of(sampled.base(), n.single()), base -> SchemeRunners.byHits(sampled, n.size(), base));
            }),
            Map.entry(Mixture.class, (m, n) -> List.of(mixture((Mixture) m, n))),
            Map.entry(TruncatedPoissonSampled.class, (m, n) -> {
                TruncatedPoissonSampled sampled = (TruncatedPoissonSampled) m;
                return each(of(sampled.base(), n.single()), base -> SchemeRunners.truncated(sampled, n.size(), base));
            }),
            Map.entry(
                    RepeatAndSelect.class,
                    (m, n) -> SelectionRunners.of((RepeatAndSelect) m, of(((RepeatAndSelect) m).base(), n))),
            Map.entry(
                    KnownSample.class,
                    (m, n) -> each(
                            of(((KnownSample) m).base(), n.single()),
                            base -> SchemeRunners.known((KnownSample) m, n.size(), base))),
            // whoever is in the group of one part is in no other, and the rest says nothing of the record
            Map.entry(
                    Parallel.class,
                    (m, n) -> ((Parallel) m)
                            .parts().stream()
                                    .flatMap(part -> of(part, n).stream())
                                    .toList()),
            Map.entry(SampledWithoutReplacement.class, (m, n) -> {
                SampledWithoutReplacement sampled = (SampledWithoutReplacement) m;
                return each(
                        ofFixedSize(sampled.base(), n),
                        base -> SchemeRunners.withoutReplacement(sampled, n.size(), base));
            }),
            Map.entry(SampledWithReplacement.class, (m, n) -> {
                SampledWithReplacement sampled = (SampledWithReplacement) m;
                return each(
                        ofFixedSize(sampled.base(), n), base -> SchemeRunners.withReplacement(sampled, n.size(), base));
            }),
            Map.entry(
                    Allocated.class,
                    (m, n) -> each(
                            of(((Allocated) m).base(), n.single()),
                            base -> SchemeRunners.allocated((Allocated) m, n.size(), base))),
            Map.entry(ShuffledBatches.class, (m, n) -> {
                ShuffledBatches batches = (ShuffledBatches) m;
                // who is absent leaves a place empty
                Neighbours inPlace = n.relation() == Relation.ADD_OR_REMOVE_ONE ? n.under(Relation.REPLACE_SPECIAL) : n;
                return each(
                        ofFixedSize(batches.base(), inPlace),
                        base -> SchemeRunners.shuffledBatches(batches, n.size(), base));
            }),
            Map.entry(Shuffled.class, (m, n) -> ReportRunners.shuffled((Shuffled) m, n.size())),
            leaf(Unlinked.class, MessageRunners::unlinked),
            leaf(BlanketHistogram.class, MessageRunners::blanket),
            leaf(FloodedCount.class, MessageRunners::flooded),
            leaf(SplitSum.class, MessageRunners::split),
            Map.entry(LastIterate.class, (m, n) -> IterateRunners.of((LastIterate) m, n)),
            Map.entry(Group.class, (m, n) -> of(((Group) m).base(), n.grouped(size((Group) m)))),
            Map.entry(
                    Repeated.class, (m, n) -> each(of(((Repeated) m).base(), n), base -> repeated((Repeated) m, base))),
            Map.entry(Composed.class, (m, n) -> composed((Composed) m, n)));

    private Runners() {}

    private static Map.Entry<Class<?>, Maker> leaf(Class<?> type, LeafMaker maker) {
        return Map.entry(type, (m, n) -> List.of(maker.apply(m, n)));
    }

    static boolean canRun(Class<?> mechanism) {
        return MAKERS.containsKey(mechanism);
    }

    /** On the pairs of neighbouring datasets that may say most. */
    static List<Runner> of(Mechanism mechanism, Relation relation) {
        return of(mechanism, Neighbours.of(relation));
    }

    private static List<Runner> of(Mechanism mechanism, Neighbours neighbours) {
        return Optional.ofNullable(MAKERS.get(mechanism.getClass()))
                .orElseThrow(
                        () -> new InvalidException(
                                blackBox(mechanism)
                                        + " is a black box, of which only a promise is known: there is nothing to run",
                                "name the mechanism that keeps the promise, such as laplace(1), or audit your own code by io.sordino.audit.Experiment"))
                .apply(mechanism, neighbours);
    }

    /** As it is called in a plan. */
    private static String blackBox(Mechanism mechanism) {
        if (mechanism instanceof ApproximateDp) return "dp(...)";
        if (mechanism instanceof ZeroConcentrated) return "zcdp(...)";
        if (mechanism instanceof TruncatedConcentrated) return "tcdp(...)";
        if (mechanism instanceof SubGaussian) return "cdp(...)";
        if (mechanism instanceof RenyiBounded) return "rdp(...)";
        if (mechanism instanceof RenyiOrders) return "rdp_orders(...)";
        if (mechanism instanceof ProfilePoints) return "profile(...)";
        if (mechanism instanceof FinitePair) return "finite_pair(...)";
        if (mechanism instanceof GaussianDp) return "gdp(...)";
        if (mechanism instanceof LocalDp) return "local(...)";
        return mechanism.getClass().getSimpleName();
    }

    /** Which of them was run is seen. */
    private static Runner mixture(Mixture m, Neighbours neighbours) {
        List<Runner> parts =
                m.plans().stream().map(plan -> of(plan, neighbours).get(0)).toList();
        Lot lot = new Lot(m.weights().values().stream().mapToDouble(w -> w).toArray());
        double cost = parts.stream().mapToDouble(Runner::cost).max().orElse(1);
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                return parts.get(lot.draw(random)).run(copies, first, random);
            }

            @Override
            public double cost() {
                return 1 + cost;
            }
        };
    }

    /** In batches of fixed size the record takes the place of another: all others may hold the opposite value, or none. */
    private static List<Runner> ofFixedSize(Mechanism base, Neighbours neighbours) {
        List<Runner> runners = new ArrayList<>();
        if (isDirect(base)) runners.addAll(of(base, neighbours.single().among(true)));
        runners.addAll(of(base, neighbours.single()));
        return runners;
    }

    /** Whether all that is run looks at the sum over the batch, and not at a part of it. */
    private static boolean isDirect(Mechanism base) {
        if (base instanceof Repeated repeated) return isDirect(repeated.base());
        if (base instanceof Group group) return isDirect(group.base());
        if (base instanceof RepeatAndSelect selected) return isDirect(selected.base());
        if (base instanceof Composed composed) return composed.parts().stream().allMatch(Runners::isDirect);
        if (base instanceof Mixture mixture) return mixture.plans().stream().allMatch(Runners::isDirect);
        return !(base instanceof PoissonSampled
                || base instanceof SampledByHits
                || base instanceof TruncatedPoissonSampled
                || base instanceof GaussianMixture
                || base instanceof KnownSample
                || base instanceof Parallel
                || base instanceof SampledWithoutReplacement
                || base instanceof SampledWithReplacement
                || base instanceof Allocated
                || base instanceof ShuffledBatches
                || base instanceof Shuffled
                || base instanceof Unlinked
                || base instanceof BlanketHistogram
                || base instanceof FloodedCount
                || base instanceof SplitSum
                || base instanceof LastIterate);
    }

    private static List<Runner> each(List<Runner> bases, UnaryOperator<Runner> wrap) {
        return bases.stream().map(wrap).toList();
    }

    private static int size(Group m) {
        if (!(m.size() <= 1000))
            throw new InvalidException("size of a group must be at most 1000 to be run, was " + m.size());
        return (int) m.size();
    }

    private static Runner repeated(Repeated m, Runner base) {
        if (!(m.count() <= MOST_REPETITIONS))
            throw new InvalidException("count must be at most 10^6 to be run, was " + m.count());
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                Evidence sum = Evidence.NONE;
                for (long i = 0; i < m.count(); i++) sum = sum.plus(base.run(copies, first, random));
                return sum;
            }

            @Override
            public double cost() {
                return m.count() * base.cost();
            }
        };
    }

    /** Parts that have several pairs of datasets take the same one of each other's, or their last. */
    private static List<Runner> composed(Composed m, Neighbours neighbours) {
        List<List<Runner>> parts =
                m.parts().stream().map(part -> of(part, neighbours)).toList();
        int most = parts.stream().mapToInt(List::size).max().orElse(0);
        List<Runner> together = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            int choice = i;
            together.add(sum(parts.stream()
                    .map(part -> part.get(Math.min(choice, part.size() - 1)))
                    .toList()));
        }
        return together;
    }

    private static Runner sum(List<Runner> parts) {
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                Evidence sum = Evidence.NONE;
                for (Runner part : parts) sum = sum.plus(part.run(copies, first, random));
                return sum;
            }

            @Override
            public double cost() {
                return parts.stream().mapToDouble(Runner::cost).sum();
            }
        };
    }
}
