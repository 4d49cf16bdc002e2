package io.sordino.engine.protocol;

/** How far a sum of independent bounded terms can be from its mean, with certainty and not by an approximation. */
final class ErrorBars {
    private ErrorBars() {}

    /** Bernstein: P(|error| > t) <= 2 exp(-t^2 / (2 (variance + range t / 3))) is at most the tail. */
    static double bernstein(double variance, double range, double tail) {
        double log = Math.log(2 / tail);
        double third = range * log / 3;
        return (third + Math.sqrt(third * third + 2 * variance * log)) * (1 + 1e-12);
    }
}
