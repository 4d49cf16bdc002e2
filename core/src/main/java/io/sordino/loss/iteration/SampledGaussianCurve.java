package io.sordino.loss.iteration;

import io.sordino.loss.renyi.WholeOrderCurve;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Ulp;

/**
 * The Renyi curve of N(0, 1) against N(m, 1) on a sample of rate p, reflected: with V = 1 - p + p e^x and x the loss,
 * E[V^alpha + V^(1-alpha); V > 1] + (1 - p) TV under N(0, 1), its logarithm over alpha - 1.
 */
public final class SampledGaussianCurve extends WholeOrderCurve {
    public static final int LARGEST = 2000;
    private static final int CELLS = 400;
    private static final double SPAN = 12;
    /** Beyond it the square of a distance, and what it is multiplied by, are no longer doubles. */
    private static final double FARTHEST = 1e100;

    private final double rate;
    private final double mu;

    public SampledGaussianCurve(double rate, double mu) {
        super(LARGEST);
        this.rate = rate;
        this.mu = mu;
    }

    @Override
    protected double moment(int order) {
        if (!(mu <= FARTHEST)) return Double.POSITIVE_INFINITY;
        double logRate = Math.log(rate);
        double logRest = Math.log1p(-rate);
        double logChoose = 0;
        double top = Double.NEGATIVE_INFINITY;
        double[] logs = new double[order + 1];
        for (int k = 0; k <= order; k++) {
            double power = k * (k - 1.0) * mu * mu / 2;
            logs[k] = logChoose + k * logRate + (order - k) * logRest + power + Normal.logSf(mu * (0.5 - k));
            top = Math.max(top, logs[k]);
            logChoose += Math.log((order - k) / (k + 1.0));
        }
        double sum = 0;
        for (double log : logs) sum += Math.exp(log - top);
        // rounding of every exponent, of the terms and of their sum
        double error = 16
                * Ulp.ONE
                * (order * (2 + Math.abs(logRate)) + order * (double) order * mu * mu + Math.abs(top) + order);
        double others = lower(order) + (1 - rate) * (Normal.sf(-mu / 2) - Normal.sf(mu / 2));
        double logSum = top + Math.log(sum);
        if (logSum > 600) return logSum + error + others * Math.exp(-600);
        double excess = Math.exp(logSum) * (1 + 2 * error) + others * (1 + 64 * Ulp.ONE) - 1 + 64 * Ulp.ONE;
        return Math.max(0, Math.log1p(Math.max(0, excess)) * (1 + 4 * Ulp.ONE));
    }

    /** E[V^(1-alpha); V > 1], from above: the function is convex in V, so on a cell its chord bounds it. */
    private double lower(int order) {
        double sum = 0;
        double z = mu / 2;
        double width = SPAN / CELLS;
        double left = 1;
        double ratio = 1;
        for (int i = 0; i < CELLS; i++) {
            double next = z + width;
            double nextRatio = Math.exp(mu * next - mu * mu / 2);
            double right = Math.exp((1 - order) * Math.log1p(rate * (nextRatio - 1)));
            double q = Normal.between(z, next);
            double p = Normal.between(z - mu, next - mu);
            double doubt = 1e-13 / -Math.expm1(-mu * width);
            double share = (p / q - ratio) / (nextRatio - ratio) - doubt;
            // all to the left, where the function is larger, if the masses do not tell
            if (!(share >= 0 && share <= 1)) share = 0;
            sum += q * (left + share * (right - left));
            z = next;
            ratio = nextRatio;
            left = right;
        }
        return sum * (1 + 1e-13) + left * Normal.sf(z);
    }

    /** The same integral by the rule of rectangles. */
    @Override
    public double near(double alpha) {
        if (!(mu <= FARTHEST)) return Double.POSITIVE_INFINITY;
        double end = Math.max(mu / 2 + 8, alpha * mu + Math.sqrt(2 * alpha * -Math.log(rate)) + 4);
        int cells = (int) Math.max(60, Math.min(4000, (end - mu / 2) * 6));
        double width = (end - mu / 2) / cells;
        double sum = 0;
        double top = 0;
        double[] logs = new double[cells];
        for (int i = 0; i < cells; i++) {
            double z = mu / 2 + (i + 0.5) * width;
            double x = mu * z - mu * mu / 2;
            double log = x > 30 ? x + Math.log(rate) : Math.log1p(rate * Math.expm1(x));
            double first = alpha * log > 30 ? alpha * log : Math.log(Math.expm1(alpha * log));
            logs[i] = first + Math.log(-Math.expm1((1 - alpha) * log)) - z * z / 2;
            if (logs[i] > top) top = logs[i];
        }
        for (double log : logs) sum += Math.exp(log - top);
        double logSum = top + Math.log(sum * width / Math.sqrt(2 * Math.PI));
        return (logSum > 30 ? logSum : Math.log1p(Math.exp(logSum))) / (alpha - 1);
    }
}
