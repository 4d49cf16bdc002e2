package io.sordino.numeric;

/** Arithmetic on the logarithms of numbers too small or too large for a double. Rounds to nearest. */
public final class LogSpace {
    private static final double LOG_2 = StrictMath.log(2);
    private static final double HALF_LOG_2PI = 0.9189385332046728;

    private LogSpace() {}

    /** log(e^a + e^b). */
    public static double logAdd(double a, double b) {
        if (a == b) return a + LOG_2;
        double high = Math.max(a, b);
        double low = Math.min(a, b);
        return high == Double.POSITIVE_INFINITY ? high : high + StrictMath.log1p(StrictMath.exp(low - high));
    }

    /** log(e^a - e^b) for a >= b. */
    public static double logSub(double a, double b) {
        if (!(a >= b)) throw new IllegalArgumentException("a must be >= b, was " + a + " and " + b);
        if (a == b) return Double.NEGATIVE_INFINITY;
        return b == Double.NEGATIVE_INFINITY ? a : a + log1mExp(b - a);
    }

    /** log(1 - e^x) for {@code x <= 0}, without cancellation at either end. */
    public static double log1mExp(double x) {
        if (!(x <= 0)) throw new IllegalArgumentException("x must be <= 0, was " + x);
        return x > -LOG_2 ? StrictMath.log(-StrictMath.expm1(x)) : StrictMath.log1p(-StrictMath.exp(x));
    }

    /** The logarithm of the sum of e^(logs[i]), i from {@code from} up to but without {@code to}. */
    public static double logSum(double[] logs, int from, int to) {
        double high = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) high = Math.max(high, logs[i]);
        if (Double.isInfinite(high)) return high;
        double sum = 0;
        double lost = 0;
        for (int i = from; i < to; i++) {
            // Kahan's compensation, so that a million terms cost no more digits than two
            double term = StrictMath.exp(logs[i] - high) - lost;
            double next = sum + term;
            lost = (next - sum) - term;
            sum = next;
        }
        return high + StrictMath.log(sum);
    }

    /** log of n choose k, for {@code 0 <= k <= n <= 2^52}, to a few ulps. */
    public static double logBinomial(long n, long k) {
        SaddlePoint.requireCounts(k, n);
        long few = Math.min(k, n - k);
        long many = n - few;
        if (few == 0) return 0;
        if (few == 1) return StrictMath.log((double) n);
        // Stirling's formula for all three factorials, arranged so that the large terms are positive
        double main = few * StrictMath.log((double) n / few) + many * StrictMath.log1p((double) few / many);
        double root = -HALF_LOG_2PI - 0.5 * (StrictMath.log((double) few) + StrictMath.log1p(-(double) few / n));
        double rest = SaddlePoint.stirlingError(n) - SaddlePoint.stirlingError(few) - SaddlePoint.stirlingError(many);
        return main + (root + rest);
    }
}
