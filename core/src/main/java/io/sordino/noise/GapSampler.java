package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * How many failures come before the first success of probability {@code rate}, exactly: P(g) = (1 - rate)^g rate.
 *
 * <p>The binary digits of such a number are independent. With r = 1 - rate, digit j is one with probability r^(2^j) / (1 + r^(2^j)), and
 * what lies above the first digits is such a number again, with r^(2^J) in the place of r.
 */
public final class GapSampler {
    private static final int MOST_DIGITS = 32;
    private static final int MOST_TOGETHER = 10;
    private static final double LEAST_RATE = 1e-12;

    /** The lowest digits together, the ones above them, and what lies above those. */
    private final IntegerNoise lowest;

    private final int together;
    private final Coin[] digits;
    private final Coin block;

    /** For a rate above 0 and at most 1. */
    public GapSampler(double rate) {
        if (!(rate >= LEAST_RATE && rate < 1))
            throw new InvalidException("rate must be in [1e-12, 1) to be drawn, was " + rate);
        int count = 0;
        while (count < MOST_DIGITS && rate * (1L << count) < 1) count++;
        BigDecimal failure = BigDecimal.ONE.subtract(new BigDecimal(rate));
        BigInteger below = BigInteger.TEN.pow(failure.scale());
        BigInteger above = failure.unscaledValue();
        together = Math.min(count, MOST_TOGETHER);
        lowest = new WeightedDraw(bits -> powers(above, below, bits)).prepared();
        digits = new Coin[count - together];
        for (int j = 0; j < digits.length; j++) {
            int power = together + j;
            digits[j] = IrrationalCoin.of(bits -> digit(failures(above, below, power, bits + 64), bits));
        }
        int top = count;
        block = IrrationalCoin.of(bits -> failures(above, below, top, bits + 64).rounded(bits));
    }

    /** r^(2^power). */
    private static FixedPoint failures(BigInteger above, BigInteger below, int power, int bits) {
        int work = bits + 2 * power + 8;
        FixedPoint r = FixedPoint.ratio(above, below, work);
        for (int i = 0; i < power; i++) r = r.times(r);
        return r.rounded(bits);
    }

    private static FixedPoint digit(FixedPoint r, int bits) {
        return r.over(FixedPoint.exactly(1, r.bits()).plus(r)).rounded(bits);
    }

    /** r^v for every value v of the lowest digits. */
    private FixedPoint[] powers(BigInteger above, BigInteger below, int bits) {
        FixedPoint r = FixedPoint.ratio(above, below, bits);
        FixedPoint[] powers = new FixedPoint[1 << together];
        powers[0] = FixedPoint.exactly(1, bits);
        for (int v = 1; v < powers.length; v++) powers[v] = powers[v - 1].times(r);
        return powers;
    }

    /** A gap, or {@code most} if it is at least that. */
    public long draw(long most, RandomSource random) {
        long gap = lowest.draw(random);
        for (int j = 0; j < digits.length; j++) if (digits[j].toss(random)) gap |= 1L << (together + j);
        while (gap < most && block.toss(random)) gap += 1L << (together + digits.length);
        return Math.min(gap, most);
    }
}
