package io.sordino.numeric;

/**
 * Arithmetic rounded downwards: no result is above the exact real one. {@link Up} is its mirror.
 *
 * <p>NaN gives NaN. A finite result too large for a double is {@code Double.MAX_VALUE}, one too far below zero is
 * {@code -Infinity}. Results that are exact are returned as they are, where that is cheap to know.
 */
public final class Down {
    private Down() {}

    // 0.0 - x rather than -x, so that a zero comes out positive and brackets at zero compare equal

    /** No more than a + b. */
    public static double add(double a, double b) {
        return 0.0 - Up.add(-a, -b);
    }

    /** No more than a - b. */
    public static double sub(double a, double b) {
        return 0.0 - Up.add(-a, b);
    }

    /** No more than a times b. */
    public static double mul(double a, double b) {
        return 0.0 - Up.mul(-a, b);
    }

    /** The quotient; division by zero tells nothing, so it gives {@code -Infinity} (NaN for 0/0). */
    public static double div(double a, double b) {
        return 0.0 - Up.div(-a, b);
    }

    /** No more than the root of a. */
    public static double sqrt(double a) {
        if (a > 0 && a < Up.SAFE) return sqrt(a * 0x1p200) * 0x1p-100;
        double root = Math.sqrt(a);
        if (a == 0 || Double.isInfinite(root)) return root;
        return Math.fma(-root, root, a) >= 0 ? root : Math.nextDown(root);
    }

    /** No more than e^x. */
    public static double exp(double x) {
        if (x == 0) return 1;
        if (x == Double.POSITIVE_INFINITY) return x;
        double down = twoDown(StrictMath.exp(x));
        return Math.max(down, x > 0 ? 1 : 0);
    }

    /** No more than e^x - 1, relatively accurate near 0. */
    public static double expm1(double x) {
        if (x == 0 || Double.isInfinite(x)) return StrictMath.expm1(x);
        // e^x - 1 is never below x, nor below -1
        return Math.max(twoDown(StrictMath.expm1(x)), Math.max(x, -1));
    }

    /** No more than the natural logarithm of x. */
    public static double log(double x) {
        if (x == 1 || x == 0 || x == Double.POSITIVE_INFINITY) return StrictMath.log(x);
        return twoDown(StrictMath.log(x));
    }

    /** No more than log(1 + x), relatively accurate near 0. */
    public static double log1p(double x) {
        if (x == 0 || x == -1 || x == Double.POSITIVE_INFINITY) return StrictMath.log1p(x);
        double down = twoDown(StrictMath.log1p(x));
        return x > 0 ? Math.max(down, 0.0) : down;
    }

    /** The power, as {@link Math#pow} defines it, but NaN for every power of NaN. */
    public static double pow(double base, double exponent) {
        if (Double.isNaN(base)) return base;
        double power = StrictMath.pow(base, exponent);
        if (Up.isExactPower(base, exponent)) return power;
        double down = twoDown(power);
        if (base < 0) return down;
        return Math.max(down, Up.isAtMostOne(base, exponent) ? 0 : 1);
    }

    /** Two steps down; from {@code +Infinity}, which here means overflow, to {@code Double.MAX_VALUE}. */
    private static double twoDown(double x) {
        return x == Double.POSITIVE_INFINITY ? Double.MAX_VALUE : Math.nextDown(Math.nextDown(x));
    }
}
