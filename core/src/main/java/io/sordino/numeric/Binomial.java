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

    /** log P(X <= k). */
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
