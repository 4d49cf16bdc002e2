package io.sordino.numeric;

/** Binomial masses by Loader's saddle-point expansion: no two large terms are ever subtracted. */
final class SaddlePoint {
    /*
     * With D(x, m) = x log(x/m) + m - x >= 0 and s(n) the error of Stirling's formula,
     *
     *   log pmf(k) = s(n) - s(k) - s(n-k) - D(k, np) - D(n-k, nq) - log(2 pi k (n-k) / n) / 2    for 0 < k < n.
     *
     * Both deviances depend on k - np, which at n = 1e15 a plain product would miss by 0.1. It is taken from the exact
     * product np (two doubles), so it has a relative error of 2u, and nq - (n-k) is the same number.
     *
     * Errors, u = 2^-53. D by its series (|v| < 0.3, terms falling by v^2, the first dominating): 8u. D directly: the
     * two parts are at most 7 times the result, 3u each: 21u. The logarithm at the end: 2.5u + u |log|. s: the
     * alternating series beyond 15 is cut below 1.5e-18, the table is rounded, together below u. Adding up: 3u of the
     * sum of moduli. errorOfLogMass doubles what these make.
     */
    /** Whole numbers up to twice this are exact as doubles. */
    static final long MAX_COUNT = 1L << 52;

    /** Below this rate np may lose its low part to underflow. */
    static final double MIN_RATE = 1e-280;

    private static final double LOG_2PI = 1.8378770664093456;

    /** log n! - log(sqrt(2 pi n) (n/e)^n) for n = 1 .. 15. */
    private static final double[] STIRLING_ERROR = {
        0.08106146679532726, 0.0413406959554093, 0.02767792568499834, 0.020790672103765093, 0.016644691189821193,
        0.013876128823070748, 0.01189670994589177, 0.010411265261972096, 0.009255462182712733, 0.00833056343336287,
        0.007573675487951841, 0.00694284010720953, 0.006408994188004207, 0.0059513701127588475, 0.005554733551962801,
    };

    private SaddlePoint() {}

    static void requireCounts(long k, long n) {
        if (!(n >= 0 && n <= MAX_COUNT)) {
            throw new IllegalArgumentException("n must be in [0, " + MAX_COUNT + "], was " + n);
        }
        if (!(k >= 0 && k <= n)) throw new IllegalArgumentException("k must be in [0, " + n + "], was " + k);
    }

    static double stirlingError(long n) {
        if (n <= 15) return STIRLING_ERROR[(int) n - 1];
        double w = 1.0 / ((double) n * n);
        double series = 1 / 1188.0 - w * (691 / 360360.0);
        series = 1 / 1680.0 - w * series;
        series = 1 / 1260.0 - w * series;
        series = 1 / 360.0 - w * series;
        return (1 / 12.0 - w * series) / n;
    }

    /** k - n p, from the exact product. */
    static double excess(long k, long n, double p) {
        double mean = n * p;
        return (k - mean) - Math.fma((double) n, p, -mean);
    }

    /** x log(x/mean) + mean - x, given excess = x - mean more exactly than the subtraction would. */
    static double deviance(double x, double mean, double excess) {
        double v = excess / (x + mean);
        if (Math.abs(v) >= 0.3) return x * StrictMath.log(x / mean) - excess;
        double vv = v * v;
        double power = 2 * x * v;
        double rest = 0;
        // 0.09^20 is below 1e-20; smaller v stop on their own
        for (int j = 1; j <= 20; j++) {
            power *= vv;
            double next = rest + power / (2 * j + 1);
            if (next == rest) break;
            rest = next;
        }
        return excess * v + rest;
    }

    /** log of the probability of k successes in n trials of rate p in [MIN_RATE, 1), 0 <= k <= n. */
    static double logMass(long k, long n, double p) {
        if (k == 0) return n * StrictMath.log1p(-p);
        if (k == n) return n * logRate(p);
        return -deviances(k, n, p) + (normalization(k, n) + stirlingErrors(k, n));
    }

    /** No less than the absolute error of {@link #logMass}. */
    static double errorOfLogMass(long k, long n, double p) {
        if (k == 0 || k == n) return 8 * Ulp.HALF * Math.abs(logMass(k, n, p)) + Double.MIN_NORMAL;
        return Ulp.HALF * (50 * deviances(k, n, p) + 10 * Math.abs(normalization(k, n)) + 20);
    }

    private static double deviances(long k, long n, double p) {
        double excess = excess(k, n, p);
        return deviance((double) k, n * p, excess) + deviance((double) (n - k), n * (1 - p), -excess);
    }

    private static double normalization(long k, long n) {
        return -0.5 * (LOG_2PI + StrictMath.log((double) k / n * (n - k)));
    }

    private static double stirlingErrors(long k, long n) {
        return stirlingError(n) - stirlingError(k) - stirlingError(n - k);
    }

    /** log p; near one, 1 - p is exact and its logarithm is better. */
    private static double logRate(double p) {
        return p < 0.5 ? StrictMath.log(p) : StrictMath.log1p(-(1 - p));
    }
}
