package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Up;

/** The line mean + (alpha - 1) tau^2 / 2: what a loss of this mean says that is sub-Gaussian around it. */
public record SubGaussianCurve(double mean, double tau) implements RenyiCurve {
    public SubGaussianCurve {
        if (!(mean >= 0 && tau >= 0))
            throw new IllegalArgumentException("mean and tau must be at least 0, were " + mean + " and " + tau);
    }

    @Override
    public double at(double alpha) {
        return tau == 0 ? mean : Up.add(mean, Up.mul(Up.sub(alpha, 1), halfSquareUp(tau)));
    }

    @Override
    public double largestOrder() {
        return Double.POSITIVE_INFINITY;
    }

    /** tau^2 / 2, rounded up. */
    public static double halfSquareUp(double tau) {
        return Up.mul(0.5, Up.mul(tau, tau));
    }
}
