package io.sordino.noise;

import java.math.BigInteger;
import java.util.function.IntFunction;

/**
 * A fixed irrational probability, such as e^-1, decided by comparing random digits with its binary expansion. The expansion is worked
 * out by exact arithmetic as far as a comparison needs it, so that the probability is right to all digits.
 */
final class IrrationalCoin implements Coin {
    private static final int GUARD = 64;

    private final IntFunction<FixedPoint> enclosure;
    private final long head;

    private IrrationalCoin(IntFunction<FixedPoint> enclosure) {
        this.enclosure = enclosure;
        this.head = digits(0, RandomSource.MOST_BITS);
    }

    /** Of an irrational number in (0, 1) that can be enclosed to any number of bits. */
    static IrrationalCoin of(IntFunction<FixedPoint> enclosure) {
        return new IrrationalCoin(enclosure);
    }

    /** e^-(above / below) for positive integers. */
    static IrrationalCoin expMinus(long above, long below) {
        BigInteger a = BigInteger.valueOf(above);
        BigInteger b = BigInteger.valueOf(below);
        return of(bits -> FixedPoint.expMinus(a, b, bits));
    }

    @Override
    public boolean toss(RandomSource random) {
        int digit = random.digitBits();
        long expected = head >>> (RandomSource.MOST_BITS - digit);
        long drawn = random.bits(digit);
        return drawn != expected ? drawn < expected : further(random, digit);
    }

    private boolean further(RandomSource random, int digit) {
        for (int from = digit; ; from += digit) {
            long expected = from + digit <= RandomSource.MOST_BITS
                    ? head >>> (RandomSource.MOST_BITS - from - digit) & (1L << digit) - 1
                    : digits(from, digit);
            long drawn = random.bits(digit);
            if (drawn != expected) return drawn < expected;
        }
    }

    /** The digits of the expansion from this place on. */
    private long digits(int from, int count) {
        for (int guard = GUARD; ; guard *= 2) {
            FixedPoint p = enclosure.apply(from + count + guard);
            BigInteger below = p.lower().shiftRight(guard);
            // an end may not touch a digit's edge: the truth is irrational, so more bits will tell
            if (below.equals(p.upper().shiftRight(guard)))
                return below.and(BigInteger.ONE.shiftLeft(count).subtract(BigInteger.ONE))
                        .longValueExact();
        }
    }
}
