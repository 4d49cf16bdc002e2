package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChordReadingTest {
    private static final int KNOTS = 600;

    /** A convex profile: sums of p (1 - x / r)+ over the ratios of a random law, and its value at order 0 is 1. */
    private static DoubleUnaryOperator profile(Random random, double spread) {
        int atoms = 400;
        double[] ratios = new double[atoms];
        for (int i = 0; i < atoms; i++) ratios[i] = Math.exp(spread * random.nextGaussian());
        return x -> {
            double sum = 0;
            for (double ratio : ratios) sum += Math.max(0, 1 - x / ratio) / atoms;
            return sum;
        };
    }

    private static double[] knots() {
        double[] knots = new double[KNOTS];
        for (int i = 0; i < KNOTS; i++) knots[i] = Math.exp((i - KNOTS / 4) * 0.005);
        return knots;
    }

    private static double worst(double[] values, double[] floor, int from) {
        double worst = 0;
        for (int i = from; i < floor.length; i++) worst = Math.max(worst, values[i] - floor[i]);
        return worst;
    }

    /** The largest difference is that of every order, no value is below the curve, and few orders were asked. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void theLargestDifferenceIsThatOfEveryOrder(long seed) {
        Random random = new Random(seed);
        DoubleUnaryOperator curve = profile(random, 0.2 + random.nextDouble());
        DoubleUnaryOperator below = profile(random, 0.2 + random.nextDouble());
        double[] knots = knots();
        double[] every = new double[KNOTS];
        double[] floor = new double[KNOTS];
        for (int i = 0; i < KNOTS; i++) {
            every[i] = curve.applyAsDouble(knots[i]);
            floor[i] = below.applyAsDouble(knots[i]);
        }
        AtomicInteger asked = new AtomicInteger();
        double[] read = ChordReading.of(
                x -> {
                    asked.incrementAndGet();
                    return curve.applyAsDouble(x);
                },
                knots,
                floor,
                KNOTS);
        for (int i = 0; i < KNOTS; i++) assertThat(read[i]).isGreaterThanOrEqualTo(every[i] - 1e-15);
        assertThat(worst(read, floor, KNOTS / 4)).isEqualTo(worst(every, floor, KNOTS / 4));
        assertThat(asked.get()).isLessThan(KNOTS / 6);

        // control: where it may hardly ask, chords stand, and they are far above
        double[] hardly = ChordReading.of(curve, knots, floor, 2);
        for (int i = 0; i < KNOTS; i++) assertThat(hardly[i]).isGreaterThanOrEqualTo(read[i]);
        assertThat(worst(hardly, floor, KNOTS / 4)).isGreaterThan(worst(read, floor, KNOTS / 4));
    }
}
