package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.refusal.InvalidException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Failures before a success: counts against the law, digit by digit and in stretches, and where the drawing is cut off. */
class GapSamplerTest {
    private static final int SAMPLES = Boolean.getBoolean("sordino.slow") ? 1_000_000 : 20_000;
    private static final double UNLIKELY = 1e-4;

    /** Digits drawn together, digits drawn one by one and whole blocks: sixteen stretches that are about as likely. */
    @Test
    void stretchesOfGapsAreAsLikelyAsTheyShouldBe() {
        for (double rate : new double[] {0.9, 0.2, 0.01, 1e-3, 3e-4, 1e-5, 1e-8, 1e-12}) {
            GapSampler sampler = new GapSampler(rate);
            RandomSource random = Tapes.seeded(1511);
            assertThat(fit(sampler, random, rate, rate)).as("rate %s", rate).isGreaterThan(UNLIKELY);
            // the control: a tenth more or less does not fit
            assertThat(fit(sampler, random, rate, rate * 0.9))
                    .as("rate %s", rate)
                    .isLessThan(UNLIKELY);
            assertThat(fit(sampler, random, rate, Math.min(rate * 1.1, 0.995)))
                    .as("rate %s", rate)
                    .isLessThan(UNLIKELY);
        }
    }

    private static double fit(GapSampler sampler, RandomSource random, double rate, double claimed) {
        long[] ends = new long[16];
        for (int k = 1; k < 16; k++) ends[k] = (long) Math.ceil(Math.log1p(-k / 16.0) / Math.log1p(-rate));
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < SAMPLES; i++) {
            long gap = sampler.draw(Long.MAX_VALUE / 2, random);
            long stretch = 0;
            while (stretch < 15 && gap >= ends[(int) stretch + 1]) stretch++;
            counts.merge(stretch, 1, Integer::sum);
        }
        return ChiSquare.of(counts, SAMPLES, k -> {
            double from = Math.exp((double) ends[(int) k] * Math.log1p(-claimed));
            return k == 15 ? from : from - Math.exp((double) ends[(int) k + 1] * Math.log1p(-claimed));
        });
    }

    /** The lowest digits of a long gap, which are drawn by other means than the others. */
    @Test
    void everyDigitIsAsLikelyAsItShouldBe() {
        double rate = 1e-5;
        GapSampler sampler = new GapSampler(rate);
        RandomSource random = Tapes.seeded(7);
        int[] ones = new int[20];
        for (int i = 0; i < SAMPLES; i++) {
            long gap = sampler.draw(Long.MAX_VALUE / 2, random);
            for (int j = 0; j < ones.length; j++) if ((gap >> j & 1) == 1) ones[j]++;
        }
        for (int j = 0; j < ones.length; j++) {
            double power = Math.exp((double) (1L << j) * Math.log1p(-rate));
            double chance = power / (1 + power);
            double deviation = Math.sqrt(SAMPLES * chance * (1 - chance));
            assertThat(Math.abs(ones[j] - SAMPLES * chance)).as("digit %s", j).isLessThan(5 * deviation + 5);
        }
    }

    @Test
    void aGapIsCutOffWhereNobodyLooks() {
        GapSampler sampler = new GapSampler(0.01);
        for (int seed = 0; seed < 200; seed++) {
            long gap = sampler.draw(1L << 40, Tapes.seeded(seed));
            assertThat(sampler.draw(50, Tapes.seeded(seed))).isEqualTo(Math.min(50, gap));
            assertThat(sampler.draw(0, Tapes.seeded(seed))).isZero();
        }
    }

    @Test
    void ratesThatCannotBeDrawnAreRefused() {
        for (double rate : new double[] {0, 9e-13, 1, 1.5, -0.1, Double.NaN})
            assertThatThrownBy(() -> new GapSampler(rate))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("1e-12");
    }
}
