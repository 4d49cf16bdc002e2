package io.sordino.loss.iteration;

/** Geometric sums whose ratio is given by its logarithm, so that ratios close to 1 keep their digits. */
public final class Geometric {
    private Geometric() {}

    /** 1 + q + ... + q^(n - 1) for q = e^-rate, to a few ulps. */
    public static double sum(double rate, long n) {
        if (!(rate > 0)) return (double) n;
        if (rate == Double.POSITIVE_INFINITY || n == 0) return n == 0 ? 0 : 1;
        return Math.expm1(-rate * n) / Math.expm1(-rate);
    }
}
