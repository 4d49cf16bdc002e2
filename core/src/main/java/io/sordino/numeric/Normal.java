package io.sordino.numeric;

/**
 * The standard normal law, with a certified <em>relative</em> error in both tails and on every interval.
 *
 * <p>The error constants are proved below and tested against forty digits. They hold wherever the result is a normal
 * double; a smaller result is off by at most {@link #ABSOLUTE_ERROR} more. {@link #up} and {@link #down} apply both.
 * The logarithms never underflow.
 */
public final class Normal {
    /*
     * Let u = 2^-53. The exponential of StrictMath errs by less than one ulp, 2u.
     *
     * pdf: x^2 is kept as a rounded square and its exact remainder r, and exp(-r/2) is 1 - r/2 to 1e-25, since |r| is
     * below 2e-13 where the density is not zero. Exponential 2u, correction u, constant u, product u: 5u.
     *
     * sf, x >= 0: pdf times Mills ratio (3u) with one rounding: 9u. x < 0: 1 - sf(-x), whose error is smaller.
     *
     * between, narrow: with midpoint m, half width h and He the Hermite polynomials, Taylor's series at m is
     *     Phi(m+h) - Phi(m-h) = 2 h pdf(m) S,   S = sum over j of He_2j(m) h^2j / (2j+1)!.
     * Every |He_n(m) h^n| is at most G_n, where G_(n+1) = |m| h G_n + n h^2 G_(n-1) has the same recurrence with all
     * signs positive. And S, the mean of cosh(m h s) exp(-h^2 s^2 / 2) over s in [0, 1], is at least exp(-h^2/2). So
     * the relative error of J terms is at most exp(h^2/2) * (sum over j >= J of G_2j / (2j+1)!), largest where |m| h
     * and h are: 7.5e-18 for J = 4 up to 1/64, 8.1e-20 for J = 6 up to 1/16, 6.6e-18 for J = 11 up to 1/2. Rounding of
     * S is 2u, for its first term is 1 and the majorant of the rest is 0.07. (Cramer's inequality would bound He_n
     * too, but only against exp(m^2/4), which is useless in a tail.) The square of a + b takes the rounding error of
     * the sum along. With width, constant and products: 11u.
     *
     * between, wide: 2h > 1 or 2h|m| > 1. On one side of zero the hazard exceeds both z and 0.79, so sf falls by a
     * factor of at least exp(0.79) and the difference of tails amplifies their error by at most 2.7: 26u. Across zero
     * the width exceeds 1, the result 0.34, and 1 - sf(b) - sf(-a) errs by at most (0.66 * 9u + 2u) / 0.34 < 24u.
     *
     * Logarithms: pdf, sf and between are a factor below one times exp(-z^2/2), so that their logarithms are sums of
     * numbers of one sign. Errors of the factor (at most 3u * 2.7 + 4u) weigh against |log| > 0.69: below 24u.
     */

    /** Of {@link #pdf}, {@link #cdf} and {@link #sf}. */
    public static final double RELATIVE_ERROR = 3e-15;

    /** Of {@link #between}. */
    public static final double BETWEEN_RELATIVE_ERROR = 5e-15;

    /** Of {@link #mills}: 3u from zero on, where no density is involved, and 15u below. */
    public static final double MILLS_RELATIVE_ERROR = 2e-15;

    /** Of {@link #logCdf}, {@link #logSf} and {@link #logBetween}. */
    public static final double LOG_RELATIVE_ERROR = 5e-15;

    /** What underflow may add. */
    public static final double ABSOLUTE_ERROR = 4 * Double.MIN_VALUE;

    private static final double INVERSE_ROOT_2PI = 0x1.9884533d43651p-2;
    private static final double[] INVERSE_ODD_FACTORIAL = inverseOddFactorials(11);

    private Normal() {}

    /** The density e^(-x^2/2) / sqrt(2 pi). */
    public static double pdf(double x) {
        return INVERSE_ROOT_2PI * expOfHalfSquare(x, 0);
    }

    /** Phi(x), the probability of a value below x. */
    public static double cdf(double x) {
        return sf(-x);
    }

    /** 1 - Phi(x), the probability of a value above x. */
    public static double sf(double x) {
        if (Double.isNaN(x)) return x;
        return x >= 0 ? tail(x) : 1 - tail(-x);
    }

    /** Mills' ratio (1 - Phi(x)) / pdf(x), to {@link #MILLS_RELATIVE_ERROR}; overflows below about -38. */
    public static double mills(double x) {
        return x >= 0 ? MillsRatio.of(x) : (1 - tail(-x)) / pdf(x);
    }

    /** The natural logarithm of {@link #cdf}. */
    public static double logCdf(double x) {
        return logSf(-x);
    }

    /** The natural logarithm of {@link #sf}. */
    public static double logSf(double x) {
        if (Double.isNaN(x)) return x;
        if (x < 0) return StrictMath.log1p(-tail(-x));
        if (x == Double.POSITIVE_INFINITY) return Double.NEGATIVE_INFINITY;
        return minusHalfSquare(StrictMath.log(MillsRatio.of(x) * INVERSE_ROOT_2PI), x, 0);
    }

    /** The probability of a value in [a, b]. */
    public static double between(double a, double b) {
        requireInterval(a, b);
        double width = b - a;
        double sum = a + b;
        if (isNarrow(width, sum)) {
            double density = INVERSE_ROOT_2PI * expOfHalfSquare(0.5 * sum, 0.5 * errorOfSum(a, b, sum));
            return width * (density * meanShape(width, sum));
        }
        if (a < 0 && b > 0) return 1 - tail(b) - tail(-a);
        double near = a >= 0 ? a : -b;
        double far = a >= 0 ? b : -a;
        // the exponent of the ratio of the tails is above 40: the farther one is below u / 20 of the nearer
        return width * Math.abs(sum) > 80 ? tail(near) : tail(near) - tail(far);
    }

    /** The natural logarithm of {@link #between}. */
    public static double logBetween(double a, double b) {
        requireInterval(a, b);
        double width = b - a;
        double sum = a + b;
        if (a == b) return Double.NEGATIVE_INFINITY;
        if (isNarrow(width, sum)) {
            double logFactor = StrictMath.log(width) + StrictMath.log(INVERSE_ROOT_2PI * meanShape(width, sum));
            return minusHalfSquare(logFactor, 0.5 * sum, 0.5 * errorOfSum(a, b, sum));
        }
        if (a < 0 && b > 0) return StrictMath.log1p(-(tail(b) + tail(-a)));
        double near = a >= 0 ? a : -b;
        double far = a >= 0 ? b : -a;
        double ratio = MillsRatio.of(near) - StrictMath.exp(-0.5 * width * (near + far)) * MillsRatio.of(far);
        return minusHalfSquare(StrictMath.log(INVERSE_ROOT_2PI * ratio), near, 0);
    }

    /** The x with cdf(x) = p, to about 1e-12 relative to max(1, |x|); not certified. */
    public static double quantile(double p) {
        if (!(p >= 0 && p <= 1)) throw new IllegalArgumentException("p must be in [0, 1], was " + p);
        return p <= 0.5 ? -quantileFromLogSf(StrictMath.log(p)) : quantileFromLogSf(StrictMath.log1p(-p));
    }

    /** The x with logSf(x) = logP, to about 1e-12 relative to max(1, |x|); not certified. */
    public static double quantileFromLogSf(double logP) {
        if (!(logP <= 0)) throw new IllegalArgumentException("logP must be <= 0, was " + logP);
        if (logP == 0) return Double.NEGATIVE_INFINITY;
        if (logP == Double.NEGATIVE_INFINITY) return Double.POSITIVE_INFINITY;
        double logHalf = StrictMath.log(0.5);
        if (logP > logHalf) return -quantileFromLogSf(StrictMath.log(-StrictMath.expm1(logP)));
        // sf(x) <= exp(-x^2/2) / 2, so this start is right of the root, and since logSf is concave Newton stays there
        double x = Math.sqrt(2 * (logHalf - logP));
        for (int i = 0; i < 50; i++) {
            double step = (logSf(x) - logP) * MillsRatio.of(x);
            x = Math.max(0, x + step);
            if (Math.abs(step) <= 1e-15 * (1 + x)) break;
        }
        return x;
    }

    /** No smaller than the true value that {@code computed}, a result of {@link #between} or the like, stands for. */
    public static double up(double computed) {
        return Math.min(1, Up.add(Up.mul(computed, 1 + 2 * BETWEEN_RELATIVE_ERROR), ABSOLUTE_ERROR));
    }

    /** No larger than the true value that {@code computed}, a result of {@link #between} or the like, stands for. */
    public static double down(double computed) {
        return Math.max(0, Down.sub(Down.mul(computed, 1 - 2 * BETWEEN_RELATIVE_ERROR), ABSOLUTE_ERROR));
    }

    private static double tail(double x) {
        return pdf(x) * MillsRatio.of(x);
    }

    /** exp(-(x + low)^2 / 2), where low is below an ulp of x. */
    private static double expOfHalfSquare(double x, double low) {
        double square = x * x;
        if (square > 1500) return 0;
        double rest = Math.fma(x, x, -square) + 2 * x * low;
        double exp = StrictMath.exp(-0.5 * square);
        return Math.fma(-0.5 * rest, exp, exp);
    }

    /** term - (x + low)^2 / 2; finite even where the square is not. */
    private static double minusHalfSquare(double term, double x, double low) {
        double square = x * x;
        if (square > Double.MAX_VALUE) return Math.abs(x) < 1.8e154 ? term - 0.5 * x * x : -Double.MAX_VALUE;
        double rest = Math.fma(x, x, -square) + 2 * x * low;
        return (term - 0.5 * rest) - 0.5 * square;
    }

    private static double errorOfSum(double a, double b, double sum) {
        double part = sum - a;
        return (a - (sum - part)) + (b - part);
    }

    private static boolean isNarrow(double width, double sum) {
        return width <= 1 && width * Math.abs(sum) <= 2;
    }

    /** The mean of the density over the interval, relative to the density at its midpoint: S of the essay. */
    private static double meanShape(double width, double sum) {
        double h = 0.5 * width;
        double slope = 0.5 * sum * h;
        double reach = Math.max(h, Math.abs(slope));
        double hh = h * h;
        double ss = slope * slope;
        if (reach <= 1.0 / 64) {
            double two = ss - hh;
            double four = ss * (ss - 6 * hh) + 3 * hh * hh;
            double six = ss * (ss * (ss - 15 * hh) + 45 * hh * hh) - 15 * hh * hh * hh;
            return 1 + (two / 6 + (four / 120 + six / 5040));
        }
        return hermiteSum(slope, hh, reach <= 1.0 / 16 ? 6 : 11);
    }

    private static double hermiteSum(double slope, double hh, int terms) {
        double even = 1;
        double odd = slope;
        double rest = 0;
        for (int j = 1; j < terms; j++) {
            even = slope * odd - (2 * j - 1) * hh * even;
            odd = slope * even - 2 * j * hh * odd;
            rest += even * INVERSE_ODD_FACTORIAL[j];
        }
        return 1 + rest;
    }

    private static double[] inverseOddFactorials(int count) {
        double[] inverse = new double[count];
        inverse[0] = 1;
        for (int j = 1; j < count; j++) inverse[j] = inverse[j - 1] / (2 * j * (2 * j + 1));
        return inverse;
    }

    private static void requireInterval(double a, double b) {
        if (!(a <= b)) throw new IllegalArgumentException("a must be <= b, was [" + a + ", " + b + "]");
    }
}
