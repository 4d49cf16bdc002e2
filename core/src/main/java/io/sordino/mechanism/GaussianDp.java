package io.sordino.mechanism;

/**
 * A black box of which only mu-Gaussian differential privacy is known.
 */
public record GaussianDp(double mu) implements Mechanism {
    public GaussianDp {
        Check.nonNegative("mu", mu);
    }
}
