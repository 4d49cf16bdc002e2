package io.sordino.noise;

import java.math.BigInteger;

/** A uniform number in [0, 1) whose digits are drawn when a comparison asks for them, and remembered. */
final class LazyFraction implements Coin {
    private long head;
    private int known;
    private BigInteger further = BigInteger.ZERO;
    private int furtherBits;

    /** A number whose first digits have been drawn. */
    static LazyFraction from(long digits, int count) {
        LazyFraction fraction = new LazyFraction();
        fraction.head = digits;
        fraction.known = count;
        return fraction;
    }

    /** A fresh uniform number lies below this one. */
    @Override
    public boolean toss(RandomSource random) {
        int digit = random.digitBits();
        for (int from = 0; ; from += digit) {
            long mine = digit(from, digit, random);
            long other = random.bits(digit);
            if (other != mine) return other < mine;
        }
    }

    private long digit(int from, int digit, RandomSource random) {
        if (from + digit <= RandomSource.MOST_BITS) {
            while (known < from + digit) {
                head = head << digit | random.bits(digit);
                known += digit;
            }
            return head >>> (known - from - digit) & (1L << digit) - 1;
        }
        int place = from - known;
        while (furtherBits < place + digit) more(digit, random);
        return further.shiftRight(furtherBits - place - digit)
                .and(BigInteger.ONE.shiftLeft(digit).subtract(BigInteger.ONE))
                .longValueExact();
    }

    private void more(int digit, RandomSource random) {
        further = further.shiftLeft(digit).or(BigInteger.valueOf(random.bits(digit)));
        furtherBits += digit;
    }

    /** Draws digits until at least this many bits are known. */
    void draw(int bits, RandomSource random) {
        int digit = random.digitBits();
        for (int from = 0; from < bits; from += digit) {
            long drawn = digit(from, digit, random);
            if (drawn < 0) throw new IllegalStateException("digits are not negative");
        }
    }

    int knownBits() {
        return known + furtherBits;
    }

    /** The digits drawn so far, as an integer over 2^knownBits. */
    BigInteger digits() {
        return BigInteger.valueOf(head).shiftLeft(furtherBits).or(further);
    }

    /** The first digits, if all that are known fit a long. */
    long shortDigits() {
        return head;
    }

    boolean isShort() {
        return furtherBits == 0;
    }
}
