package io.sordino.numeric;

/**
 * Arithmetic rounded upwards: no result is below the exact real one. {@link Down} is its mirror.
 *
 * <p>NaN gives NaN. A finite result too large for a double is {@code +Infinity}, one too far below zero is
 * {@code -Double.MAX_VALUE}. Results that are exact are returned as they are, where that is cheap to know.
 */
public final class Up {
    /*
     * Sums, products, quotients and roots are rounded to nearest first. The sign of the rounding error is then found
     * exactly (TwoSum for sums, a fused multiply-add for the others) and decides whether to step one double up. Below
     * SAFE the error itself may underflow and its sign be lost, so there the step is taken without asking.
     *
     * The elementary functions are those of StrictMath, which give the same bits on every machine and err by less than
     * one ulp; where the result is subnormal, scaling adds half an ulp. Two steps cover both.
     */
    static final double SAFE = 0x1p-960;

    private Up() {}

    /** No less than a + b. */
    public static double add(double a, double b) {
        double sum = a + b;
        if (Double.isInfinite(sum)) return sum < 0 && isFinite(a, b) ? -Double.MAX_VALUE : sum;
        double part = sum - a;
        double error = (a - (sum - part)) + (b - part);
        // NaN in the error (an overflow on the way) also takes the step
        return error <= 0 ? sum : Math.nextUp(sum);
    }

    /** No less than a - b. */
    public static double sub(double a, double b) {
        return add(a, -b);
    }

    /** No less than a times b. */
    public static double mul(double a, double b) {
        double product = a * b;
        if (Double.isInfinite(product)) return product < 0 && isFinite(a, b) ? -Double.MAX_VALUE : product;
        if (a == 0 || b == 0) return product;
        if (product == 0 && (a < 0) != (b < 0)) return 0.0;
        if (Math.abs(product) < SAFE) return Math.nextUp(product);
        return Math.fma(a, b, -product) <= 0 ? product : Math.nextUp(product);
    }

    /** The quotient; division by zero tells nothing, so it gives {@code +Infinity} (NaN for 0/0). */
    public static double div(double a, double b) {
        double quotient = a / b;
        if (b == 0) return Double.isNaN(quotient) ? quotient : Double.POSITIVE_INFINITY;
        if (!isFinite(a, b) || a == 0) return quotient;
        if (Double.isInfinite(quotient)) return quotient < 0 ? -Double.MAX_VALUE : quotient;
        if (quotient == 0 && (a < 0) != (b < 0)) return 0.0;
        if (Math.abs(quotient) < SAFE || Math.abs(a) < SAFE) return Math.nextUp(quotient);
        double remainder = Math.fma(-quotient, b, a);
        boolean quotientIsEnough = b > 0 ? remainder <= 0 : remainder >= 0;
        return quotientIsEnough ? quotient : Math.nextUp(quotient);
    }

    /** No less than the root of a. */
    public static double sqrt(double a) {
        if (a > 0 && a < SAFE) return sqrt(a * 0x1p200) * 0x1p-100;
        double root = Math.sqrt(a);
        if (a == 0 || Double.isInfinite(root)) return root;
        return Math.fma(-root, root, a) <= 0 ? root : Math.nextUp(root);
    }

    /** No less than e^x. */
    public static double exp(double x) {
        if (x == 0) return 1;
        if (x == Double.NEGATIVE_INFINITY) return 0;
        double up = twoUp(StrictMath.exp(x));
        return x < 0 ? Math.min(up, 1) : up;
    }

    /** No less than e^x - 1, relatively accurate near 0. */
    public static double expm1(double x) {
        if (x == 0 || x == Double.NEGATIVE_INFINITY) return StrictMath.expm1(x);
        double up = twoUp(StrictMath.expm1(x));
        return x < 0 ? Math.min(up, 0.0) : up;
    }

    /** No less than the natural logarithm of x. */
    public static double log(double x) {
        if (x == 1 || x == 0) return StrictMath.log(x);
        return twoUp(StrictMath.log(x));
    }

    /** No less than log(1 + x), relatively accurate near 0. */
    public static double log1p(double x) {
        if (x == 0 || x == -1) return StrictMath.log1p(x);
        // log(1+x) never exceeds x
        return Math.min(twoUp(StrictMath.log1p(x)), x);
    }

    /** The power, as {@link Math#pow} defines it, but NaN for every power of NaN. */
    public static double pow(double base, double exponent) {
        if (Double.isNaN(base)) return base;
        double power = StrictMath.pow(base, exponent);
        if (isExactPower(base, exponent)) return power;
        if (power == Double.NEGATIVE_INFINITY) return -Double.MAX_VALUE;
        double up = twoUp(power);
        return isAtMostOne(base, exponent) ? Math.min(up, 1) : up;
    }

    static boolean isExactPower(double base, double exponent) {
        return exponent == 0 || exponent == 1 || base == 0 || base == 1 || !isFinite(base, exponent);
    }

    static boolean isAtMostOne(double base, double exponent) {
        return base >= 0 && (base <= 1 ? exponent >= 0 : exponent <= 0);
    }

    static boolean isFinite(double a, double b) {
        return Double.isFinite(a) && Double.isFinite(b);
    }

    private static double twoUp(double x) {
        return Math.nextUp(Math.nextUp(x));
    }
}
