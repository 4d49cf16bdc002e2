package io.sordino.numeric;

/**
 * The logarithm of the regularized incomplete beta function I_x(a, b) for whole a and b: the probability of at least a
 * successes in a + b - 1 trials of rate x. Certified on both sides, for a + b up to 2^52.
 */
public final class IncompleteBeta {
    /*
     * With d_(2m) = m (b-m) x / ((a+2m-1)(a+2m)) and d_(2m+1) = -(a+m)(a+b+m) x / ((a+2m)(a+2m+1)), DLMF 8.17.22 says
     *
     *   I_x(a, b) = (1-x) pmf(a) K,   K = 1 / (1 + d_1 / (1 + d_2 / (1 + ...))),
     *
     * pmf being binomial with a + b - 1 trials. Taking two steps at once (the even part) gives
     *
     *   K = 1 / (B_0 + A_1 / (B_1 + A_2 / (B_2 + ...))),   A_m = -d_(2m-1) d_(2m),   B_m = d_(2m) + (1 + d_(2m+1)).
     *
     * Let gap = a + 1 - (a+b) x. Multiplying out,
     *
     *   1 + d_(2m+1) = ((a+m) gap + m ((a+m)(2-x) + (a+2m+1))) / ((a+2m)(a+2m+1)),
     *
     * so for gap > 0 every A and B is positive and computed without subtraction. Cut anywhere, the rest is between B_N
     * and infinity, and carrying both ends back to the front encloses K: an early end is wide, never wrong. At m = b
     * the fraction ends by itself, A_b being zero.
     *
     * A, B and one step of the recurrence take fewer than 16 roundings together, each on positive numbers, and gap has
     * a relative error of 4u when it is at least 1. We widen each step by 24 u on each side.
     *
     * The gaps of a tail and of its complement add up to 2, so one of them is at least 1: that one is computed, and the
     * other is one minus it. The steps needed fall like the square of the distance from the mean in standard
     * deviations: ten at six deviations, and near the mean more than LIMIT if a and b are above 1e9. There the bracket
     * is wide by about one over the square root of LIMIT.
     */
    static final int LIMIT = 1 << 17;

    private static final double WIDEN = 24 * Ulp.HALF;
    private static final double GOOD_ENOUGH = 2e-14;
    private static final double ROUNDING_ONLY = 1e-10;

    private IncompleteBeta() {}

    /** log I_x(a, b) for x in [0, 1] and whole a, b >= 1 with a + b at most 2^52. */
    public static Bracket log(double x, long a, long b) {
        if (!(x >= 0 && x <= 1)) throw new IllegalArgumentException("x must be in [0, 1], was " + x);
        if (!(a >= 1 && b >= 1 && a <= SaddlePoint.MAX_COUNT && b <= SaddlePoint.MAX_COUNT - a)) {
            throw new IllegalArgumentException("a and b must be >= 1 and a + b <= 2^52, were " + a + " and " + b);
        }
        if (x == 0) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (x == 1) return Bracket.exactly(0);
        if (x < SaddlePoint.MIN_RATE) {
            // rising in x, so the value there is an upper bound; nothing is claimed below
            return Bracket.of(
                    Double.NEGATIVE_INFINITY, log(SaddlePoint.MIN_RATE, a, b).upper());
        }
        double gap = 1 + SaddlePoint.excess(a, a + b, x);
        if (gap >= 1) return logTail(x, a, b);
        return complement(logComplementaryTail(x, a, b));
    }

    /** log(1 - I_x(a, b)): the probability of fewer than a successes. */
    public static Bracket logComplement(double x, long a, long b) {
        if (x >= SaddlePoint.MIN_RATE && x < 1 && a >= 1 && b >= 1 && a <= SaddlePoint.MAX_COUNT - b) {
            double gap = 1 + SaddlePoint.excess(a, a + b, x);
            if (gap < 1) return logComplementaryTail(x, a, b);
        }
        return complement(log(x, a, b));
    }

    private static Bracket logTail(double x, long a, long b) {
        double gap = 1 + SaddlePoint.excess(a, a + b, x);
        Bracket logFactor = Bracket.of(Down.log1p(-x), Up.log1p(-x));
        return logFactor.plus(logMass(a, a + b - 1, x)).plus(logFraction(x, a, b, gap));
    }

    private static Bracket logComplementaryTail(double x, long a, long b) {
        double gap = 1 - SaddlePoint.excess(a, a + b, x);
        Bracket logFactor = Bracket.of(Down.log(x), Up.log(x));
        return logFactor.plus(logMass(a - 1, a + b - 1, x)).plus(logFraction(1 - x, b, a, gap));
    }

    private static Bracket logMass(long k, long n, double x) {
        double log = SaddlePoint.logMass(k, n, x);
        double error = SaddlePoint.errorOfLogMass(k, n, x);
        return Bracket.of(Down.sub(log, error), Up.add(log, error));
    }

    /** log(1 - e^tail); a tail that may be all there is leaves no lower bound. */
    private static Bracket complement(Bracket tail) {
        double lower = tail.upper() < 0 ? Down.log1p(-Up.exp(tail.upper())) : Double.NEGATIVE_INFINITY;
        double upper = tail.lower() < 0 ? Up.log1p(-Down.exp(tail.lower())) : Double.NEGATIVE_INFINITY;
        return Bracket.of(lower, Math.min(0, upper));
    }

    /** log K, by ever more steps until the ends agree, only rounding is left, the fraction ends or LIMIT is reached. */
    private static Bracket logFraction(double x, long a, long b, double gap) {
        double widthBefore = Double.POSITIVE_INFINITY;
        for (int steps = 8; ; steps *= 4) {
            int last = (int) Math.min(b - 1, Math.min(steps, LIMIT));
            Bracket k = fraction(x, (double) a, (double) b, gap, last);
            double width = k.relativeWidth();
            boolean isRoundingOnly = width <= ROUNDING_ONLY && width > 0.5 * widthBefore;
            if (last == b - 1 || last == LIMIT || width <= GOOD_ENOUGH || isRoundingOnly) {
                return Bracket.of(Down.log(k.lower()), Up.log(k.upper()));
            }
            widthBefore = width;
        }
    }

    private static Bracket fraction(double x, double a, double b, double gap, int last) {
        double low = denominator(x, a, b, gap, last);
        double high = last == b - 1 ? low : Double.POSITIVE_INFINITY;
        low *= 1 - WIDEN;
        high *= 1 + WIDEN;
        for (int m = last; m >= 1; m--) {
            double numerator = numerator(x, a, b, m);
            double denominator = denominator(x, a, b, gap, m - 1);
            double next = (denominator + numerator / high) * (1 - WIDEN);
            high = (denominator + numerator / low) * (1 + WIDEN);
            low = next;
        }
        return Bracket.of(Down.div(1, high), Up.div(1, low));
    }

    /** A_m = -d_(2m-1) d_(2m). */
    private static double numerator(double x, double a, double b, double m) {
        double odd = (a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1));
        return odd * even(x, a, b, m);
    }

    /** B_m = d_(2m) + (1 + d_(2m+1)). */
    private static double denominator(double x, double a, double b, double gap, double m) {
        double odd = (a + m) * gap + m * ((a + m) * (2 - x) + (a + 2 * m + 1));
        return (m == 0 ? 0 : even(x, a, b, m)) + odd / ((a + 2 * m) * (a + 2 * m + 1));
    }

    private static double even(double x, double a, double b, double m) {
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    }
}
