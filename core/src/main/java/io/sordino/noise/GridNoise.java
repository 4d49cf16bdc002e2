package io.sordino.noise;

import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The noise that a record names, on a grid of which {@code cells} steps are one record's contribution.
 *
 * <p>Continuous noises are drawn rounded to the grid. Since values are on the grid before noise is added, value plus rounded noise is
 * the rounded value of the continuous release, so what the theorem about the record says covers the law on the grid
 * (docs/noise.md). Discrete noises speak of integers that one record moves by 1, so their grid has one cell.
 */
public final class GridNoise implements IntegerNoise {
    /** Cells are exact in a double times a noise multiplier of few digits, and sums of many contributions fit a long. */
    public static final long MOST_CELLS = 1L << 36;

    private static final double ROUNDING = 0.5;

    private interface Maker {
        GridNoise make(Mechanism law, long cells);
    }

    private static final Map<Class<?>, Maker> MAKERS = Map.of(
            Laplace.class, (law, cells) -> laplace((Laplace) law, cells),
            Gaussian.class, (law, cells) -> gaussian((Gaussian) law, cells),
            DiscreteLaplace.class, (law, cells) -> discreteLaplace((DiscreteLaplace) law, cells),
            DiscreteGaussian.class, (law, cells) -> discreteGaussian((DiscreteGaussian) law, cells),
            TruncatedLaplace.class, (law, cells) -> truncatedLaplace((TruncatedLaplace) law, cells),
            TruncatedGaussian.class, (law, cells) -> truncatedGaussian((TruncatedGaussian) law, cells),
            SinhNormal.class, (law, cells) -> sinhNormal((SinhNormal) law, cells));

    private final IntegerNoise noise;
    private final DoubleUnaryOperator reach;

    /** With what the noise does not exceed, as a function of the logarithm of the chance that it does. */
    private GridNoise(IntegerNoise noise, DoubleUnaryOperator reach) {
        this.noise = noise;
        this.reach = reach;
    }

    /** Whether there is noise to draw for this record. */
    public static boolean draws(Mechanism law) {
        return MAKERS.containsKey(law.getClass());
    }

    /** Whether the record speaks of integers, so that its grid has one cell. */
    public static boolean isDiscrete(Mechanism law) {
        return law instanceof DiscreteLaplace || law instanceof DiscreteGaussian;
    }

    /** The noise of a record where one contribution is so many steps; refused where nobody can draw it. */
    public static GridNoise of(Mechanism law, long cells) {
        if (!(cells >= 1 && cells <= MOST_CELLS))
            throw new InvalidException("cells must be in [1, 2^36], was " + cells);
        Maker maker = Optional.ofNullable(MAKERS.get(law.getClass()))
                .orElseThrow(() -> new InvalidException(
                        "noise is drawn of laplace, gaussian, discrete_laplace, discrete_gaussian, truncated_laplace, truncated_gaussian and sinh_normal, not of "
                                + law.getClass().getSimpleName()));
        return maker.make(law, cells);
    }

    /** The same noise, taken from where it was drawn ahead. */
    GridNoise from(Reservoir drawn) {
        return new GridNoise(drawn, reach);
    }

    /** One that was drawn ahead. */
    long taken() {
        if (!(noise instanceof Reservoir reservoir)) throw new IllegalStateException("this noise is not drawn ahead");
        return reservoir.take();
    }

    @Override
    public long draw(RandomSource random) {
        return noise.draw(random);
    }

    /** Steps of the grid that the noise does not exceed, up or down, with at least this probability. */
    public double reach(double confidence) {
        if (!(confidence > 0 && confidence < 1))
            throw new InvalidException("confidence must be in (0, 1), was " + confidence);
        return Math.ceil(reach.applyAsDouble(Math.log1p(-confidence)));
    }

    /** More noise is more private, so the scale may be rounded up. */
    private static GridNoise laplace(Laplace law, long cells) {
        double scale = Up.mul(law.noiseMultiplier(), (double) cells);
        return new GridNoise(new RoundedLaplace(scale), logTail -> -scale * logTail + ROUNDING);
    }

    /** The least Laplace noise in doubles that has all that a local report is accounted for with. */
    static Laplace covering(LocalLaplace law) {
        return new Laplace(Up.div(1, law.epsilon()));
    }

    private static GridNoise gaussian(Gaussian law, long cells) {
        double sigma = Up.mul(law.noiseMultiplier(), (double) cells);
        return new GridNoise(new RoundedGaussian(sigma), logTail -> sigma * twoSided(logTail) + ROUNDING);
    }

    private static GridNoise discreteLaplace(DiscreteLaplace law, long cells) {
        oneCell(cells);
        // P(|z| > t) = 2 r^(t+1) / (1 + r), r = e^(-1/scale)
        double geometric = Math.log(2 / (1 + Math.exp(-1 / law.scale()))) + 1e-9;
        return new GridNoise(new DiscreteLaplaceSampler(law), logTail -> law.scale() * (geometric - logTail) - 1);
    }

    private static GridNoise discreteGaussian(DiscreteGaussian law, long cells) {
        oneCell(cells);
        // P(z > t) is at most that of the continuous law beyond t: Canonne, Kamath and Steinke 2020
        return new GridNoise(new DiscreteGaussianSampler(law), logTail -> law.sigma() * twoSided(logTail));
    }

    private static GridNoise truncatedLaplace(TruncatedLaplace law, long cells) {
        double scale = exactly(law.scale(), cells);
        double bound = exactly(law.bound(), cells);
        return new GridNoise(
                new RoundedTruncatedLaplace(scale, bound), logTail -> Math.min(bound, -scale * logTail) + ROUNDING);
    }

    private static GridNoise truncatedGaussian(TruncatedGaussian law, long cells) {
        double sigma = exactly(law.sigma(), cells);
        double bound = exactly(law.bound(), cells);
        return new GridNoise(
                new RoundedTruncatedGaussian(sigma, bound),
                logTail -> Math.min(bound, sigma * twoSided(logTail)) + ROUNDING);
    }

    private static GridNoise sinhNormal(SinhNormal law, long cells) {
        double sigma = exactly(law.sigma(), cells);
        double a = exactly(law.a(), cells);
        return new GridNoise(new RoundedSinhNormal(sigma, a), logTail -> {
            double normal = twoSided(logTail) * sigma / a;
            return a * Math.log(normal + Math.sqrt(1 + normal * normal)) + ROUNDING;
        });
    }

    /** These laws are not ordered by their parameters, so a product must be exact. */
    private static double exactly(double parameter, long cells) {
        if (!(Long.bitCount(cells) == 1))
            throw new InvalidException("cells must be a power of two for this noise, was " + cells);
        return parameter * cells;
    }

    private static void oneCell(long cells) {
        if (!(cells == 1))
            throw new InvalidException(
                    "discrete noise is for integers that one record moves by 1: its grid has one cell, not " + cells);
    }

    private static double twoSided(double logTail) {
        return Normal.quantileFromLogSf(logTail - Math.log(2)) * (1 + 1e-9);
    }
}
