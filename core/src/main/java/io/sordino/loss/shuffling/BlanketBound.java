package io.sordino.loss.shuffling;

import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;

/**
 * The privacy blanket bounded by an inequality for sums, for k-ary randomized response or for any local randomizer.
 *
 * @param k how many symbols, or {@link #ANY}
 */
public record BlanketBound(double reports, double epsilon0, long k, Inequality inequality) implements Profile {
    /*
     * The loss of a blanket report is L = gamma (f - x g), f and g in [1, e0] with mean 1/gamma, so E L = 1 - x = -a. For k-ary
     * response gamma = k/(e0 + k - 1) and L = gamma (1 - x) + (1 - gamma) k {1, -x, 0}. For any randomizer gamma >= 1/e0, and
     * gamma f is in [1/e0, e0]; the bound, as a mean over 1 + Bin(n-1, gamma) of something falling, is largest at the least
     * gamma. Hoeffding's mean includes M = 0, which only adds.
     */
    /** Any randomizer with this epsilon0. */
    public static final long ANY = 0;

    /** Which bound of the tail of a sum. */
    public enum Inequality {
        HOEFFDING,
        BENNETT
    }

    private static final double WIDEN = 1e-9;

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= epsilon0) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (!(epsilon > 0)) return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        double log = inequality == Inequality.HOEFFDING ? hoeffding(epsilon) : bennett(epsilon);
        double upper = log + WIDEN * (1 + Math.abs(log));
        return Bracket.of(Double.NEGATIVE_INFINITY, upper < 0 ? upper : 0);
    }

    private double gamma() {
        return k == ANY ? Math.exp(-epsilon0) : k / (Math.exp(epsilon0) + k - 1);
    }

    /** Of k-ary response, 1 - gamma: nothing cancels where epsilon0 is small. */
    private double truthful() {
        double more = Math.expm1(epsilon0);
        return more / (more + k);
    }

    private double hoeffding(double epsilon) {
        double a = Math.expm1(epsilon);
        double x = Math.exp(epsilon);
        double gamma = gamma();
        double range = k == ANY ? (x + 1) * 2 * Math.sinh(epsilon0) : truthful() * k * (x + 1);
        double exponent = 2 * (a / range) * (a / range);
        return Math.log(range * range / (4 * a * gamma * reports))
                + reports * Math.log1p(gamma * Math.expm1(-exponent));
    }

    private double bennett(double epsilon) {
        double a = Math.expm1(epsilon);
        double x = Math.exp(epsilon);
        double e0 = Math.exp(epsilon0);
        double gamma = gamma();
        double most = k == ANY ? e0 - x / e0 : truthful() * k - gamma * a;
        if (!(most > 0)) return Double.NEGATIVE_INFINITY;
        double square = k == ANY
                ? e0 * (x * x + 1) - 2 * x / e0
                : gamma * (2 - gamma) * a * a + truthful() * truthful() * k * (x * x + 1);
        double u = a * most / square;
        // phi(u) from below: its series alternates, u^2/2 - u^3/6 is less
        double phi = u < 1e-4 ? u * u / 2 - u * u * u / 6 : (1 + u) * Math.log1p(u) - u;
        double exponent = square / (most * most) * phi * (1 - 1e-10);
        return Math.log(most / (Math.log1p(u) * gamma * reports)) + reports * Math.log1p(gamma * Math.expm1(-exponent));
    }
}
