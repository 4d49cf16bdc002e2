package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.numeric.Normal;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** How far noise reaches, against its tails; and noise that is drawn ahead is the noise that would have been drawn. */
class GridReachTest {
    private static final double[] CONFIDENCES = {0.01, 0.5, 0.9, 0.99, 1 - 1e-9};

    /** @param tail the probability of more than so many steps, up or down */
    private static void check(Mechanism law, long cells, double most, DoubleUnaryOperator tail) {
        GridNoise noise = GridNoise.of(law, cells);
        for (double confidence : CONFIDENCES) {
            double reach = noise.reach(confidence);
            String what = law + " with " + cells + " cells at " + confidence + ": " + reach;
            assertThat(reach).as(what).isEqualTo(Math.rint(reach)).isLessThanOrEqualTo(most);
            assertThat(tail.applyAsDouble(reach)).as(what).isLessThanOrEqualTo((1 - confidence) * (1 + 1e-9));
            if (reach >= 2 && reach < most - 1)
                assertThat(tail.applyAsDouble(reach - 2)).as(what).isGreaterThan(1 - confidence);
        }
        for (double confidence : new double[] {0, 1, Double.NaN})
            assertThatThrownBy(() -> noise.reach(confidence)).hasMessageContaining("(0, 1)");
    }

    private static double normal(double t) {
        return 2 * Normal.sf(t);
    }

    @Test
    void noiseExceedsItsReachAsRarelyAsItSays() {
        double far = Double.POSITIVE_INFINITY;
        for (long cells : new long[] {1, 8, 1 << 12}) {
            // rounded to the next step, so that more than t steps are more than t and a half
            check(new Laplace(1.5), cells, far, t -> Math.exp(-(t + 0.5) / (1.5 * cells)));
            check(new Gaussian(2), cells, far, t -> normal((t + 0.5) / (2 * cells)));
            // what is cut has no more beyond a place than what is not
            check(
                    new TruncatedLaplace(1.5, 4),
                    cells,
                    4.0 * cells + 1,
                    t -> t + 0.5 >= 4 * cells ? 0 : Math.exp(-(t + 0.5) / (1.5 * cells)));
            check(
                    new TruncatedGaussian(2, 9),
                    cells,
                    9.0 * cells + 1,
                    t -> t + 0.5 >= 9 * cells ? 0 : normal((t + 0.5) / (2 * cells)));
            check(new SinhNormal(2, 3), cells, far, t -> normal(3.0 / 2 * Math.sinh((t + 0.5) / (3.0 * cells))));
        }
        double r = Math.exp(-1 / 2.5);
        check(new DiscreteLaplace(2.5), 1, far, t -> 2 * Math.pow(r, t + 1) / (1 + r));
        check(new DiscreteGaussian(3), 1, far, GridReachTest::discreteTail);
    }

    private static double discreteTail(double t) {
        double whole = 0;
        double beyond = 0;
        for (int z = -200; z <= 200; z++) {
            double weight = Math.exp(-z * z / 18.0);
            whole += weight;
            if (Math.abs(z) > t) beyond += weight;
        }
        return beyond / whole;
    }

    @Test
    void cellsThatCannotBeDrawnAreRefused() {
        for (long cells : new long[] {0, (1L << 36) + 1})
            assertThatThrownBy(() -> GridNoise.of(new Laplace(1), cells)).hasMessageContaining("[1, 2^36]");
        assertThat(GridNoise.of(new Laplace(1), 1L << 36).reach(0.5)).isGreaterThan(1L << 35);
        assertThatThrownBy(() -> GridNoise.of(new RandomizedResponse(1, 2), 1))
                .hasMessageContaining("noise is drawn of");
        assertThatThrownBy(() -> GridNoise.of(new DiscreteLaplace(1), 2)).hasMessageContaining("one cell");
        assertThatThrownBy(() -> GridNoise.of(new SinhNormal(1, 2), 3)).hasMessageContaining("power of two");
        assertThat(GridNoise.draws(new Laplace(1))).isTrue();
        assertThat(GridNoise.draws(new RandomizedResponse(1, 2))).isFalse();
        assertThat(GridNoise.isDiscrete(new DiscreteGaussian(1))).isTrue();
        assertThat(GridNoise.isDiscrete(new Gaussian(1))).isFalse();
    }

    @Test
    void noiseThatIsDrawnAheadIsTheSame() {
        NoiseStock stock = NoiseStock.of(5, () -> Tapes.seeded(3));
        GridNoise ahead = stock.of(new Laplace(2), 64);
        assertThat(stock.of(new Laplace(2), 64)).isSameAs(ahead);
        assertThat(ahead.reach(0.9)).isEqualTo(GridNoise.of(new Laplace(2), 64).reach(0.9));
        RandomSource random = Tapes.seeded(3);
        GridNoise direct = GridNoise.of(new Laplace(2), 64);
        for (int round = 0; round < 3; round++) {
            long[] drawn = new long[5];
            for (int i = 0; i < 5; i++) drawn[i] = direct.draw(random);
            // the last that was drawn is the first that is taken
            for (int i = 4; i >= 0; i--)
                assertThat(i % 2 == 0 ? NoiseStock.take(ahead) : ahead.draw(Tapes.forbidden()))
                        .isEqualTo(drawn[i]);
        }
        assertThatThrownBy(() -> NoiseStock.take(direct)).hasMessageContaining("not drawn ahead");
    }

    @Test
    void likelihoodsOfNumbersAreThoseOfTheirNoise() {
        LocalSampler sampler = LocalSampler.of(new LocalLaplace(2), 3);
        long middle = 1L << 20;
        assertThat(sampler.logLikelihood(1, middle)).isZero();
        assertThat(sampler.logLikelihood(0, middle)).isEqualTo(-1);
        assertThat(sampler.logLikelihood(2, middle)).isEqualTo(-1);
        assertThat(sampler.logLikelihood(0, 2 * middle)).isEqualTo(-2);
        assertThat(sampler.logLikelihood(2, -middle)).isEqualTo(-3);
    }

    /** The control: with a tenth less reach more noise exceeds it. */
    @Test
    void lessReachIsSeen() {
        double reach = GridNoise.of(new Gaussian(2), 1 << 12).reach(0.9);
        assertThat(normal(0.9 * reach / (2 << 12))).isGreaterThan(0.1);
    }
}
