package io.sordino.mechanism;

/**
 * A black box of which only (xi, rho)-zero-concentrated privacy is known: Renyi curve xi + rho alpha for every order above 1.
 */
public record ZeroConcentrated(double rho, double xi) implements Mechanism {
    public ZeroConcentrated {
        Check.nonNegative("rho", rho);
        Check.nonNegative("xi", xi);
    }
}
