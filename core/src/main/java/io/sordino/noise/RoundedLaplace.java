package io.sordino.noise;

/**
 * Laplace noise rounded to the nearest integer, drawn in half steps: the integer part of exponential noise is geometric.
 *
 * @see RoundedGaussian
 */
public final class RoundedLaplace implements IntegerNoise {
    private final GeometricSampler halfSteps;

    /** The scale in steps of the grid. */
    public RoundedLaplace(double scale) {
        halfSteps = new GeometricSampler(2 * scale);
    }

    @Override
    public long draw(RandomSource random) {
        long magnitude = (halfSteps.draw(random) + 1) >> 1;
        return random.coin() ? -magnitude : magnitude;
    }
}
