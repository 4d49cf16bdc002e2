package io.sordino.mechanism;

/**
 * Discrete Gaussian noise on the integers, for an integer query that one record moves by at most 1.
 */
public record DiscreteGaussian(double sigma) implements Mechanism {
    public DiscreteGaussian {
        Check.positive("sigma", sigma);
    }
}
