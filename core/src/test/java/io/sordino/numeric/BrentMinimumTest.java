package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** {@link BrentMinimum} finds the lowest point of a valley, wherever it is, with few questions. */
class BrentMinimumTest {
    private static final long SEED = 1518;

    private record Found(double at, List<Double> asked) {}

    private static Found lowest(double low, double high, double tolerance, DoubleUnaryOperator function) {
        List<Double> asked = new ArrayList<>();
        double at = BrentMinimum.lowest(low, high, tolerance, x -> {
            asked.add(x);
            return function.applyAsDouble(x);
        });
        assertThat(asked).allMatch(x -> x >= low && x <= high);
        return new Found(at, asked);
    }

    @Test
    void smoothValleysAreFoundWithFewQuestions() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200; i++) {
            double bottom = random.nextDouble(-3, 5);
            Found square = lowest(-3, 5, 1e-6, x -> (x - bottom) * (x - bottom));
            assertThat(square.at()).as("seed %d", SEED).isCloseTo(bottom, within(3e-6));
            assertThat(square.asked().size()).isLessThan(40);
            Found chain = lowest(-3, 5, 1e-6, x -> Math.exp(x - bottom) + Math.exp(2 * (bottom - x)) / 2);
            assertThat(chain.at()).isCloseTo(bottom, within(3e-6));
            assertThat(chain.asked().size()).isLessThan(40);
        }
    }

    @Test
    void sharpAndFlatValleysAreFoundByGoldenSections() {
        for (double bottom : new double[] {-2.9, -1, 0.25, 4.9}) {
            Found sharp = lowest(-3, 5, 1e-6, x -> Math.abs(x - bottom));
            assertThat(sharp.at()).isCloseTo(bottom, within(3e-6));
            assertThat(sharp.asked().size()).isLessThan(70);
            Found flat = lowest(-3, 5, 1e-3, x -> Math.pow(x - bottom, 6));
            assertThat(flat.at()).isCloseTo(bottom, within(0.02));
        }
    }

    @Test
    void aValleyAtAnEndIsApproached() {
        assertThat(lowest(1, 9, 1e-5, x -> x).at()).isCloseTo(1, within(3e-5));
        assertThat(lowest(1, 9, 1e-5, x -> -x).at()).isCloseTo(9, within(3e-5));
    }

    @Test
    void whatIsNoNumberIsInfinite() {
        Found half = lowest(0, 1, 1e-6, x -> x < 0.6 ? Double.NaN : x);
        assertThat(half.at()).isCloseTo(0.6, within(3e-6));
        assertThat(half.at()).isGreaterThanOrEqualTo(0.6);
    }

    @Test
    void thePointGivenIsTheBestOfAllThatWereAskedFor() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 100; i++) {
            double shift = random.nextDouble();
            DoubleUnaryOperator bumpy = x -> Math.sin(9 * x + 7 * shift) + 0.3 * x * x;
            Found found = lowest(-2, 2, 1e-4, bumpy);
            double best = found.asked().stream()
                    .mapToDouble(bumpy::applyAsDouble)
                    .min()
                    .orElseThrow();
            assertThat(bumpy.applyAsDouble(found.at())).isEqualTo(best);
        }
    }

    @Test
    void nothingIsLookedForInAPoint() {
        assertThat(lowest(2, 2, 1e-9, x -> x).at()).isEqualTo(2);
        assertThat(lowest(2, 2, 1e-9, x -> x).asked()).hasSize(1);
    }
}
