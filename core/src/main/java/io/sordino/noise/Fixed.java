package io.sordino.noise;

import io.sordino.mechanism.InvalidException;
import java.math.BigInteger;

/**
 * Real numbers as far as they are needed: an enclosure whose ends are integers over 2^bits. Every operation rounds its lower end down
 * and its upper end up, so that a random number outside the enclosure is on the right side of the truth.
 */
record Fixed(BigInteger lower, BigInteger upper, int bits) {
    Fixed {
        if (!(lower.compareTo(upper) <= 0)) throw new InvalidException("the ends are the wrong way round");
    }

    static Fixed exactly(long value, int bits) {
        BigInteger scaled = BigInteger.valueOf(value).shiftLeft(bits);
        return new Fixed(scaled, scaled, bits);
    }

    static Fixed ratio(BigInteger above, BigInteger below, int bits) {
        return new Fixed(floor(above.shiftLeft(bits), below), ceiling(above.shiftLeft(bits), below), bits);
    }

    Fixed plus(Fixed other) {
        return new Fixed(lower.add(other.lower), upper.add(other.upper), bits);
    }

    Fixed minus(Fixed other) {
        return new Fixed(lower.subtract(other.upper), upper.subtract(other.lower), bits);
    }

    /** Of numbers that are not negative. */
    Fixed times(Fixed other) {
        BigInteger up = upper.multiply(other.upper);
        return new Fixed(lower.multiply(other.lower).shiftRight(bits), ceilingShift(up, bits), bits);
    }

    Fixed times(BigInteger factor) {
        return new Fixed(lower.multiply(factor), upper.multiply(factor), bits);
    }

    /** Of positive numbers. */
    Fixed over(Fixed other) {
        return new Fixed(floor(lower.shiftLeft(bits), other.upper), ceiling(upper.shiftLeft(bits), other.lower), bits);
    }

    /** e^-(above / below), for a ratio that is not negative. */
    static Fixed expMinus(BigInteger above, BigInteger below, int bits) {
        if (above.signum() == 0) return exactly(1, bits);
        // halved until it is below 1/2, then squared back: each squaring doubles the error, which the guard bits pay
        // for
        int halvings = Math.max(0, above.bitLength() - below.bitLength() + 2);
        int work = bits + 16 + 2 * halvings;
        Fixed root = series(above, below.shiftLeft(halvings), work);
        for (int i = 0; i < halvings; i++) root = root.times(root);
        return root.rounded(bits);
    }

    /** The alternating series: consecutive partial sums enclose the limit once the terms fall. */
    private static Fixed series(BigInteger above, BigInteger below, int work) {
        Fixed x = ratio(above, below, work);
        Fixed term = exactly(1, work);
        Fixed sum = term;
        for (int k = 1; ; k++) {
            term = term.times(x);
            BigInteger divisor = BigInteger.valueOf(k);
            term = new Fixed(floor(term.lower, divisor), ceiling(term.upper, divisor), work);
            sum = k % 2 == 1 ? sum.minus(term) : sum.plus(term);
            if (term.upper.compareTo(BigInteger.TWO) <= 0) break;
        }
        return new Fixed(sum.lower.subtract(term.upper).max(BigInteger.ZERO), sum.upper.add(term.upper), work);
    }

    Fixed rounded(int fewer) {
        return new Fixed(lower.shiftRight(bits - fewer), ceilingShift(upper, bits - fewer), fewer);
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
