package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Up;

/**
 * The line xi + rho alpha for orders up to omega: zero-concentrated privacy where omega is infinite, truncated where it is not.
 *
 * <p>A bound for every order below omega holds at omega too, since Renyi divergences are continuous from the left.
 */
public record ConcentratedCurve(double rho, double xi, double omega) implements RenyiCurve {
    public ConcentratedCurve {
        if (!(rho >= 0)) throw new IllegalArgumentException("rho must be at least 0, was " + rho);
        if (!(xi >= 0)) throw new IllegalArgumentException("xi must be at least 0, was " + xi);
        if (!(omega > 1)) throw new IllegalArgumentException("omega must be above 1, was " + omega);
    }

    public static ConcentratedCurve zero(double rho, double xi) {
        return new ConcentratedCurve(rho, xi, Double.POSITIVE_INFINITY);
    }

    /** The curve of N(mu, 1) against N(0, 1), alpha mu^2 / 2. */
    public static ConcentratedCurve gaussian(double mu) {
        return zero(Up.mul(Up.mul(mu, mu), 0.5), 0);
    }

    @Override
    public double at(double alpha) {
        if (!(alpha <= omega)) return Double.POSITIVE_INFINITY;
        return rho == 0 ? xi : Up.add(xi, Up.mul(rho, alpha));
    }

    @Override
    public double largestOrder() {
        return omega;
    }
}
