package io.sordino.loss.shuffling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Inversion;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The worst dataset of shuffled binary response, found without looking at each. */
final class WorstDatasetSearchTest {
    private static final long SEED = 20_501;
    private static final double LOG_OUTSIDE = -70;

    private static double scanned(int reports, double epsilon0, double delta) {
        double worst = 0;
        for (int ones = 0; ones <= (reports - 1) / 2; ones++) {
            BitCounts counts = new BitCounts(reports, ones, epsilon0, LOG_OUTSIDE);
            double most = epsilon0;
            worst = Math.max(
                    worst,
                    Inversion.epsilon(counts::logDelta, delta, 0.5 * most, most, 1e-12)
                            .upper());
        }
        return worst;
    }

    @Test
    void theSearchEndsAtWhatAScanOfAllDatasetsFinds() {
        for (int reports : new int[] {2, 3, 10, 57, 300, 1201})
            for (double epsilon0 : new double[] {0.2, 1, 3, 6})
                for (double delta : new double[] {1e-2, 1e-6}) {
                    Bracket found = ShuffledBits.all(reports, epsilon0, 1e-9).epsilon(delta);
                    double truth = scanned(reports, epsilon0, delta);
                    assertThat(found.upper())
                            .as("n %s epsilon0 %s delta %s", reports, epsilon0, delta)
                            .isCloseTo(truth, within(3e-9 * truth));
                    assertThat(found.lower()).isLessThanOrEqualTo(truth).isCloseTo(truth, within(3e-9 * truth));
                }
    }

    @Test
    void oneDatasetWithFewerReportsBoundsARange() {
        SplittableRandom random = new SplittableRandom(SEED);
        System.out.println("WorstDatasetTest: seed " + SEED);
        boolean ownCountIsNoBound = false;
        for (int trial = 0; trial < 400; trial++) {
            int reports = random.nextInt(4, 400);
            int half = (reports - 1) / 2;
            int first = random.nextInt(0, half + 1);
            int spare = random.nextInt(0, half - first + 1);
            int ones = first + random.nextInt(0, spare + 1);
            double epsilon0 = random.nextDouble(0.1, 5);
            double epsilon = random.nextDouble(0, 0.8) * epsilon0;
            double bound = new BitCounts(reports - spare, first, epsilon0, LOG_OUTSIDE)
                    .delta(epsilon)
                    .upper();
            double attained = new BitCounts(reports, ones, epsilon0, LOG_OUTSIDE)
                    .delta(epsilon)
                    .lower();
            assertThat(attained)
                    .as(
                            "n %s, %s to %s, m %s, epsilon0 %s, epsilon %s",
                            reports, first, first + spare, ones, epsilon0, epsilon)
                    .isLessThanOrEqualTo(bound);
            double own = new BitCounts(reports, first, epsilon0, LOG_OUTSIDE)
                    .delta(epsilon)
                    .upper();
            ownCountIsNoBound |= attained > own * (1 + 1e-6) && own > 1e-12;
        }
        // with all its reports the first dataset of a range does not bound the others
        assertThat(ownCountIsNoBound).isTrue();
    }

    @Test
    void manyReportsAreBracketedClosely() {
        Bracket telemetry = ShuffledBits.all(100_000, 4, 1e-9).epsilon(1e-6);
        assertThat(telemetry.midpoint()).isCloseTo(0.0847161764, within(1e-9));
        assertThat(telemetry.width()).isLessThan(1e-9);
        for (int reports : new int[] {10_000_000, 1_000_000_000, 2_000_000_000}) {
            Bracket found = ShuffledBits.all(reports, 4, 2e-4).epsilon(1e-6);
            assertThat(found.upper() / found.lower()).as("n %s", reports).isBetween(1.0, 1.03);
        }
    }

    @Test
    void deltaAndEpsilonAreInverse() {
        ShuffledBits bits = ShuffledBits.all(20_000, 2, 1e-9);
        for (double delta : new double[] {1e-3, 1e-8, 1e-40}) {
            Bracket epsilon = bits.epsilon(delta);
            assertThat(bits.logDelta(epsilon.upper()).lower()).isLessThanOrEqualTo(Math.log(delta) + 1e-6);
            assertThat(bits.logDelta(epsilon.lower()).upper()).isGreaterThanOrEqualTo(Math.log(delta) - 1e-6);
        }
    }

    @Test
    void deltasTooSmallForDoublesAndHugeLocalEpsilonsStaySound() {
        assertThat(ShuffledBits.all(100_000, 4, 1e-9).logDelta(1).upper()).isLessThan(-290);
        assertThat(ShuffledBits.all(1_000_000, 0.5, 1e-3).logDelta(0.4).upper()).isLessThan(-290);
        Bracket open = ShuffledBits.all(100_000, 400, 1e-9).logDelta(1);
        assertThat(open.upper()).isGreaterThan(-1e-6);
    }

    @Test
    void theLowerPairOfACompositionIsBelowTheUpperOne() {
        for (int reports : new int[] {50, 5000, 200_000}) {
            ShuffledBits bits = ShuffledBits.all(reports, 2, 1e-4);
            for (double epsilon : new double[] {0, 0.5, 1, 2}) {
                double scale = 3 / Math.sqrt(reports);
                double upper = bits.pair(Side.UPPER).delta(epsilon * scale).upper();
                double lower = bits.pair(Side.LOWER).delta(epsilon * scale).lower();
                assertThat(lower).isLessThanOrEqualTo(upper).isGreaterThan(0.5 * upper - 1e-12);
                Bracket truth = bits.delta(epsilon * scale);
                assertThat(upper).isGreaterThanOrEqualTo(truth.lower());
                assertThat(lower).isLessThanOrEqualTo(truth.upper());
            }
        }
    }
}
