package io.sordino.ledger.rule;

import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Amounts as whole numbers of units of 10^-digits: what is taken rounds up, what there is rounds down. */
public final class Units {
    /** Significant digits of an amount that has no natural unit. */
    private static final int SIGNIFICANT = 16;

    private Units() {}

    /** No less than the amount. */
    public static long up(BigDecimal amount, int digits) {
        return units(amount, digits, RoundingMode.CEILING);
    }

    /** No more than the amount. */
    public static long down(BigDecimal amount, int digits) {
        return units(amount, digits, RoundingMode.FLOOR);
    }

    private static long units(BigDecimal amount, int digits, RoundingMode rounding) {
        if (!(amount.signum() >= 0)) throw new InvalidException("an amount must be at least 0, was " + amount);
        if (amount.signum() == 0) return 0;
        // the size of a number is known before its digits are written out
        long magnitude = amount.precision() - (long) amount.scale() + digits;
        if (magnitude > 19) return Long.MAX_VALUE;
        if (magnitude < 0) return rounding == RoundingMode.CEILING ? 1 : 0;
        BigInteger whole = amount.movePointRight(digits).setScale(0, rounding).toBigIntegerExact();
        // more than any budget has
        return whole.bitLength() > 63 ? Long.MAX_VALUE : whole.longValue();
    }

    /** As many digits as let a limit of this size, and its sixteen significant digits, fit. */
    public static int digitsFor(BigDecimal limit) {
        if (!(limit.signum() > 0)) return 0;
        int magnitude = limit.precision() - limit.scale();
        return SIGNIFICANT - magnitude;
    }

    /** The amount that so many units are. */
    public static BigDecimal amount(long units, int digits) {
        BigDecimal amount = BigDecimal.valueOf(units, 0).movePointLeft(digits).stripTrailingZeros();
        return amount.signum() == 0 ? BigDecimal.ZERO : amount;
    }

    /** As people write it: no exponent where the number is neither very small nor very large. */
    public static String text(BigDecimal amount) {
        BigDecimal short_ = amount.stripTrailingZeros();
        int magnitude = short_.precision() - short_.scale();
        if (amount.signum() == 0) return "0";
        if (magnitude > -4 && magnitude <= 16) return short_.toPlainString();
        BigDecimal mantissa = short_.movePointLeft(magnitude - 1).stripTrailingZeros();
        return mantissa.toPlainString() + "e" + (magnitude - 1);
    }
}
