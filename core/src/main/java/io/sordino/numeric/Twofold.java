package io.sordino.numeric;

/**
 * An unevaluated sum of two doubles, the lower one at most about an ulp of the higher: some thirty digits, for a number that
 * will be subtracted from one close to it.
 */
public record Twofold(double high, double low) {
    /** The double itself, without error. */
    public static Twofold of(double value) {
        return new Twofold(value, 0);
    }

    /** The sum, without error unless it overflows. */
    public static Twofold sum(double a, double b) {
        double sum = a + b;
        double part = sum - a;
        return orHighAlone(sum, (a - (sum - part)) + (b - part));
    }

    /** To about 2^-104, unless the quotient is close to underflow. */
    public static Twofold quotient(double a, double b) {
        return of(a).over(b);
    }

    /** The quotient, as close as {@link #quotient}. */
    public Twofold over(double divisor) {
        double quotient = high / divisor;
        double rest = (Math.fma(-quotient, divisor, high) + low) / divisor;
        return Double.isFinite(rest) && Double.isFinite(quotient) ? sum(quotient, rest) : of(quotient);
    }

    /** The sum, to about 2^-104 of the larger of the two. */
    public Twofold plus(double term) {
        Twofold sum = sum(high, term);
        return Double.isInfinite(sum.high) ? sum : sum(sum.high, sum.low + low);
    }

    /** The difference, to about 2^-104 of the larger of the two. */
    public Twofold minus(double term) {
        return plus(-term);
    }

    /** e to the power of this times {@code factor}, where the factor is a power of two, to 2 ulps. */
    public double exp(double factor) {
        double exp = Math.exp(high * factor);
        return exp > 0 && exp < Double.POSITIVE_INFINITY ? exp * (1 + low * factor) : exp;
    }

    private static Twofold orHighAlone(double high, double low) {
        return new Twofold(high, Double.isFinite(low) ? low : 0);
    }
}
