package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A black box of which only one Renyi divergence is known: at most epsilon at order alpha.
 */
public record RenyiBounded(double alpha, double epsilon) implements Mechanism {
    public RenyiBounded {
        if (!(alpha > 1 && alpha < Double.POSITIVE_INFINITY))
            throw new InvalidException("alpha must be above 1 and finite, was " + alpha);
        Check.nonNegative("epsilon", epsilon);
    }
}
