package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.query.Histogram;
import io.sordino.engine.query.Sums;
import io.sordino.engine.query.Values;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Laplace;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** How long an answer takes says nothing of its noise when the noise was drawn ahead, and much when it was not. */
class ReservoirTest {
    private static final int DRAWS = Boolean.getBoolean("sordino.slow") ? 10_000_000 : 1_000_000;
    private static final IntegerNoise NOISE = new DiscreteLaplaceSampler(new DiscreteLaplace(1));

    /** Times above the 95th percentile are interruptions by others: they are cut to it. */
    private static double correlation(long[] nanoseconds, long[] noise) {
        long[] sorted = nanoseconds.clone();
        Arrays.sort(sorted);
        double cap = (double) sorted[(int) (0.95 * sorted.length)];
        double n = nanoseconds.length;
        double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
        for (int i = 0; i < nanoseconds.length; i++) {
            double x = Math.min(cap, (double) nanoseconds[i]);
            double y = Math.abs((double) noise[i]);
            sx += x;
            sy += y;
            sxx += x * x;
            syy += y * y;
            sxy += x * y;
        }
        return (n * sxy - sx * sy) / Math.sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
    }

    private static double measured(IntegerNoise noise, RandomSource random) {
        long[] times = new long[DRAWS];
        long[] values = new long[DRAWS];
        // the second round is measured, when the code is compiled
        for (int round = 0; round < 2; round++)
            for (int i = 0; i < DRAWS; i++) {
                long start = System.nanoTime();
                long value = noise.draw(random);
                times[i] = System.nanoTime() - start;
                values[i] = value;
            }
        return correlation(times, values);
    }

    @Test
    void theTimeOfADrawAheadDoesNotTellItsSize() {
        double best = 1;
        // a busy machine may disturb one measurement; a dependence would show in all
        for (int attempt = 0; attempt < 5 && best >= 0.005; attempt++) {
            Reservoir reservoir = new Reservoir(NOISE, 2 * DRAWS, Tapes.seeded(attempt));
            best = Math.min(best, Math.abs(measured(reservoir, Tapes.forbidden())));
        }
        System.out.printf("correlation of time and size, drawn ahead: %.5f%n", best);
        assertThat(best).isLessThan(0.005);
    }

    @Test
    void theTimeOfADirectDrawTellsItsSize() {
        double direct = 0;
        for (int attempt = 0; attempt < 5 && direct <= 0.1; attempt++)
            direct = Math.max(direct, measured(NOISE, Tapes.seeded(attempt)));
        System.out.printf("correlation of time and size, drawn directly: %.3f%n", direct);
        assertThat(direct).isGreaterThan(0.1);
    }

    @Test
    void drawsAreHandedOutOnceAndWiped() {
        Reservoir reservoir = new Reservoir(random -> random.below(1L << 60), 4, Tapes.seeded(1));
        assertThat(reservoir.left()).isEqualTo(4);
        long[] first = {reservoir.take(), reservoir.take(), reservoir.take(), reservoir.take()};
        assertThat(reservoir.left()).isZero();
        assertThat(reservoir.take()).isNotIn(first[0], first[1], first[2], first[3]);
        assertThat(reservoir.left()).isEqualTo(3);
        reservoir.fill();
        assertThat(reservoir.left()).isEqualTo(4);
    }

    @Test
    void queriesTakeNoiseThatWasDrawnAhead() {
        NoiseStock stock = NoiseStock.of(1000, () -> Tapes.seeded(5));
        Sums sums = new Sums(Values.of(1, 2, 3), 0.9, stock);
        RandomSource same = Tapes.seeded(5);
        GridNoise direct = GridNoise.of(new DiscreteLaplace(7), 1);
        long[] drawn = new long[1000];
        for (int i = 0; i < 1000; i++) drawn[i] = direct.draw(same);
        for (int i = 999; i >= 0; i--) {
            Release<Estimate> count = sums.count(x -> x > 1, new DiscreteLaplace(7));
            assertThat(count.value().value()).isEqualTo((double) (2 + drawn[i]));
            assertThat(count.plan()).isEqualTo(new DiscreteLaplace(7));
        }
        stock.fill();
        assertThat(sums.sum(0, 3, new Laplace(1)).value().value()).isBetween(-100.0, 100.0);
        assertThat(Histogram.of(new int[] {0, 1, 1}, 2)
                        .release(new DiscreteLaplace(7), 0.9, stock)
                        .value())
                .hasSize(2);
    }

    @Test
    void theTimeOfACountWithNoiseDrawnAheadDoesNotTellIt() {
        Values values = Values.of(1, 2, 3);
        double best = 1;
        for (int attempt = 0; attempt < 5 && best >= 0.02; attempt++) {
            int seed = attempt;
            Sums sums = new Sums(values, 0.9, NoiseStock.of(2 * DRAWS, () -> Tapes.seeded(seed)));
            DiscreteLaplace law = new DiscreteLaplace(1);
            sums.count(x -> true, law);
            best = Math.min(
                    best,
                    Math.abs(measured(
                            random -> (long) sums.count(x -> true, law).value().value() - 3, Tapes.forbidden())));
        }
        System.out.printf("correlation of the time of a count and its noise, drawn ahead: %.5f%n", best);
        assertThat(best).isLessThan(0.02);
    }
}
