package io.sordino.mechanism;

/**
 * Discrete Laplace (two-sided geometric) noise on the integers, for an integer query that one record moves by at most 1.
 */
public record DiscreteLaplace(double scale) implements Mechanism {
    public DiscreteLaplace {
        Check.positive("scale", scale);
    }
}
