package io.sordino.noise;

import java.math.BigInteger;

/**
 * Gaussian noise rounded to the nearest integer. Added to an integer it is that integer plus the continuous noise, rounded: what is
 * released is a function of what the continuous mechanism would release.
 */
public final class RoundedGaussian implements IntegerNoise {
    /** With so many places of the draw, products fit two longs. */
    private static final int SHORT = 50;

    private static final long UNDECIDED = -1;

    private final long n;
    private final int e;

    /** The standard deviation in steps of the grid. */
    public RoundedGaussian(double sigma) {
        Dyadic dyadic = Dyadic.of("sigma", sigma);
        n = dyadic.numerator();
        e = dyadic.shift();
    }

    @Override
    public long draw(RandomSource random) {
        NormalDraw normal = NormalDraw.of(random);
        long halves = halfSteps(normal, random);
        long magnitude = (halves + 1) >> 1;
        return random.coin() ? -magnitude : magnitude;
    }

    /** The integer part of 2 sigma times the draw, which has as many digits drawn as that takes. */
    long halfSteps(NormalDraw normal, RandomSource random) {
        while (normal.isShort()) {
            long found = byLongs(normal, Math.min(SHORT, normal.places()));
            if (found != UNDECIDED) return found;
            if (normal.places() >= SHORT) break;
            normal.draw(normal.places() + 1, random);
        }
        return byBigIntegers(normal, random);
    }

    private long byLongs(NormalDraw normal, int places) {
        if (places == 0) return UNDECIDED;
        long floor = normal.shortFloor(places);
        long lower = scaled(floor, places);
        return lower == scaledEnd(floor + 1, places) ? lower : UNDECIDED;
    }

    private long byBigIntegers(NormalDraw normal, RandomSource random) {
        while (true) {
            BigInteger floor = normal.floor();
            BigInteger lower = floor.multiply(BigInteger.valueOf(2 * n));
            BigInteger end = floor.add(BigInteger.ONE)
                    .multiply(BigInteger.valueOf(2 * n))
                    .subtract(BigInteger.ONE);
            int shift = e + normal.places();
            if (lower.shiftRight(shift).equals(end.shiftRight(shift)))
                return lower.shiftRight(shift).longValueExact();
            normal.draw(normal.places() + 1, random);
        }
    }

    private long scaled(long floor, int places) {
        return shifted(Math.multiplyHigh(2 * n, floor), 2 * n * floor, e + places);
    }

    /** The largest integer part below the open end of the interval. */
    private long scaledEnd(long end, int places) {
        long low = 2 * n * end;
        long high = Math.multiplyHigh(2 * n, end);
        return shifted(low == 0 ? high - 1 : high, low - 1, e + places);
    }

    private static long shifted(long high, long low, int shift) {
        if (shift >= Long.SIZE) return high >> (shift - Long.SIZE);
        return shift == 0 ? low : high << (Long.SIZE - shift) | low >>> shift;
    }
}
