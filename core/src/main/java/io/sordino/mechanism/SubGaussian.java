package io.sordino.mechanism;

/**
 * A black box of which only (mu, tau)-concentrated privacy is known: the mean of the privacy loss is at most mu, and around its mean the loss is
 * sub-Gaussian with standard deviation tau.
 */
public record SubGaussian(double mu, double tau) implements Mechanism {
    public SubGaussian {
        Check.nonNegative("mu", mu);
        Check.nonNegative("tau", tau);
    }
}
