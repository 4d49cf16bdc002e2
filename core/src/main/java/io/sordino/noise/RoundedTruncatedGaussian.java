package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.math.BigInteger;

/**
 * Gaussian noise cut to [-bound, bound] and rounded to the nearest integer: what lies outside is drawn again.
 *
 * @see RoundedGaussian
 */
public final class RoundedTruncatedGaussian implements IntegerNoise {
    /** A law that is narrower than this share of a deviation would be drawn again too often. */
    private static final double NARROWEST = 1e-3;

    private final RoundedGaussian uncut;
    private final Dyadic sigma;
    private final Dyadic bound;

    /** The standard deviation and the bound in steps of the grid. */
    public RoundedTruncatedGaussian(double sigma, double bound) {
        if (!(bound >= NARROWEST * sigma))
            throw new InvalidException(
                    "bound must be at least a thousandth of a deviation to be drawn, was " + bound + " of " + sigma);
        this.sigma = Dyadic.of("sigma", sigma);
        this.bound = Dyadic.of("bound", bound);
        uncut = new RoundedGaussian(sigma);
    }

    @Override
    public long draw(RandomSource random) {
        while (true) {
            NormalDraw normal = NormalDraw.of(random);
            if (!isInside(normal, random)) continue;
            long magnitude = (uncut.halfSteps(normal, random) + 1) >> 1;
            return random.coin() ? -magnitude : magnitude;
        }
    }

    /** Whether sigma times the draw is below the bound, by as many digits as that takes. */
    private boolean isInside(NormalDraw normal, RandomSource random) {
        while (true) {
            BigInteger floor = normal.floor();
            BigInteger end = bound.big().shiftLeft(sigma.shift() + normal.places());
            BigInteger low = floor.multiply(sigma.big()).shiftLeft(bound.shift());
            if (low.compareTo(end) >= 0) return false;
            BigInteger high = floor.add(BigInteger.ONE).multiply(sigma.big()).shiftLeft(bound.shift());
            if (high.compareTo(end) <= 0) return true;
            normal.draw(normal.places() + 1, random);
        }
    }
}
