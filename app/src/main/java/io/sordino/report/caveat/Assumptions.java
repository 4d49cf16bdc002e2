package io.sordino.report.caveat;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.mechanism.Unlinked;
import io.sordino.mechanism.ZeroConcentrated;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has to be true of a run so that the guarantee of its plan holds, beyond what the plan says. */
public final class Assumptions {
    private static final String FIXED = "all parameters were fixed before the data were seen";
    private static final String NOISE =
            "noise was drawn from exactly the accounted law, on contributions bounded before noise was added";
    private static final String BLACK_BOX = "the parts given as black boxes keep the promise they are stated with";

    private static final Set<Class<? extends Mechanism>> BLACK_BOXES = Set.of(
            ApproximateDp.class,
            ZeroConcentrated.class,
            TruncatedConcentrated.class,
            SubGaussian.class,
            RenyiBounded.class,
            RenyiOrders.class,
            ProfilePoints.class,
            FinitePair.class,
            GaussianDp.class,
            LocalDp.class);

    private static final Set<Class<? extends Mechanism>> CONTINUOUS = Set.of(
            Gaussian.class,
            GaussianMixture.class,
            TreeAggregation.class,
            Laplace.class,
            TruncatedLaplace.class,
            TruncatedGaussian.class,
            SinhNormal.class);

    private static final Map<Class<? extends Mechanism>, String> OF_A_PART = Map.ofEntries(
            Map.entry(Exponential.class, "the score of the exponential mechanism moves by no more than was accounted"),
            Map.entry(RandomizedResponse.class, "answers were randomized as accounted"),
            Map.entry(
                    PoissonSampled.class,
                    "each record joined each sampled step independently at the stated rate, and who joined stays secret"),
            Map.entry(
                    SampledByHits.class,
                    "how often each record is in a sample was drawn with the stated probabilities, whatever became of others, and stays secret"),
            Map.entry(
                    Mixture.class,
                    "which plan was run was drawn with the stated probabilities, without a look at the data"),
            Map.entry(
                    SampledWithoutReplacement.class,
                    "each sample was a uniformly random subset of the stated size and stays secret"),
            Map.entry(
                    SampledWithReplacement.class,
                    "each sample was drawn independently and uniformly with replacement and stays secret"),
            Map.entry(Allocated.class, "each record took part in uniformly chosen steps, and which ones stays secret"),
            Map.entry(
                    ShuffledBatches.class,
                    "the dataset was permuted uniformly before it was cut into batches, a record that is absent leaves its place empty, and the permutation stays secret"),
            Map.entry(PermuteAndFlip.class, "the score of permute and flip moves by no more than was accounted"),
            Map.entry(
                    TreeAggregation.class,
                    "each record took part in one step of one tree at most, and a record that is absent leaves its place empty"),
            Map.entry(
                    GaussianMixture.class,
                    "how far a record moves the value was drawn with the stated probabilities and stays secret"),
            Map.entry(
                    TruncatedPoissonSampled.class,
                    "each record joined each sampled step independently at the stated rate, batches that were too large were cut to a uniformly random subset, and who joined stays secret"),
            Map.entry(
                    RepeatAndSelect.class,
                    "how often was run was drawn from the stated law and stays secret, as do all runs but the best, and what is better was decided before the data were seen"));

    private static final Set<Class<?>> MESSAGES =
            Set.of(Unlinked.class, BlanketHistogram.class, FloodedCount.class, SplitSum.class);

    private Assumptions() {}

    public static List<String> of(Mechanism plan) {
        Set<Class<?>> shapes = shapes(plan);
        Set<String> all = new LinkedHashSet<>();
        all.add(FIXED);
        if (!BLACK_BOXES.containsAll(leaves(plan))) all.add(NOISE);
        for (Class<?> shape : shapes) {
            if (OF_A_PART.containsKey(shape)) all.add(OF_A_PART.get(shape));
            if (BLACK_BOXES.contains(shape)) all.add(BLACK_BOX);
        }
        for (Conditions condition : Conditions.of(plan)) all.add(condition.holds());
        return List.copyOf(all);
    }

    /** What leaves the room. */
    public static String released(Mechanism plan) {
        Set<Class<?>> shapes = shapes(plan);
        if (shapes.contains(LastIterate.class)) return "the last iterate";
        if (shapes.contains(Shuffled.class)) return "the shuffled reports";
        if (!Collections.disjoint(shapes, MESSAGES)) return "the shuffled messages";
        return "every output";
    }

    public static boolean cutsAShuffledDataset(Mechanism plan) {
        return shapes(plan).contains(ShuffledBatches.class);
    }

    public static boolean drawsContinuousNoise(Mechanism plan) {
        return shapes(plan).stream().anyMatch(CONTINUOUS::contains);
    }

    private static Set<Class<?>> leaves(Mechanism plan) {
        Set<Class<?>> leaves = new LinkedHashSet<>();
        gather(plan, leaves, true);
        return leaves;
    }

    private static Set<Class<?>> shapes(Mechanism plan) {
        Set<Class<?>> shapes = new LinkedHashSet<>();
        gather(plan, shapes, false);
        return shapes;
    }

    private static void gather(Mechanism mechanism, Set<Class<?>> shapes, boolean leavesOnly) {
        List<Mechanism> inner = Mechanisms.inner(mechanism);
        if (inner.isEmpty() || !leavesOnly) shapes.add(mechanism.getClass());
        inner.forEach(part -> gather(part, shapes, leavesOnly));
    }
}
