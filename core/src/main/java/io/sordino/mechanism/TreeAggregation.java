package io.sordino.mechanism;

/**
 * Running sums by one or more binary trees, one tree for each of {@code stepCounts}, with Gaussian noise of {@code noiseMultiplier}
 * contributions in every node; each record takes part in one step of one tree at most, and all nodes are released.
 */
public record TreeAggregation(double noiseMultiplier, Counts stepCounts) implements Mechanism {
    public TreeAggregation {
        Check.positive("noise_multiplier", noiseMultiplier);
        Check.given("step_counts", stepCounts);
    }

    /** How many nodes one record can reach: those on the way from a leaf to the root of the largest full tree. */
    public int depth() {
        return 64 - Long.numberOfLeadingZeros(stepCounts.largest());
    }
}
