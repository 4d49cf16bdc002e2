package io.sordino.numeric;

/**
 * The binomial law of n trials with success rate p, in logarithms, for n below 2^52. The brackets are certified for p
 * exactly as given.
 */
public final class Binomial {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private Binomial() {}

    /** log P(X = k), with an error of about 1e-14 relative to 1 + |result|. */
    public static double logPmf(long k, long n, double p) {
        SaddlePoint.requireCounts(Math.max(0, Math.min(k, n)), n);
        requireRate(p);
        if (k < 0 || k > n) return NONE;
        if (p == 0 || p == 1) return k == (p == 0 ? 0 : n) ? 0 : NONE;
        if (p >= SaddlePoint.MIN_RATE) return SaddlePoint.logMass(k, n, p);
        return LogSpace.logBinomial(n, k) + (k == 0 ? 0 : k * StrictMath.log(p)) + (n - k) * StrictMath.log1p(-p);
    }

    /** {@code log P(X <= k)}. */
    public static Bracket logCdf(long k, long n, double p) {
        requireTrials(n, p);
        if (k < 0) return Bracket.exactly(NONE);
        if (k >= n) return Bracket.exactly(0);
        return IncompleteBeta.logComplement(p, k + 1, n - k);
    }

    /** log P(X > k). */
    public static Bracket logSf(long k, long n, double p) {
        requireTrials(n, p);
        if (k < 0) return Bracket.exactly(0);
        if (k >= n) return Bracket.exactly(NONE);
        return IncompleteBeta.log(p, k + 1, n - k);
    }

    /**
     * The least and the largest count between which all but {@code e^logTail} of the mass lies on either side, by Chernoff's
     * bound.
     *
     * @param logTail below -1
     */
    public static long[] window(long n, double p, double logTail) {
        requireTrials(n, p);
        if (!(logTail < -1)) throw new IllegalArgumentException("logTail must be below -1, was " + logTail);
        if (p == 0 || p == 1) return new long[] {p == 0 ? 0 : n, p == 0 ? 0 : n};
        long mean = Math.min(n, (long) (n * p));
        return new long[] {edge(n, p, logTail, mean, 0), edge(n, p, logTail, Math.min(n, mean + 1), n)};
    }

    /** The first count, seen from the mean, beyond which Chernoff's bound is small enough. */
    private static long edge(long n, double p, double logTail, long mean, long end) {
        if (!isRare(end, n, p, logTail)) return end;
        long inside = mean;
        long outside = end;
        while (Math.abs(outside - inside) > 1) {
            long middle = inside + (outside - inside) / 2;
            if (isRare(middle, n, p, logTail)) outside = middle;
            else inside = middle;
        }
        return inside;
    }

    private static boolean isRare(long k, long n, double p, double logTail) {
        double excess = SaddlePoint.excess(k, n, p);
        double deviance = (k == 0 ? n * p : SaddlePoint.deviance((double) k, n * p, excess))
                + (k == n ? n * (1 - p) : SaddlePoint.deviance((double) (n - k), n * (1 - p), -excess));
        return -deviance * (1 - 1e-12) < logTail;
    }

    private static void requireTrials(long n, double p) {
        if (!(n >= 0 && n < SaddlePoint.MAX_COUNT)) {
            throw new IllegalArgumentException("n must be in [0, 2^52), was " + n);
        }
        requireRate(p);
    }

    private static void requireRate(double p) {
        if (!(p >= 0 && p <= 1)) throw new IllegalArgumentException("p must be in [0, 1], was " + p);
    }
}
