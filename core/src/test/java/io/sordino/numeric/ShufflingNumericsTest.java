package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The moving tail of fair coins, the law of two kinds of coins, Chernoff's windows and sums of scaled terms. */
final class ShufflingNumericsTest {
    private static final long SEED = 11;

    @Test
    void aMovedTailAgreesWithAFreshOne() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long start : new long[] {20, 1000, 1_000_000, 300_000_000L}) {
            FairTail tail = new FairTail();
            long s = start;
            long a = start / 2 + (long) (2.5 * Math.sqrt((double) start));
            for (int i = 0; i < 3000; i++) {
                s = Math.max(2, s + random.nextInt(-2, 3));
                a = Math.max(1, Math.min(s, a + random.nextInt(-2, 3)));
                tail.moveTo(s, a);
            }
            Bracket fresh = Binomial.logSf(a - 1, s, 0.5);
            double moved = Math.log(tail.tail()) + tail.logScale();
            double doubt = tail.tailError() / tail.tail();
            assertThat(moved)
                    .as("seed %s start %s", SEED, start)
                    .isBetween(fresh.lower() - doubt, fresh.upper() + doubt);
            assertThat(doubt).isLessThan(1e-10);
            assertThat(Math.log(tail.mass()) + tail.logScale())
                    .isCloseTo(Binomial.logPmf(a, s, 0.5), within(tail.massError() + 1e-12));
        }
    }

    @Test
    void twoKindsOfCoinsAreTheConvolution() {
        for (int[] counts : new int[][] {{0, 40}, {1, 39}, {13, 27}, {20, 20}, {40, 0}, {300, 500}, {2, 900}})
            for (double q : new double[] {0.45, 0.2, 0.01, 1e-6}) {
                TwoCoins law = TwoCoins.of(counts[0], counts[1], q, -45);
                double[] f = law.masses();
                double sum = 0;
                for (int i = 0; i < f.length; i++) {
                    double truth = convolution(counts[0], counts[1], q, law.from() + i);
                    sum += f[i];
                    if (truth > 1e3 * law.outside() && truth > 1e-250)
                        assertThat(f[i]).isCloseTo(truth, within((law.error() + 1e-11) * truth));
                }
                assertThat(sum).isCloseTo(1, within(1e-12));
                assertThat(law.outside()).isLessThanOrEqualTo(Math.exp(-45));
            }
    }

    private static double convolution(int high, int low, double q, int k) {
        double sum = 0;
        for (int j = Math.max(0, k - low); j <= Math.min(high, k); j++)
            sum += Math.exp(Binomial.logPmf(high - j, high, q) + Binomial.logPmf(k - j, low, q));
        return sum;
    }

    @Test
    void windowsLeaveLittleOutside() {
        for (long n : new long[] {1, 5, 100, 1_000_000, 1_000_000_000_000L})
            for (double p : new double[] {0, 1e-9, 0.01, 0.5, 0.999, 1})
                for (double logTail : new double[] {-5, -60, -700}) {
                    long[] window = Binomial.window(n, p, logTail);
                    assertThat(Binomial.logCdf(window[0] - 1, n, p).upper()).isLessThanOrEqualTo(logTail);
                    assertThat(Binomial.logSf(window[1], n, p).upper()).isLessThanOrEqualTo(logTail);
                }
    }

    @Test
    void scaledSumsReachFarBelowTheSmallestDouble() {
        ScaledSum sum = new ScaledSum();
        for (int i = 0; i < 1000; i++) sum.add(1, 0, -2000 - i);
        double truth = -2000 - Math.log(-Math.expm1(-1));
        assertThat(sum.log().lower()).isLessThanOrEqualTo(truth + 1e-13 * 2000);
        assertThat(sum.log().upper()).isGreaterThanOrEqualTo(truth - 1e-13 * 2000);
        assertThat(sum.log().width()).isLessThan(1e-10);
        assertThat(new ScaledSum().log().upper()).isEqualTo(Double.NEGATIVE_INFINITY);
        ScaledSum unsure = new ScaledSum();
        unsure.add(1e-3, 1e-2, 0);
        assertThat(unsure.log().lower()).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
