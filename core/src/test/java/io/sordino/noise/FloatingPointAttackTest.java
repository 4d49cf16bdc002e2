package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Laplace;
import org.junit.jupiter.api.Test;

/**
 * The attack of Mironov 2012 (CCS): noise that is computed in doubles has holes, and the holes of two inputs are in different places.
 * It works against textbook noise and finds nothing on the grid. The seed is fixed.
 */
class FloatingPointAttackTest {
    private static final int OUTPUTS = 4000;
    private static final double UNIT = 0x1p-53;

    /** Textbook Laplace noise of scale 1. */
    private static double naive(double value, RandomSource random) {
        double u = (1 + random.below(1L << 53)) * UNIT;
        double noise = Math.log(u);
        return value + (random.coin() ? noise : -noise);
    }

    /** Whether some u of the textbook generator leads from this value to this output. */
    private static boolean possible(double value, double output) {
        double low = output - value;
        double high = low;
        while (value + Math.nextDown(low) == output) low = Math.nextDown(low);
        while (value + Math.nextUp(high) == output) high = Math.nextUp(high);
        return reached(low, high) || reached(-high, -low);
    }

    /** Whether log u falls in [low, high] for some multiple u of 2^-53. */
    private static boolean reached(double low, double high) {
        if (low > 0) return false;
        double slack = 1e-15 * (1 + Math.abs(low));
        long from = Math.max(1, (long) Math.floor(Math.exp(low - slack) / UNIT) - 1);
        long to = Math.min(1L << 53, (long) Math.ceil(Math.exp(high + slack) / UNIT) + 1);
        for (long k = from; k <= to && k - from < 100_000; k++) {
            double noise = Math.log(k * UNIT);
            if (noise >= low && noise <= high) return true;
        }
        return to - from >= 100_000;
    }

    @Test
    void textbookNoiseIdentifiesItsInput() {
        RandomSource random = Tapes.seeded(2012);
        int identified = 0;
        for (int i = 0; i < OUTPUTS; i++) {
            double value = i % 2;
            double output = naive(value, random);
            assertThat(possible(value, output)).as("its own input is possible").isTrue();
            if (!possible(1 - value, output)) identified++;
        }
        System.out.printf("outputs of textbook noise that identify the input: %.1f %%%n", 100.0 * identified / OUTPUTS);
        assertThat(identified).isGreaterThan(OUTPUTS / 5);
    }

    @Test
    void noiseOnTheGridIdentifiesNothing() {
        RandomSource random = Tapes.seeded(2012);
        long cells = 1L << 36;
        GridNoise noise = GridNoise.of(new Laplace(1), cells);
        int identified = 0;
        for (int i = 0; i < OUTPUTS; i++) {
            long value = i % 2 * cells;
            long output = value + noise.draw(random);
            double released = Math.scalb((double) output, -36);
            // a multiple of the step, as every integer plus any integer is: both inputs reach it with odds of at most e
            boolean onGrid = Math.scalb(released, 36) == Math.rint(Math.scalb(released, 36));
            double odds = Math.abs(Math.abs(output - cells) - Math.abs((double) output)) / cells;
            if (!(onGrid && odds <= 1 + 1e-9)) identified++;
        }
        assertThat(identified).isZero();
    }
}
