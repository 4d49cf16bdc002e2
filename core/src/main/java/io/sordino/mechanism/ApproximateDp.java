package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A black box of which only (epsilon, delta)-differential privacy is known.
 */
public record ApproximateDp(double epsilon, double delta) implements Mechanism {
    public ApproximateDp {
        Check.nonNegative("epsilon", epsilon);
        if (!(delta >= 0 && delta <= 1)) throw new InvalidException("delta must be in [0, 1], was " + delta);
        // -0.0 becomes 0.0, so that promises that mean the same are equal
        epsilon += 0.0;
        delta += 0.0;
    }
}
