package io.sordino.examples;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Five digits of an end, rounded so that what is printed holds: printf would round to the nearest. */
final class Outwards {
    private Outwards() {}

    static String up(double end) {
        return rounded(end, RoundingMode.CEILING);
    }

    static String down(double end) {
        return rounded(end, RoundingMode.FLOOR);
    }

    private static String rounded(double end, RoundingMode mode) {
        return Double.isInfinite(end)
                ? "infinity"
                : new BigDecimal(end).round(new MathContext(5, mode)).toPlainString();
    }
}
