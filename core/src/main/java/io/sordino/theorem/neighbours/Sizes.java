package io.sordino.theorem.neighbours;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.KnownSample;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.Parallel;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.mechanism.Unlinked;
import io.sordino.refusal.Refusal;
import java.util.Optional;

/** Whether the plan inside a sample of known size takes its data to be of that size. */
public final class Sizes {
    /** Why a plan that draws from a dataset of known size is refused where that size is random, and the remedy. */
    static final Refusal RANDOM = Refusal.of(
            "a sample of fixed size is drawn from a part of the records whose size is random",
            "exchange the two, or use poisson(...) for both");

    private Sizes() {}

    /** What is wrong with the plan inside a sample of {@code sampleSize} records, and the remedy. */
    public static Optional<Refusal> clash(long sampleSize, Mechanism inside) {
        if (inside instanceof Composed composed)
            return composed.parts().stream()
                    .flatMap(part -> clash(sampleSize, part).stream())
                    .findFirst();
        if (inside instanceof Mixture mixture)
            return mixture.plans().stream()
                    .flatMap(part -> clash(sampleSize, part).stream())
                    .findFirst();
        if (inside instanceof SampledByHits sampled) return ofRandomSize(sampled.base());
        if (inside instanceof Repeated repeated) return clash(sampleSize, repeated.base());
        if (inside instanceof Group group) return clash(sampleSize, group.base());
        if (inside instanceof RepeatAndSelect tuned) return clash(sampleSize, tuned.base());
        if (inside instanceof TruncatedPoissonSampled inner) return unlessEqual(sampleSize, inner.datasetSize());
        if (inside instanceof SampledWithoutReplacement inner) return unlessEqual(sampleSize, inner.datasetSize());
        if (inside instanceof SampledWithReplacement inner) return unlessEqual(sampleSize, inner.datasetSize());
        if (inside instanceof Shuffled shuffled) return unlessFewer(sampleSize, shuffled.reports());
        if (inside instanceof Unlinked several) return unlessFewer(sampleSize, several.clients());
        if (inside instanceof BlanketHistogram blanket) return unlessFewer(sampleSize, blanket.clients());
        if (inside instanceof FloodedCount flooded) return unlessFewer(sampleSize, flooded.clients());
        if (inside instanceof SplitSum sum) return unlessFewer(sampleSize, sum.clients());
        if (inside instanceof LastIterate run) return unlessEqual(sampleSize, run.datasetSize());
        if (inside instanceof PoissonSampled sampled)
            return sampled.rate() == 1 ? clash(sampleSize, sampled.base()) : ofRandomSize(sampled.base());
        if (inside instanceof KnownSample sampled)
            return sampled.rate() == 1 ? clash(sampleSize, sampled.base()) : ofRandomSize(sampled.base());
        if (inside instanceof Parallel parallel)
            return parallel.parts().stream()
                    .flatMap(part -> ofRandomSize(part).stream())
                    .findFirst();
        if (inside instanceof Allocated m)
            return m.numSelected() == m.numSteps() ? clash(sampleSize, m.base()) : ofRandomSize(m.base());
        return Optional.empty();
    }

    private static Optional<Refusal> unlessEqual(long sampleSize, long datasetSize) {
        if (sampleSize == datasetSize) return Optional.empty();
        return Optional.of(Refusal.of(
                "the outer sample holds " + sampleSize + " records and the inner one is drawn from " + datasetSize,
                "write dataset_size = " + sampleSize + " inside"));
    }

    /** Sampled users may fail to report, but nobody else reports. */
    private static Optional<Refusal> unlessFewer(long sampleSize, long reports) {
        if (reports <= sampleSize) return Optional.empty();
        return Optional.of(Refusal.of(
                "the sample holds " + sampleSize + " users and " + reports + " reports are shuffled",
                "write reports = " + sampleSize + " inside"));
    }

    private static Optional<Refusal> ofRandomSize(Mechanism inside) {
        return clash(-1, inside).map(why -> RANDOM);
    }
}
