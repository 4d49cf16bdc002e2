package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.math.BigInteger;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sinh-normal noise A arcsinh((sigma / A) N) rounded to the nearest integer. The half step y is reached when N is at least
 * (A / sigma) sinh(y / 2A); that number is enclosed by exact arithmetic as far as the comparison needs. A double only guesses where to
 * compare.
 *
 * @see RoundedGaussian
 */
public final class RoundedSinhNormal implements IntegerNoise {
    private static final int PLACES = 50;
    private static final int MOST_REMEMBERED = 1 << 16;
    private static final double LARGEST = 0x1p40;

    private record Threshold(long lower, long upper) {}

    private final Dyadic sigma;
    private final Dyadic a;
    private final double ratio;
    private final double twiceA;
    private final ConcurrentHashMap<Long, Threshold> remembered = new ConcurrentHashMap<>();

    /** Both parameters in steps of the grid. */
    public RoundedSinhNormal(double sigma, double a) {
        if (!(a <= LARGEST && a >= sigma))
            throw new InvalidException("A must be at least sigma and at most 2^40 steps, was " + a);
        this.sigma = Dyadic.of("sigma", sigma);
        this.a = Dyadic.of("A", a);
        ratio = sigma / a;
        twiceA = 2 * a;
    }

    @Override
    public long draw(RandomSource random) {
        NormalDraw normal = NormalDraw.of(random);
        if (normal.places() < PLACES) normal.draw(PLACES, random);
        long y = Math.max(0, guess(normal));
        while (y > 0 && !reaches(normal, y, random)) y--;
        while (reaches(normal, y + 1, random)) y++;
        long magnitude = (y + 1) >> 1;
        return random.coin() ? -magnitude : magnitude;
    }

    private long guess(NormalDraw normal) {
        double value = Math.scalb(normal.floor().doubleValue(), -normal.places()) * ratio;
        return (long) (twiceA * Math.log(value + Math.sqrt(1 + value * value)));
    }

    private boolean reaches(NormalDraw normal, long y, RandomSource random) {
        Threshold threshold = remembered.get(y);
        if (threshold == null) {
            FixedPoint enclosure = threshold(y, PLACES);
            threshold = new Threshold(
                    enclosure.lower().longValueExact(), enclosure.upper().longValueExact());
            if (remembered.size() < MOST_REMEMBERED) remembered.put(y, threshold);
        }
        long floor = normal.floor().shiftRight(normal.places() - PLACES).longValueExact();
        if (floor >= threshold.upper) return true;
        if (floor + 1 <= threshold.lower) return false;
        return reachesExactly(normal, y, random);
    }

    private boolean reachesExactly(NormalDraw normal, long y, RandomSource random) {
        while (true) {
            normal.draw(normal.places() + 31, random);
            int places = normal.places();
            FixedPoint enclosure = threshold(y, places);
            BigInteger floor = normal.floor();
            if (floor.compareTo(enclosure.upper()) >= 0) return true;
            if (floor.add(BigInteger.ONE).compareTo(enclosure.lower()) <= 0) return false;
        }
    }

    /** (A / sigma) sinh(y / 2A), with A = n / 2^e. */
    private FixedPoint threshold(long y, int bits) {
        BigInteger above = BigInteger.valueOf(y).shiftLeft(a.shift());
        BigInteger below = a.big().shiftLeft(1);
        int guard = 64 + 4 * (int) Math.min(1 << 12, y / twiceA + 16);
        int work = bits + guard;
        FixedPoint small = FixedPoint.expMinus(above, below, work);
        FixedPoint sinh = FixedPoint.exactly(1, work).over(small).minus(small);
        FixedPoint factor =
                FixedPoint.ratio(a.big().shiftLeft(sigma.shift()), sigma.big().shiftLeft(a.shift() + 1), work);
        return sinh.times(factor).rounded(bits);
    }
}
