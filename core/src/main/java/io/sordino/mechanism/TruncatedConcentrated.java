package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A black box of which only (rho, omega)-truncated concentrated privacy is known: Renyi curve rho alpha for orders in (1, omega).
 */
public record TruncatedConcentrated(double rho, double omega) implements Mechanism {
    public TruncatedConcentrated {
        Check.nonNegative("rho", rho);
        if (!(omega > 1)) throw new InvalidException("omega must be above 1, was " + omega);
    }
}
