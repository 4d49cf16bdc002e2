package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A local report of a subset of {@code w} of {@code d} values; a subset with the true value has e^epsilon times the probability
 * of one without it.
 */
public record SubsetSelection(double epsilon, long d, long w) implements Mechanism {
    public SubsetSelection {
        Check.nonNegative("epsilon", epsilon);
        Check.atLeast("d", 2, d);
        Check.atLeast("w", 1, w);
        if (!(w < d)) throw new InvalidException("w must be below d, was " + w);
    }
}
