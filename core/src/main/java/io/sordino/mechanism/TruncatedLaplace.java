package io.sordino.mechanism;

/**
 * Laplace noise of the given scale cut to [-bound, bound], both in units of one record's contribution.
 */
public record TruncatedLaplace(double scale, double bound) implements Mechanism {
    public TruncatedLaplace {
        Check.positive("scale", scale);
        Check.positive("bound", bound);
    }
}
