package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.UnaryEncoding;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports of local randomizers fit the laws that theorems about shuffling speak of; seeds are fixed. */
class LocalSamplerTest {
    private static final int SAMPLES = Boolean.getBoolean("sordino.slow") ? 2_000_000 : 100_000;
    private static final double UNLIKELY = 1e-4;

    /** The probability of a report for a value, each law as it is defined. */
    record Case(Mechanism law, int values, ToDoubleBiFunction<Integer, Long> probability) {
        @Override
        public String toString() {
            return law.toString();
        }
    }

    static List<Case> cases() {
        double e = Math.E;
        return List.of(
                new Case(new RandomizedResponse(1, 4), 3, (v, y) -> (y == (long) v ? e : 1) / (e + 3)),
                new Case(
                        new SubsetSelection(1, 5, 2),
                        3,
                        (v, y) -> Long.bitCount(y) != 2 || y >= 32 ? 0 : (has(y, v) ? e : 1) / (4 * e + 6)),
                new Case(new SubsetSelection(0, 4, 3), 2, (v, y) -> Long.bitCount(y) == 3 && y < 16 ? 0.25 : 0),
                new Case(
                        new LocalHash(1, 3),
                        3,
                        (v, y) -> (y / 3 / (long) Math.pow(3, v) % 3 == y % 3 ? e : 1) / (27 * (e + 2))),
                new Case(
                        new HadamardResponse(1),
                        3,
                        (v, y) -> (Long.bitCount((v + 1) & y / 2) % 2 == y % 2 ? e : 1) / (4 * (e + 1))),
                new Case(new UnaryEncoding(1), 3, (v, y) -> bits(v, y, 1 / (Math.exp(0.5) + 1))),
                new Case(new UnaryEncoding(0), 2, (v, y) -> 0.25),
                new Case(new Rappor(0.3), 3, (v, y) -> bits(v, y, 0.15)),
                new Case(new Rappor(1), 2, (v, y) -> 0.25));
    }

    private static boolean has(long bits, int value) {
        return (bits >>> value & 1) == 1;
    }

    private static double bits(int value, long report, double flipped) {
        double product = 1;
        for (int v = 0; v < 3; v++) product *= has(report, v) == (v == value) ? 1 - flipped : flipped;
        return product;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void reportsFitTheirLaw(Case c) {
        LocalSampler sampler = LocalSampler.of(c.law, c.values);
        for (int value = 0; value < c.values; value++) {
            int held = value;
            RandomSource random = Tapes.seeded(c.toString().hashCode() + value);
            double fit = ChiSquare.of(
                    SAMPLES, () -> sampler.report(held, random), y -> c.probability.applyAsDouble(held, y));
            assertThat(fit).as("value %s", value).isGreaterThan(UNLIKELY);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void likelihoodsAreThoseOfTheLaw(Case c) {
        LocalSampler sampler = LocalSampler.of(c.law, c.values);
        RandomSource random = Tapes.seeded(7);
        for (int i = 0; i < 200; i++) {
            long report = sampler.report(i % c.values, random);
            double ratio = c.probability.applyAsDouble(1, report) / c.probability.applyAsDouble(0, report);
            assertThat(sampler.logLikelihood(1, report) - sampler.logLikelihood(0, report))
                    .isCloseTo(Math.log(ratio), org.assertj.core.data.Offset.offset(1e-12));
        }
    }

    @Test
    void numbersWithLaplaceNoiseFitTheirLaw() {
        LocalSampler sampler = LocalSampler.of(new LocalLaplace(2), 3);
        for (int value = 0; value < 3; value++) {
            double truth = value / 2.0;
            int held = value;
            RandomSource random = Tapes.seeded(value);
            double fit = ChiSquare.of(
                    SAMPLES,
                    () -> {
                        double z = 2 * (sampler.report(held, random) / (double) (1L << 21) - truth);
                        double below = z < 0 ? Math.exp(z) / 2 : 1 - Math.exp(-z) / 2;
                        return (long) (16 * below);
                    },
                    cell -> 1.0 / 16);
            assertThat(fit).as("value %s", value).isGreaterThan(UNLIKELY);
        }
    }

    @Test
    void flipsTwoPercentTooRareDoNotFit() {
        RandomSource random = Tapes.seeded(1);
        LocalSampler sampler = LocalSampler.of(new Rappor(0.3), 3);
        assertThat(ChiSquare.of(400_000, () -> sampler.report(0, random), y -> bits(0, y, 0.147)))
                .isLessThan(1e-6);
    }

    @Test
    void whatHasNoReportIsRefused() {
        for (int values : new int[] {2, 60})
            assertThat(LocalSampler.of(new Rappor(0.5), values).report(values - 1, Tapes.seeded(1)))
                    .isNotNegative();
        // a function and a response are values + 1 numbers below l
        assertThatThrownBy(() -> LocalSampler.of(new LocalHash(1, 1L << 16), 3))
                .hasMessageContaining("l must be small enough");
        assertThat(LocalSampler.of(new LocalHash(1, 1L << 15), 3).report(2, Tapes.seeded(1)))
                .isBetween(0L, 1L << 60);
        assertThat(LocalSampler.of(new SubsetSelection(1, 60, 3), 60).report(59, Tapes.seeded(1)))
                .isBetween(1L, 1L << 60);
        assertThatThrownBy(() -> LocalSampler.of(new SubsetSelection(1, 61, 3), 2))
                .hasMessageContaining("d must be in [2, 60]");
        assertThatThrownBy(() -> LocalSampler.of(new SubsetSelection(1, 5, 3), 6))
                .hasMessageContaining("d must be in [6, 60]");
        assertThatThrownBy(() -> LocalSampler.of(new Rappor(0.5), 61))
                .hasMessageContaining("values must be in [2, 60]");
        assertThatThrownBy(() -> LocalSampler.of(new LocalDp(1), 2)).hasMessageContaining("reports are drawn of");
        assertThatThrownBy(() -> LocalSampler.of(new RandomizedResponse(1, 2), 3))
                .hasMessageContaining("values must be at most k = 2, was 3");
        assertThatThrownBy(() -> LocalSampler.of(new SubsetSelection(1, 100, 3), 2))
                .hasMessageContaining("d must be in [2, 60]");
        assertThatThrownBy(() -> LocalSampler.of(new LocalHash(1, 1L << 40), 3))
                .hasMessageContaining("l must be small enough");
        assertThatThrownBy(() -> LocalSampler.of(new Rappor(0.5), 1)).hasMessageContaining("values must be in [2, 60]");
    }
}
