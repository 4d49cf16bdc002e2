package io.sordino.noise;

import java.math.BigInteger;

/** e^-(unit times gap) for whole gaps, from the squares of the first one. */
final class ExpPowers {
    private final FixedPoint[] squares = new FixedPoint[Long.SIZE];
    private final int bits;
    private final double unit;

    /** The unit is above / below. */
    ExpPowers(BigInteger above, BigInteger below, int bits) {
        this.bits = bits;
        this.unit = above.doubleValue() / below.doubleValue();
        squares[0] = FixedPoint.expMinus(above, below, bits);
        for (int i = 1; i < squares.length; i++) squares[i] = squares[i - 1].times(squares[i - 1]);
    }

    FixedPoint at(long gap) {
        // beyond this it is less than one unit in the last place, with a factor to spare
        if (gap * unit > bits) return new FixedPoint(BigInteger.ZERO, BigInteger.ONE, bits);
        FixedPoint product = FixedPoint.exactly(1, bits);
        for (int i = 0; gap >>> i != 0; i++) if ((gap >>> i & 1) != 0) product = product.times(squares[i]);
        return product;
    }
}
