package io.sordino.plan;

import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A number as it was written: the double nearest to it and, where it is one, the whole number that it is exactly.
 *
 * <p>Literals that overflow, or that are not zero but would become zero, are refused: a delta of 1e-400 is not a delta of 0.
 */
record Numeral(double value, OptionalLong whole) {
    private static final MathContext QUOTIENT = new MathContext(60);
    private static final int LONG_DIGITS = 19;

    /** Any double; whole if it is an integer that fits a long. */
    static Numeral of(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 0x1p63;
        return new Numeral(value, whole ? OptionalLong.of((long) value) : OptionalLong.empty());
    }

    /** Reads a decimal without underscores, or says why it is out of range. */
    static Numeral read(String literal) {
        if (!(literal.length() <= Limits.NUMBER_CHARACTERS))
            throw new InvalidException("a number may have at most " + Limits.NUMBER_CHARACTERS + " characters");
        double value = readDouble(literal);
        // the range of doubles bounds the exponent, so the decimal below stays small
        return new Numeral(value, wholePart(new BigDecimal(literal)));
    }

    /** The double nearest to a decimal literal, or a refusal where its size is lost. */
    static double readDouble(String literal) {
        double value = Double.parseDouble(literal);
        if (Double.isNaN(value)) throw new InvalidException("NaN is not a number");
        if (!(Math.abs(value) < Double.POSITIVE_INFINITY))
            throw new InvalidException(shortened(literal) + " is too large for a double (at most 1.79e308)");
        if (value == 0 && hasSignificantDigit(literal))
            throw new InvalidException(shortened(literal) + " is too small for a double (at least 4.9e-324)");
        return value;
    }

    /** The quotient of two literals, correctly rounded for all fractions that people write. */
    static Numeral readFraction(String numerator, String denominator) {
        Numeral above = read(numerator);
        Numeral below = read(denominator);
        if (below.value == 0) throw new InvalidException("the denominator of a fraction cannot be 0");
        if (above.value == 0) return Numeral.of(0);
        BigDecimal quotient = new BigDecimal(numerator).divide(new BigDecimal(denominator), QUOTIENT);
        double value = quotient.doubleValue();
        if (!(Math.abs(value) < Double.POSITIVE_INFINITY && value != 0))
            throw new InvalidException("the fraction is out of the range of doubles");
        boolean exact = new BigDecimal(denominator).multiply(quotient).compareTo(new BigDecimal(numerator)) == 0;
        return new Numeral(value, exact ? wholePart(quotient) : OptionalLong.empty());
    }

    private static OptionalLong wholePart(BigDecimal decimal) {
        if (decimal.signum() == 0) return OptionalLong.of(0);
        if (decimal.precision() - decimal.scale() > LONG_DIGITS) return OptionalLong.empty();
        if (decimal.stripTrailingZeros().scale() > 0) return OptionalLong.empty();
        return Optional.of(decimal.toBigInteger())
                .filter(integer -> integer.bitLength() < Long.SIZE)
                .map(integer -> OptionalLong.of(integer.longValue()))
                .orElse(OptionalLong.empty());
    }

    private static boolean hasSignificantDigit(String literal) {
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == 'e' || c == 'E') return false;
            if (c >= '1' && c <= '9') return true;
        }
        return false;
    }

    private static String shortened(String literal) {
        return literal.length() <= 24 ? literal : literal.substring(0, 24) + "...";
    }

    /** The shortest decimal that reads back as this double, without a trailing .0: 1.1, 1, 1e-5, inf. */
    static String text(double value) {
        if (value == Double.POSITIVE_INFINITY) return "inf";
        if (value == 0) return 1 / value > 0 ? "0" : "-0";
        BigDecimal shortest = shortest(value);
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < 16) return shortest.toPlainString();
        String digits = shortest.unscaledValue().abs().toString();
        String sign = value < 0 ? "-" : "";
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return sign + digits.charAt(0) + fraction + "e" + exponent;
    }

    /*
     * Double.toString of older Java versions sometimes has a digit more than it needs, so digits are taken away while the
     * rounded decimal still reads back as the same double.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal best = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        while (best.precision() > 1) {
            BigDecimal shorter =
                    exact.round(new MathContext(best.precision() - 1)).stripTrailingZeros();
            if (!(shorter.doubleValue() == value)) return best;
            best = shorter;
        }
        return best;
    }
}
