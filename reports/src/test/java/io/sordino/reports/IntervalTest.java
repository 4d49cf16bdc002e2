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

    @Test
    void theSpreadIsThatOfTheTable() {
        assertThat(response(1, 10).deviation(800, 2000)).isCloseTo(104.810058, within(1e-5));
        assertThat(response(1, 10).deviation(0, 2000)).isCloseTo(85.208552, within(1e-5));
        assertThat(response(4, 10).deviation(800, 2000)).isCloseTo(12.766659, within(1e-5));
    }
}
