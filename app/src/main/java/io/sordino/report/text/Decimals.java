package io.sordino.report.text;

import io.sordino.numeric.Bracket;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Doubles as decimals: the shortest that reads back, or fewer digits rounded in a stated direction. */
public final class Decimals {
    private static final int FEWEST_DIGITS = 4;
    private static final int MOST_DIGITS = 6;
    private static final double LN_10 = Math.log(10);

    private Decimals() {}

    /** Two ends as they are printed: the lower one rounded down and the upper one rounded up. */
    public record Ends(String lower, String upper) {}

    /** The shortest decimal that reads back as the same double: 10000, 0.05, 1e-5, Infinity. */
    public static String shortest(double value) {
        if (value == 0) return "0";
        if (Double.isInfinite(value) || Double.isNaN(value)) return String.valueOf(value);
        return text(shortestDecimal(value));
    }

    /*
     * Double.toString of older Java versions sometimes has a digit more than it needs, so digits are taken away while the
     * rounded decimal still reads back as the same double.
     */
    private static BigDecimal shortestDecimal(double value) {
        BigDecimal best = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (best.precision() < 16) return best;
        BigDecimal exact = new BigDecimal(value);
        while (best.precision() > 1) {
            BigDecimal shorter =
                    exact.round(new MathContext(best.precision() - 1)).stripTrailingZeros();
            if (!(shorter.doubleValue() == value)) break;
            best = shorter;
        }
        return best;
    }

    /** Both ends with as many digits as it takes to tell them apart. */
    public static Ends of(Bracket bracket) {
        double upper = bracket.upper();
        double lower = bracket.lower();
        if (lower == upper || Double.isInfinite(upper) || Double.isInfinite(lower) || upper == 0)
            return new Ends(down(lower, MOST_DIGITS), up(upper, MOST_DIGITS));
        int digits = digits((upper - lower) / Math.abs(upper));
        BigDecimal above = new BigDecimal(upper).round(new MathContext(digits, RoundingMode.CEILING));
        BigDecimal below = new BigDecimal(lower).setScale(above.scale(), RoundingMode.FLOOR);
        // ends far apart: the lower one would lose all its digits at the scale of the upper one
        if (below.precision() < 2) return new Ends(down(lower, FEWEST_DIGITS), text(above));
        return new Ends(text(below), text(above));
    }

    private static int digits(double relativeWidth) {
        int needed = 1 + (int) Math.ceil(-Math.log10(relativeWidth));
        return Math.max(FEWEST_DIGITS, Math.min(MOST_DIGITS, needed));
    }

    /** At least the value, unless its shortest decimal has few digits and stands for it. */
    public static String up(double value, int digits) {
        return rounded(value, digits, RoundingMode.CEILING);
    }

    /** At most the value, unless its shortest decimal has few digits and stands for it. */
    public static String down(double value, int digits) {
        return rounded(value, digits, RoundingMode.FLOOR);
    }

    /** The nearest decimal with so many digits, for numbers that are no ends. */
    public static String nearest(double value, int digits) {
        return rounded(value, digits, RoundingMode.HALF_EVEN);
    }

    private static String rounded(double value, int digits, RoundingMode mode) {
        if (Double.isInfinite(value)) return value > 0 ? "infinity" : "-infinity";
        BigDecimal shortest = value == 0 ? BigDecimal.ZERO : shortestDecimal(value);
        // a number that is short anyway needs no rounding
        if (shortest.precision() <= digits) return text(shortest);
        return text(new BigDecimal(value).round(new MathContext(digits, mode)));
    }

    /** Both ends of a number that is given by its natural logarithm and may be too small for a double. */
    public static Ends ofLogs(Bracket logs) {
        return new Ends(
                ofLog(logs.lower(), RoundingMode.FLOOR, FEWEST_DIGITS),
                ofLog(logs.upper(), RoundingMode.CEILING, FEWEST_DIGITS));
    }

    private static String ofLog(double log, RoundingMode mode, int digits) {
        if (log == Double.NEGATIVE_INFINITY) return "0";
        // a certainty is no rounded number
        if (log == 0) return "1";
        double log10 = log / LN_10;
        double exponent = Math.floor(log10);
        double mantissa = Math.pow(10, log10 - exponent);
        // the quotient and the power are off by a few ulps of the logarithm
        double slack = 1e-13 + 4 * Math.ulp(log10) * LN_10;
        double outward = mode == RoundingMode.CEILING ? mantissa * (1 + slack) : mantissa * (1 - slack);
        BigDecimal rounded = new BigDecimal(outward).round(new MathContext(digits, mode));
        return text(rounded.scaleByPowerOfTen((int) exponent));
    }

    private static String text(BigDecimal decimal) {
        if (decimal.signum() == 0) return "0";
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= -4 && exponent < 16) return decimal.toPlainString();
        String digits = decimal.unscaledValue().abs().toString();
        String sign = decimal.signum() < 0 ? "-" : "";
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return sign + digits.charAt(0) + fraction + "e" + exponent;
    }
}
