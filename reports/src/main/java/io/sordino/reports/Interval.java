package io.sordino.reports;

import io.sordino.numeric.Binomial;
import io.sordino.numeric.Normal;
import io.sordino.refusal.InvalidException;

/**
 * In which range the number of devices with a value lies, given how many of n reports support it: the supports are the sum of a binomial
 * of the holders with p and one of the others with q, which grows with the number of holders.
 *
 * <p>Exact where the noise is small: all numbers of holders under which neither tail from the count on is below half of the level. By the
 * score, with a correction for steps, where n q (1 - q) is 25 or more, and for rarer misses than one in forty more than that: the law is skew, and what that does to
 * a tail z deviations out grows with z^3 / sqrt(n q (1 - q)). Its level is checked by enumeration in the tests.
 */
public record Interval(double lower, double upper) {
    private static final double ENOUGH = 25;
    private static final double ENOUGH_AT = 1.96;
    private static final double NEGLIGIBLE = Math.log(1e-18);

    /**
     * @param tail the probability of missing on either side
     */
    public static Interval of(Law law, long supports, long n, double tail) {
        if (!(tail > 0 && tail < 0.5)) throw new InvalidException("a tail must be in (0, 1/2), was " + tail);
        if (!(supports >= 0 && supports <= n)) throw new IllegalArgumentException("more supports than reports");
        if (n == 0) return new Interval(0, 0);
        double enough = ENOUGH * Math.max(1, Math.pow(-Normal.quantile(tail) / ENOUGH_AT, 6));
        return n * law.q() * (1 - law.q()) >= enough ? score(law, supports, n, tail) : exact(law, supports, n, tail);
    }

    /** Of the honest reports alone, where at most so many of n are lies of any kind. */
    public static Interval robust(Law law, long supports, long n, long lies, double tail) {
        long honest = Math.max(0, n - lies);
        // between none and all of the lies support the value
        double lower = of(law, Math.max(0, Math.min(honest, supports - lies)), honest, tail).lower;
        return new Interval(lower, most(law, supports, n, honest, tail));
    }

    /** Where all who are left may hold the value, more may be left: fewer lie, and nobody holds another one. */
    private static double most(Law law, long supports, long n, long honest, double tail) {
        double upper = of(law, Math.min(honest, supports), honest, tail).upper;
        if (upper < honest) return upper;
        long low = honest;
        long high = n + 1;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (of(law, Math.min(middle, supports), middle, tail).upper >= middle) low = middle;
            else high = middle;
        }
        return (double) low;
    }

    static Interval exact(Law law, long c, long n, double tail) {
        // the least number of holders under which so many supports are no surprise
        long low = -1;
        long high = n;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (atLeast(law, c, middle, n) > tail) high = middle;
            else low = middle;
        }
        long lower = high;
        low = 0;
        high = n + 1;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (1 - atLeast(law, c + 1, middle, n) > tail) low = middle;
            else high = middle;
        }
        return new Interval(lower, Math.max(lower, low));
    }

    /** The probability of so many supports or more where so many hold the value. */
    static double atLeast(Law law, long c, long holders, long n) {
        if (c <= 0) return 1;
        long others = n - holders;
        long[] mine = window(holders, law.p());
        long[] theirs = window(others, law.q());
        // from so many others on it is enough however few of the holders are counted
        long enough = c - mine[0];
        double sum = above(enough, others, law.q());
        long last = Math.min(theirs[1], enough - 1);
        long first = Math.max(theirs[0], c - mine[1]);
        double above = above(c - first, holders, law.p());
        for (long j = first; j <= last; j++) {
            sum += mass(j, others, law.q()) * above;
            above += mass(c - j - 1, holders, law.p());
        }
        return Math.min(1, sum);
    }

    private static long[] window(long n, double p) {
        return n == 0 ? new long[] {0, 0} : Binomial.window(n, p, NEGLIGIBLE);
    }

    private static double mass(long k, long n, double p) {
        return n == 0 ? 1 : Math.exp(Binomial.logPmf(k, n, p));
    }

    /** The probability of at least k of so many. */
    private static double above(long k, long n, double p) {
        if (k <= 0) return 1;
        if (k > n || p <= 0) return 0;
        return p >= 1 ? 1 : Math.exp(Binomial.logSf(k - 1, n, p).upper());
    }

    static Interval score(Law law, long c, long n, double tail) {
        double z = -Normal.quantile(tail);
        return new Interval(end(law, c - 0.5, n, z, -1), end(law, c + 0.5, n, z, 1));
    }

    private static double end(Law law, double c, long n, double z, int sign) {
        double gap = law.p() - law.q();
        double a = gap * gap;
        double v = law.q() * (1 - law.q());
        double g = law.p() * (1 - law.p()) - v;
        double shifted = c - n * law.q();
        double b = 2 * shifted * gap + z * z * g;
        double root = Math.sqrt(Math.max(0, b * b - 4 * a * (shifted * shifted - z * z * n * v)));
        return Math.max(0, Math.min((double) n, (b + sign * root) / (2 * a)));
    }
}
