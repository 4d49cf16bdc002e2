package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Laplace noise cut to [-bound, bound] and rounded to the nearest integer. The half step that the bound cuts through is kept with the
 * share of its mass that lies inside.
 *
 * @see RoundedGaussian
 */
public final class RoundedTruncatedLaplace implements IntegerNoise {
    private static final double LARGEST_BOUND = 0x1p51;

    private final GeometricSampler halfSteps;
    private final Dyadic scale;
    private final long end;
    private final Optional<IrrationalCoin> last;

    /** The scale and the bound in steps of the grid. */
    public RoundedTruncatedLaplace(double scale, double bound) {
        if (!(bound > 0 && bound <= LARGEST_BOUND))
            throw new InvalidException("bound must be in (0, 2^51] steps of the grid to be drawn, was " + bound);
        this.scale = Dyadic.of("scale", 2 * scale);
        halfSteps = new GeometricSampler(2 * scale);
        end = (long) Math.floor(2 * bound);
        double cut = 2 * bound - end;
        last = cut == 0 ? Optional.empty() : Optional.of(IrrationalCoin.of(bits -> inside(cut, bits)));
    }

    /** (1 - e^(-cut / s)) / (1 - e^(-1 / s)) for the scale s in half steps: how much of a cell's exponential mass is below the cut. */
    private FixedPoint inside(double cut, int bits) {
        BigDecimal part = new BigDecimal(cut);
        BigInteger one = BigInteger.TEN.pow(part.scale());
        BigInteger above = part.unscaledValue().shiftLeft(scale.shift());
        BigInteger whole = BigInteger.ONE.shiftLeft(scale.shift());
        int work = bits + 128 + scale.big().bitLength();
        FixedPoint certain = FixedPoint.exactly(1, work);
        FixedPoint below = certain.minus(FixedPoint.expMinus(above, scale.big().multiply(one), work));
        FixedPoint all = certain.minus(FixedPoint.expMinus(whole, scale.big(), work));
        return below.over(all).rounded(bits);
    }

    @Override
    public long draw(RandomSource random) {
        long magnitude = (belowEnd(random) + 1) >> 1;
        return random.coin() ? -magnitude : magnitude;
    }

    private long belowEnd(RandomSource random) {
        while (true) {
            long y = proposed(random);
            if (y < end || (y == end && last.isPresent() && last.get().toss(random))) return y;
        }
    }

    /** Of a narrow law nothing is lost by proposing inside it alone. */
    private long proposed(RandomSource random) {
        long n = scale.numerator();
        if (end >= n >> scale.shift()) return halfSteps.draw(random);
        while (true) {
            long y = random.below(end + 1);
            if (ExpCoin.minus(y << scale.shift(), n, random)) return y;
        }
    }
}
