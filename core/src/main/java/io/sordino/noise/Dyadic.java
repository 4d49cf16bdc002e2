package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.math.BigInteger;

/** A positive double as what it is, an integer over a power of two in lowest terms: {@code numerator / 2^shift}. */
record Dyadic(long numerator, int shift) {
    /** Comparisons need room above the numerator. */
    static final double LARGEST = 0x1p53;

    /** Below this, noise is 0 for all purposes and the power of two leaves the range of long. */
    static final double SMALLEST = 0x1p-8;

    /** A parameter of a law in units of its grid. */
    static Dyadic of(String name, double value) {
        if (!(value >= SMALLEST && value <= LARGEST))
            throw new InvalidException(name + " must be in [2^-8, 2^53] steps of the grid to be drawn, was " + value);
        int exponent = Math.getExponent(value);
        long significand = (Double.doubleToLongBits(value) & (1L << 52) - 1) | 1L << 52;
        int shift = 52 - exponent;
        int zeros = Long.numberOfTrailingZeros(significand);
        long odd = significand >>> zeros;
        shift -= zeros;
        return shift >= 0 ? new Dyadic(odd, shift) : new Dyadic(odd << -shift, 0);
    }

    BigInteger big() {
        return BigInteger.valueOf(numerator);
    }
}
