package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.math.BigInteger;

/**
 * Real numbers as far as they are needed: an enclosure whose ends are integers over 2^bits. Every operation rounds its lower end down
 * and its upper end up, so that a random number outside the enclosure is on the right side of the truth.
 */
record FixedPoint(BigInteger lower, BigInteger upper, int bits) {
    FixedPoint {
        if (!(lower.compareTo(upper) <= 0)) throw new InvalidException("the ends are the wrong way round");
    }

    static FixedPoint exactly(long value, int bits) {
        BigInteger scaled = BigInteger.valueOf(value).shiftLeft(bits);
        return new FixedPoint(scaled, scaled, bits);
    }

    static FixedPoint ratio(BigInteger above, BigInteger below, int bits) {
        return new FixedPoint(floor(above.shiftLeft(bits), below), ceiling(above.shiftLeft(bits), below), bits);
    }

    FixedPoint plus(FixedPoint other) {
        return new FixedPoint(lower.add(other.lower), upper.add(other.upper), bits);
    }

    FixedPoint minus(FixedPoint other) {
        return new FixedPoint(lower.subtract(other.upper), upper.subtract(other.lower), bits);
    }

    /** Of numbers that are not negative. */
    FixedPoint times(FixedPoint other) {
        BigInteger up = upper.multiply(other.upper);
        return new FixedPoint(lower.multiply(other.lower).shiftRight(bits), ceilingShift(up, bits), bits);
    }

    FixedPoint times(BigInteger factor) {
        return new FixedPoint(lower.multiply(factor), upper.multiply(factor), bits);
    }

    /** Of positive numbers. */
    FixedPoint over(FixedPoint other) {
        return new FixedPoint(
                floor(lower.shiftLeft(bits), other.upper), ceiling(upper.shiftLeft(bits), other.lower), bits);
    }

    /** e^-(above / below), for a ratio that is not negative. */
    static FixedPoint expMinus(BigInteger above, BigInteger below, int bits) {
        if (above.signum() == 0) return exactly(1, bits);
        // halved until it is below 1/2, then squared back: each squaring doubles the error, which the guard bits pay
        // for
        int halvings = Math.max(0, above.bitLength() - below.bitLength() + 2);
        int work = bits + 16 + 2 * halvings;
        FixedPoint root = series(above, below.shiftLeft(halvings), work);
        for (int i = 0; i < halvings; i++) root = root.times(root);
        return root.rounded(bits);
    }

    /** The alternating series: consecutive partial sums enclose the limit once the terms fall. */
    private static FixedPoint series(BigInteger above, BigInteger below, int work) {
        FixedPoint x = ratio(above, below, work);
        FixedPoint term = exactly(1, work);
        FixedPoint sum = term;
        for (int k = 1; ; k++) {
            term = term.times(x);
            BigInteger divisor = BigInteger.valueOf(k);
            term = new FixedPoint(floor(term.lower, divisor), ceiling(term.upper, divisor), work);
            sum = k % 2 == 1 ? sum.minus(term) : sum.plus(term);
            if (term.upper.compareTo(BigInteger.TWO) <= 0) break;
        }
        return new FixedPoint(sum.lower.subtract(term.upper).max(BigInteger.ZERO), sum.upper.add(term.upper), work);
    }

    FixedPoint rounded(int fewer) {
        return new FixedPoint(lower.shiftRight(bits - fewer), ceilingShift(upper, bits - fewer), fewer);
    }

    private static BigInteger floor(BigInteger a, BigInteger b) {
        BigInteger[] parts = a.divideAndRemainder(b);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    private static BigInteger ceiling(BigInteger a, BigInteger b) {
        return floor(a.negate(), b).negate();
    }

    private static BigInteger ceilingShift(BigInteger a, int shift) {
        return a.negate().shiftRight(shift).negate();
    }
}
