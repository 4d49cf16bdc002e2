package io.sordino.loss.allocation;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.WholeOrderCurve;
import java.util.Optional;

/**
 * The Renyi curve of one step in t where the record is removed, at integer orders a from the moments of one step: with
 * mu_j = E_Q[V^j], E_Q[M^a] = a! t^-a [z^a] (sum_j mu_j z^j / j!)^t.
 */
public final class AllocatedMoments extends WholeOrderCurve {
    private static final int MOST = 96;

    private final long steps;
    private final RenyiCurve base;
    private Optional<double[]> logMoments = Optional.empty();

    /** @param base at least the Renyi divergence of one step */
    public AllocatedMoments(long steps, RenyiCurve base) {
        super((int) Math.min(MOST, base.largestOrder()));
        if (!(steps >= 1)) throw new IllegalArgumentException("steps must be at least 1, was " + steps);
        this.steps = steps;
        this.base = base;
    }

    @Override
    protected double moment(int order) {
        return logMoments()[order];
    }

    private double[] logMoments() {
        if (logMoments.isEmpty()) logMoments = Optional.of(computed());
        return logMoments.get();
    }

    private double[] computed() {
        int n = (int) largestOrder();
        double[] one = new double[n + 1];
        double[] logFactorial = new double[n + 1];
        for (int j = 1; j <= n; j++) {
            logFactorial[j] = logFactorial[j - 1] + Math.log(j);
            one[j] = (j > 1 ? (j - 1) * base.at(j) : 0) - logFactorial[j];
        }
        double[] power = one;
        for (long bit = Long.highestOneBit(steps) >> 1; bit > 0; bit >>= 1) {
            power = product(power, power);
            if ((steps & bit) != 0) power = product(power, one);
        }
        double[] logs = new double[n + 1];
        for (int a = 1; a <= n; a++) {
            double shift = a * Math.log((double) steps);
            // about 150 roundings of numbers of this size
            double doubt = 2e-14 * (1 + Math.abs(power[a]) + logFactorial[a] + shift);
            logs[a] = a == 1 ? 0 : Math.max(0, power[a] + logFactorial[a] - shift) + doubt;
        }
        return logs;
    }

    /** Logs of the coefficients of a product of two series whose terms are all positive. */
    private static double[] product(double[] a, double[] b) {
        int n = a.length;
        double[] c = new double[n];
        for (int k = 0; k < n; k++) {
            double top = Double.NEGATIVE_INFINITY;
            for (int j = 0; j <= k; j++) top = Math.max(top, a[j] + b[k - j]);
            double sum = 0;
            for (int j = 0; j <= k; j++) sum += Math.exp(a[j] + b[k - j] - top);
            c[k] = top == Double.POSITIVE_INFINITY ? top : top + Math.log(sum);
        }
        return c;
    }
}
