package io.sordino.noise;

import java.math.BigInteger;

/**
 * The magnitude of a standard normal number, exactly: k + x with a fraction x whose digits are drawn as they are needed.
 *
 * <p>Karney 2016 (arXiv:1303.6257v2), algorithm N.
 */
final class NormalDraw {
    /** Beyond this a draw has probability e^-800, and the code below may count on a small k. */
    private static final int MOST_STEPS = 40;

    private final int k;
    private final LazyFraction x;

    private NormalDraw(int k, LazyFraction x) {
        this.k = k;
        this.x = x;
    }

    static NormalDraw of(RandomSource random) {
        while (true) {
            int k = HalfNormalStep.draw(random);
            if (k > MOST_STEPS) throw new IllegalStateException("a draw beyond 40 sigma, of probability e^-800");
            LazyFraction x = new LazyFraction();
            if (ExpCoin.minusHalfSquareStep(k, x, random)) return new NormalDraw(k, x);
        }
    }

    /** How many binary digits of the fraction are known. */
    int places() {
        return x.knownBits();
    }

    void draw(int places, RandomSource random) {
        x.draw(places, random);
    }

    /** The number rounded down to the known places, as an integer over 2^places. */
    BigInteger floor() {
        return BigInteger.valueOf(k).shiftLeft(places()).add(x.digits());
    }

    /** Whether all digits drawn so far fit a long. */
    boolean isShort() {
        return x.isShort();
    }

    /** As {@link #floor()}, to the given number of known places, of which a long has room for 50. */
    long shortFloor(int places) {
        return ((long) k << places) | x.shortDigits() >>> (x.knownBits() - places);
    }
}
