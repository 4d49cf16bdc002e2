package io.sordino.theorem.sampling;

import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.Unlinked;
import io.sordino.refusal.Refusal;

/** Plans of noise on sums: one record's contribution to them has a meaning, and so has a record that contributes nothing. */
final class NoiseAlone {
    private static final Refusal FIXED_SIZE = Refusal.of(
            "a Poisson sample has a random size, and shuffled(n, ...) and last_iterate(...) speak of a fixed one",
            "draw a fixed number of users: without_replacement(sample_size, dataset_size, ...)");

    private static final Refusal BOTH_RELATIONS = Refusal.of(
            "poisson(...) over a replaced record needs its base both under add-remove and under replace-one, and a"
                    + " black box or an inner scheme is known under one of them only",
            Relation.askUnder(Relation.ADD_OR_REMOVE_ONE)
                    .or("use without_replacement(sample_size, dataset_size, ...)"));

    private NoiseAlone() {}

    /** Why a plan that is more than noise is refused under poisson(...), and the remedy. */
    static Refusal needed(Mechanism mechanism) {
        boolean fixed = NormalForm.of(mechanism).counts().keySet().stream()
                .anyMatch(part -> part instanceof LastIterate
                        || part instanceof Shuffled
                        || part instanceof Unlinked
                        || part instanceof BlanketHistogram
                        || part instanceof FloodedCount
                        || part instanceof SplitSum);
        return fixed ? FIXED_SIZE : BOTH_RELATIONS;
    }

    /** Whether every record contributes to all sums: nothing is sampled inside. */
    static boolean isOnEveryRecord(Mechanism mechanism) {
        return is(mechanism)
                && NormalForm.of(mechanism).counts().keySet().stream()
                        .noneMatch(part -> part instanceof PoissonSampled || part instanceof Group);
    }

    /** Whether the plan is known under add-remove and under replace-one for the same queries. */
    static boolean is(Mechanism mechanism) {
        if (mechanism instanceof Composed composed)
            return composed.parts().stream().allMatch(NoiseAlone::is);
        if (mechanism instanceof Mixture mixture)
            return mixture.plans().stream().allMatch(NoiseAlone::is);
        if (mechanism instanceof Repeated repeated) return is(repeated.base());
        if (mechanism instanceof Group group) return is(group.base());
        if (mechanism instanceof PoissonSampled sampled) return is(sampled.base());
        return mechanism instanceof Gaussian
                || mechanism instanceof Laplace
                || mechanism instanceof DiscreteGaussian
                || mechanism instanceof DiscreteLaplace
                || mechanism instanceof TruncatedLaplace
                || mechanism instanceof TruncatedGaussian
                || mechanism instanceof SinhNormal;
    }
}
