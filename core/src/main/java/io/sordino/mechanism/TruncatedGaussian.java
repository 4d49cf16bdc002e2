package io.sordino.mechanism;

/**
 * Gaussian noise of standard deviation {@code sigma} cut to [-bound, bound], both in units of one record's contribution.
 */
public record TruncatedGaussian(double sigma, double bound) implements Mechanism {
    public TruncatedGaussian {
        Check.positive("sigma", sigma);
        Check.positive("bound", bound);
    }
}
