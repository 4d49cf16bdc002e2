package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * The base mechanism run a random and secret number of times, {@code mean} times on average; the best output is released and all others are
 * forgotten. How often is drawn from a Poisson law ({@code shape} infinite; nothing is released where it is 0) or from a negative binomial
 * law truncated to at least 1: geometric for shape 1, logarithmic for shape 0.
 */
public record RepeatAndSelect(double mean, double shape, Mechanism base) implements Mechanism {
    /** Beyond, the law of the number of runs leaves the doubles. */
    private static final double MOST_RUNS = 1e250;
    /** Beyond, sums with it leave the doubles. */
    private static final double LARGEST_SHAPE = 1e300;

    public RepeatAndSelect {
        Check.positive("mean", mean);
        if (!((shape >= 0 && shape <= LARGEST_SHAPE) || shape == Double.POSITIVE_INFINITY))
            throw new InvalidException("shape must be from 0 to " + LARGEST_SHAPE + ", or inf, was " + shape);
        if (!(shape == Double.POSITIVE_INFINITY || mean >= 1))
            throw new InvalidException("mean must be at least 1 unless the shape is inf, was " + mean);
        if (!(mean <= MOST_RUNS)) throw new InvalidException("mean must be at most " + MOST_RUNS + ", was " + mean);
        Check.given("plan", base);
    }

    /** Whether the number of runs has a Poisson law. */
    public boolean isPoisson() {
        return shape == Double.POSITIVE_INFINITY;
    }
}
