package io.sordino.train;

import io.sordino.refusal.InvalidException;

/**
 * The state of a {@link SampledDescent} between two rounds. It is made of released numbers alone, so that going on from it once is the run that
 * was planned. Going on from it twice, and showing both ends, is not.
 */
public final class Checkpoint {
    private final long rounds;
    private final double[] weights;

    /** A state that was kept, after so many rounds. */
    public Checkpoint(long rounds, double[] weights) {
        if (!(rounds >= 0)) throw new InvalidException("rounds must be at least 0, was " + rounds);
        for (double weight : weights)
            if (!Double.isFinite(weight)) throw new InvalidException("a checkpoint's weights must be finite");
        this.rounds = rounds;
        this.weights = weights.clone();
    }

    /** How many rounds have been run. */
    public long rounds() {
        return rounds;
    }

    int parameters() {
        return weights.length;
    }

    /** A copy of the weights at that time. */
    public double[] weights() {
        return weights.clone();
    }
}
