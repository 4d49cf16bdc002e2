package io.sordino.noise;

/**
 * Laplace noise cut to [-bound, bound] and rounded to the nearest integer; the bound is a multiple of half a step.
 *
 * @see RoundedGaussian
 */
public final class RoundedTruncatedLaplace implements IntegerNoise {
    private final GeometricSampler halfSteps;
    private final Dyadic scale;
    private final long end;

    /** The scale and the bound in steps of the grid. */
    public RoundedTruncatedLaplace(double scale, double bound) {
        if (!(bound > 0 && 2 * bound <= 0x1p52 && 2 * bound == Math.rint(2 * bound)))
            throw new IllegalArgumentException(
                    "bound must be a multiple of half a step of the grid, below 2^51 steps, was " + bound
                            + " steps; choose a bound with fewer binary places or a finer grid");
        this.scale = Dyadic.of("scale", 2 * scale);
        halfSteps = new GeometricSampler(2 * scale);
        end = (long) (2 * bound);
    }

    @Override
    public long draw(RandomSource random) {
        long magnitude = (belowEnd(random) + 1) >> 1;
        return random.coin() ? -magnitude : magnitude;
    }

    private long belowEnd(RandomSource random) {
        long n = scale.numerator();
        // of a narrow law nothing is lost by proposing inside it alone
        if (end <= n >> scale.shift()) {
            while (true) {
                long y = random.below(end);
                if (Exp.minus(y << scale.shift(), n, random)) return y;
            }
        }
        long y = halfSteps.draw(random);
        while (y >= end) y = halfSteps.draw(random);
        return y;
    }
}
