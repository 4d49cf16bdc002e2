package io.sordino.theorem.neighbours;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.KnownSample;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledResponse;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.refusal.Refusal;
import java.util.Optional;
import java.util.Set;

/**
 * What the other records have to hold where real neighbours attain the pair of a plan. A scheme around the plan hands it other
 * others, so it may lean on that pair only if they do not matter.
 */
public final class OtherRecords {
    /** Mechanisms that look at one record alone, or add noise to a sum: what the others hold moves all outputs alike. */
    static final Set<Class<? extends Mechanism>> ALONE = Set.of(
            Gaussian.class,
            Laplace.class,
            DiscreteGaussian.class,
            DiscreteLaplace.class,
            TruncatedLaplace.class,
            TruncatedGaussian.class,
            SinhNormal.class,
            RandomizedResponse.class,
            SampledResponse.class,
            Exponential.class,
            PermuteAndFlip.class,
            TreeAggregation.class,
            GaussianMixture.class,
            ApproximateDp.class,
            ZeroConcentrated.class,
            TruncatedConcentrated.class,
            SubGaussian.class,
            RenyiBounded.class,
            RenyiOrders.class,
            ProfilePoints.class,
            FinitePair.class,
            GaussianDp.class,
            LocalDp.class,
            LocalLaplace.class,
            SubsetSelection.class,
            LocalHash.class,
            HadamardResponse.class,
            UnaryEncoding.class,
            Rappor.class);

    private OtherRecords() {}

    /** Whether it is one mechanism, with no plan inside. */
    public static boolean isAlone(Mechanism plan) {
        return ALONE.contains(plan.getClass());
    }

    /** Whether the pair of two values is attained whatever the others hold, so that all of them may hold either value. */
    public static boolean mayHoldEither(Mechanism plan) {
        if (plan instanceof Composed composed) return composed.parts().stream().allMatch(OtherRecords::mayHoldEither);
        if (plan instanceof Mixture mixture) return mixture.plans().stream().allMatch(OtherRecords::mayHoldEither);
        if (plan instanceof Repeated repeated) return mayHoldEither(repeated.base());
        if (plan instanceof Group group) return mayHoldEither(group.base());
        if (plan instanceof RepeatAndSelect tuned) return mayHoldEither(tuned.base());
        // no choice is made: everyone takes part
        if (plan instanceof PoissonSampled sampled) return sampled.rate() == 1 && mayHoldEither(sampled.base());
        if (plan instanceof KnownSample known) return known.rate() == 1 && mayHoldEither(known.base());
        if (plan instanceof Allocated m) return m.numSelected() == m.numSteps() && mayHoldEither(m.base());
        if (plan instanceof ShuffledBatches m) return m.numSteps() == 1 && mayHoldEither(m.base());
        if (plan instanceof SampledWithoutReplacement m)
            return m.sampleSize() == m.datasetSize() && mayHoldEither(m.base());
        return isAlone(plan);
    }

    /** Whether the pair of two values is attained by a dataset of one record, which has no others. */
    public static boolean mayBeNone(Mechanism plan) {
        if (plan instanceof Composed composed) return composed.parts().stream().allMatch(OtherRecords::mayBeNone);
        if (plan instanceof Mixture mixture) return mixture.plans().stream().allMatch(OtherRecords::mayBeNone);
        if (plan instanceof SampledByHits sampled) return mayBeNone(sampled.base());
        if (plan instanceof Repeated repeated) return mayBeNone(repeated.base());
        if (plan instanceof PoissonSampled sampled) return mayBeNone(sampled.base());
        if (plan instanceof KnownSample known) return mayBeNone(known.base());
        return mayHoldEither(plan);
    }

    /** Why a plan is refused where how many records reach it is random: it draws from a dataset whose size it takes to be known. */
    public static Optional<Refusal> areCounted(Mechanism plan) {
        return Sizes.clash(-1, plan).map(why -> Sizes.RANDOM);
    }
}
