package io.sordino.table.engine;

import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Whether 128 bits are below rate times 2^128, exactly: a double times 2^128 is a whole number where the double is at least 2^-75. */
public final class Membership {
    private static final double LEAST = 0x1p-70;

    private final boolean everybody;
    private final long high;
    private final long low;

    private Membership(boolean everybody, long high, long low) {
        this.everybody = everybody;
        this.high = high;
        this.low = low;
    }

    /** At a rate, which must be one that 128 bits can tell. */
    public static Membership at(double rate) {
        if (!(rate >= LEAST && rate <= 1))
            throw new InvalidException("the rate of a sample must be in [2^-70, 1], was " + rate);
        BigInteger below = new BigDecimal(rate)
                .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(128)))
                .toBigIntegerExact();
        return new Membership(rate == 1, below.shiftRight(64).longValue(), below.longValue());
    }

    /** Of the sixteen bytes from a place on. */
    public boolean holds(byte[] bits, int at) {
        if (everybody) return true;
        ByteBuffer block = ByteBuffer.wrap(bits, at, 16);
        int compared = Long.compareUnsigned(block.getLong(), high);
        return compared < 0 || (compared == 0 && Long.compareUnsigned(block.getLong(), low) < 0);
    }
}
