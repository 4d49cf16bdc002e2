package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.numeric.Binomial;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Golden intervals are worked out in 40 digits by enumeration of both tails; coverage is enumerated here. */
class IntervalTest {
    private static Law response(double epsilon, int k) {
        double e = Math.exp(epsilon);
        return new Law("response", e / (e + k - 1), 1 / (e + k - 1));
    }

    @Test
    void exactIntervalsAreThoseOfTheTable() {
        assertThat(Interval.exact(response(4, 10), 3, 50, 0.025)).isEqualTo(new Interval(0, 5));
        assertThat(Interval.exact(response(1, 10), 20, 200, 0.025)).isEqualTo(new Interval(0, 87));
        assertThat(Interval.exact(response(1, 2), 110, 200, 0.025)).isEqualTo(new Interval(94, 149));
    }

    @Test
    void scoreIntervalsAreThoseOfTheTable() {
        Interval four = Interval.score(response(4, 10), 3, 50, 0.025);
        assertThat(four.lower()).isZero();
        assertThat(four.upper()).isCloseTo(5.979443687, within(1e-8));
        assertThat(Interval.score(response(1, 10), 20, 200, 0.025).upper()).isCloseTo(89.69132919, within(1e-7));
        Interval two = Interval.score(response(1, 2), 110, 200, 0.025);
        assertThat(two.lower()).isCloseTo(93.96158142, within(1e-7));
        assertThat(two.upper()).isCloseTo(149.31748685, within(1e-7));
    }

    /** The smallest coverage over all numbers of holders, of both kinds of interval. */
    @Test
    void everyNumberOfHoldersIsCovered() {
        Law law = response(1, 10);
        int n = 200;
        Interval[] exact = new Interval[n + 1];
        Interval[] score = new Interval[n + 1];
        for (int c = 0; c <= n; c++) {
            exact[c] = Interval.exact(law, c, n, 0.025);
            score[c] = Interval.score(law, c, n, 0.025);
        }
        double leastExact = 1;
        double leastScore = 1;
        double leastNaive = 1;
        for (int holders = 0; holders <= n; holders++) {
            double[] mass = supports(law, holders, n);
            double inExact = 0;
            double inScore = 0;
            double inNaive = 0;
            for (int c = 0; c <= n; c++) {
                if (holds(exact[c], holders)) inExact += mass[c];
                if (holds(score[c], holders)) inScore += mass[c];
                // the control: the noise of those who do not hold the value alone
                double half = 1.96 * law.deviation(0, n) * 0.9;
                if (Math.abs(law.estimate(c, n) - holders) <= half) inNaive += mass[c];
            }
            leastExact = Math.min(leastExact, inExact);
            leastScore = Math.min(leastScore, inScore);
            leastNaive = Math.min(leastNaive, inNaive);
        }
        assertThat(leastExact).isCloseTo(0.950750, within(2e-6));
        assertThat(leastScore).isCloseTo(0.951374, within(2e-6));
        assertThat(leastNaive).isLessThan(0.90);
    }

    private static boolean holds(Interval interval, int holders) {
        return interval.lower() <= holders && holders <= interval.upper();
    }

    private static double[] supports(Law law, int holders, int n) {
        double[] mass = new double[n + 1];
        for (int a = 0; a <= holders; a++)
            for (int b = 0; b <= n - holders; b++)
                mass[a + b] += pmf(a, holders, law.p()) * pmf(b, n - holders, law.q());
        return mass;
    }

    private static double pmf(int k, int n, double p) {
        return n == 0 ? 1 : Math.exp(Binomial.logPmf(k, n, p));
    }

    @Test
    void whatLiarsDoIsInsideTheSecondInterval() {
        Law law = response(1, 10);
        int n = 1000;
        int lies = 50;
        SplittableRandom random = new SplittableRandom(5);
        int robust = 0;
        int plain = 0;
        int runs = 2000;
        for (int run = 0; run < runs; run++) {
            long supports = lies;
            for (int i = 0; i < n - lies; i++) if (random.nextDouble() < law.q()) supports++;
            if (holds(Interval.robust(law, supports, n, lies, 0.025), 0)) robust++;
            if (holds(Interval.of(law, supports, n, 0.025), 0)) plain++;
        }
        // nobody holds the value, and all liars say that they do
        assertThat(robust).isGreaterThan((int) (0.95 * runs));
        assertThat(plain).isLessThan(runs / 100);
    }

    /** All who are honest hold the value, and fewer lie than are allowed for, or nobody does: there are more holders than a batch full of liars has honest reports. */
    @Test
    void theSecondIntervalHoldsWhereFewerLieToo() {
        int n = 1000;
        SplittableRandom random = new SplittableRandom(6);
        for (double epsilon : new double[] {6, 3})
            for (int lies : new int[] {0, 20, 50}) {
                Law law = response(epsilon, 10);
                int holders = n - lies;
                int held = 0;
                int runs = 300;
                for (int run = 0; run < runs; run++) {
                    long supports = 0;
                    for (int i = 0; i < holders; i++) if (random.nextDouble() < law.p()) supports++;
                    if (holds(Interval.robust(law, supports, n, 50, 0.025), holders)) held++;
                }
                assertThat(held).as("%s, %s lie", epsilon, lies).isGreaterThan((int) (0.95 * runs));
            }
        // the control: one that nobody can hold is not inside for that
        assertThat(Interval.robust(response(6, 10), 500, n, 50, 0.025).upper()).isLessThan(600);
    }

    /** Of a million values that nobody holds, many are found to have holders where tails are those of a normal law: the law has a longer one. */
    @Test
    void rareMissesAreAsRareAsStated() {
        double q = 1.0 / 4096;
        Law law = new Law("local_hash", 0.3, q);
        double ofMany = 0.05 / (1 << 20) / 2;
        for (double tail : new double[] {0.025, 1e-4, 1e-6, ofMany})
            for (double noise : new double[] {25, 60, 400, 3000, 20_000}) {
                long n = (long) (noise / q / (1 - q)) + 1;
                long c = (long) (n * q);
                while (Interval.of(law, c, n, tail).lower() == 0) c++;
                assertThat(Math.exp(Binomial.logSf(c - 1, n, q).upper()))
                        .as("%s of %s", tail, noise)
                        .isLessThan(1.25 * tail);
            }
        // the control
        long n = 102_500;
        long c = 25;
        while (Interval.score(law, c, n, ofMany).lower() == 0) c++;
        assertThat(Math.exp(Binomial.logSf(c - 1, n, q).upper())).isGreaterThan(10 * ofMany);
    }

    @Test
    void theSpreadIsThatOfTheTable() {
        assertThat(response(1, 10).deviation(800, 2000)).isCloseTo(104.810058, within(1e-5));
        assertThat(response(1, 10).deviation(0, 2000)).isCloseTo(85.208552, within(1e-5));
        assertThat(response(4, 10).deviation(800, 2000)).isCloseTo(12.766659, within(1e-5));
    }
}
