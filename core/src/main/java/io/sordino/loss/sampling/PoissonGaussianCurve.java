package io.sordino.loss.sampling;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * The Renyi curve of Gaussian noise on a Poisson sample, a removed record: log E[(1 - q + q e^(mu Z - mu^2/2))^alpha] / (alpha - 1)
 * with Z standard normal. Whole orders are finite sums; small orders in between are integrated.
 */
public final class PoissonGaussianCurve implements RenyiCurve {
    /*
     * V^alpha, V = 1 - q + q W, is convex in W = e^(mu Z - mu^2/2), so on a cell its chord bounds it, weighed by the cell's masses under
     * both normal laws. Beyond the last cell V > 1 and the next whole order is a finite sum.
     */
    private static final double INTEGRATED = 8;
    private static final double LOWEST = -12;
    private static final int CELLS = 6000;
    private static final int POINTS = 5;

    private final double rate;
    private final double mu;
    private final PoissonCurve whole;

    public PoissonGaussianCurve(double rate, double mu) {
        this.rate = rate;
        this.mu = mu;
        this.whole = PoissonCurve.removing(rate, ConcentratedCurve.gaussian(mu));
    }

    @Override
    public double largestOrder() {
        return whole.largestOrder();
    }

    @Override
    public boolean hasChords() {
        return true;
    }

    /** Where orders are integrated: E[V^alpha] - 1 over C(alpha, 2), whose logarithm is about a polynomial through whole orders. */
    @Override
    public double near(double alpha) {
        if (!isIntegrated(alpha)) return whole.at(alpha);
        double first = Math.max(2, Math.floor(alpha) - 1);
        double log = 0;
        for (int i = 0; i < POINTS; i++) {
            double weight = 1;
            for (int j = 0; j < POINTS; j++) if (j != i) weight *= (alpha - first - j) / (i - j);
            log += weight * logExcess(first + i);
        }
        double logMean = log + Math.log(alpha * (alpha - 1) / 2);
        return (logMean > 40 ? logMean : Math.log1p(Math.exp(logMean))) / (alpha - 1);
    }

    private double logExcess(double order) {
        double log = (order - 1) * whole.at(order);
        return (log > 40 ? log : Math.log(Math.expm1(log))) - Math.log(order * (order - 1) / 2);
    }

    @Override
    public double at(double alpha) {
        double chord = whole.at(alpha);
        return isIntegrated(alpha) ? Math.min(chord, Up.div(integrated(alpha), alpha - 1)) : chord;
    }

    private boolean isIntegrated(double alpha) {
        return alpha < INTEGRATED && alpha != Math.rint(alpha) && mu * (alpha + 1) < 20;
    }

    private double integrated(double alpha) {
        double last = alpha * mu + 12;
        double width = (last - LOWEST) / CELLS;
        double excess = 0;
        double z = LOWEST;
        double w = weight(z);
        double f = excess(w, alpha);
        double rounding = 0;
        for (int i = 0; i < CELLS; i++) {
            double next = LOWEST + (i + 1) * width;
            double nextW = weight(next);
            double nextF = excess(nextW, alpha);
            double q = Normal.between(z, next);
            double p = Normal.between(z - mu, next - mu);
            double share = (p / q - w) / (nextW - w);
            if (!(share >= 0 && share <= 1)) share = nextF > f ? 1 : 0;
            double part = q * (f + share * (nextF - f));
            // the share is known to the error of p and q over the relative width of the cell
            rounding += q * 8 * Ulp.ONE * (f + nextF + alpha * rate * (1 + nextW))
                    + q * Math.abs(nextF - f) * 4 * Normal.BETWEEN_RELATIVE_ERROR * (1 + nextW / (nextW - w));
            excess += part;
            z = next;
            w = nextW;
            f = nextF;
        }
        return Up.log1p(Math.max(0, excess + rounding + beyond(alpha, z)) * (1 + 16 * Ulp.ONE));
    }

    /** V^alpha - 1 less the part of it that is linear in W and integrates to 0. */
    private double excess(double w, double alpha) {
        double v = rate * (w - 1);
        return Math.expm1(alpha * Math.log1p(v)) - alpha * v;
    }

    private double weight(double z) {
        return Math.exp(mu * z - mu * mu / 2);
    }

    /** At most what lies above {@code z}; below the first cell the excess is at most alpha q, on a mass of 1e-33. */
    private double beyond(double alpha, double z) {
        int n = (int) Math.ceil(alpha);
        double sum = 0;
        double choose = 1;
        for (int k = 0; k <= n; k++) {
            double log = k * (k - 1.0) * mu * mu / 2 + Normal.logSf(z - k * mu);
            sum += choose * Math.pow(rate, k) * Math.pow(1 - rate, n - k) * Math.exp(log);
            choose *= (n - k) / (k + 1.0);
        }
        return sum * (1 + 1e-12) + alpha * rate * Normal.sf(-LOWEST);
    }
}
