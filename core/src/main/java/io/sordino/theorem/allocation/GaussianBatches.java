package io.sordino.theorem.allocation;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.Theorem.Inquiry;
import io.sordino.theorem.Theorem.Verdict;
import java.util.Optional;

/** What the bounds on a shuffled epoch ask of its batches: Gaussian noise once on a sum of contributions, in a fresh order. */
final class GaussianBatches {
    private static final long FEWEST = 3;
    /** Terms of sums are placed well enough up to here. */
    private static final long MOST = 10_000_000;
    /** Noise so low, or so high, that nothing is gained or the sums are no doubles. */
    private static final double LEAST_NOISE = 0.25;

    private static final double MOST_NOISE = 1e4;

    private GaussianBatches() {}

    static Optional<Verdict> unmet(ShuffledBatches m) {
        Optional<Verdict> reused = reused(m);
        if (reused.isPresent()) return reused;
        if (!(m.base() instanceof Gaussian noise))
            return Optional.of(Theorem.silent(
                    "it is proved for Gaussian noise on a sum of clipped contributions", "use gaussian(...) steps"));
        if (!(m.numSteps() >= FEWEST))
            return Optional.of(Theorem.silent("of two batches the last may be so small that nothing is hidden"));
        if (!(m.numSteps() <= MOST))
            return Optional.of(
                    Theorem.silent("num_steps is above 10^7, where sums of terms cannot be placed well enough"));
        if (!(noise.noiseMultiplier() >= LEAST_NOISE))
            return Optional.of(Theorem.silent("a noise multiplier below 0.25 leaves nothing to hide among"));
        if (!(noise.noiseMultiplier() <= MOST_NOISE))
            return Optional.of(Theorem.silent("a noise multiplier above 10^4 is more than its sums are made for"));
        return Optional.empty();
    }

    /** Silence where one order serves several epochs. */
    static Optional<Verdict> reused(ShuffledBatches m) {
        Mechanism base = m.base();
        if (!(base instanceof Repeated || base instanceof Composed)) return Optional.empty();
        return Optional.of(Theorem.silent(
                "the order of the records is used again: what a batch releases is seen before another batch's next"
                        + " release, and nothing is proved then",
                "draw a fresh order in every epoch, n * shuffled_batches(t, gaussian(...))"));
    }

    /** What is known of a step. */
    static Known noise(ShuffledBatches m, Inquiry inquiry) {
        return inquiry.about(m.base()).known().stream()
                .filter(known -> known.loss() instanceof GaussianPair)
                .findFirst()
                .orElseThrow();
    }
}
