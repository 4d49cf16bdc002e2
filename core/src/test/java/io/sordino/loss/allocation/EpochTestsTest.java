package io.sordino.loss.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pair of an attacker's tests says no more than the tests do. */
class EpochTestsTest {
    /** Little noise: where P is sure of a test Q hardly ever sees it, and 1 less its probability is 1. */
    @ParameterizedTest
    @CsvSource({"3, 4", "3, 3.3", "5, 4", "40, 4", "300, 3", "3, 1", "100, 0.5"})
    void thePairIsNeverAboveItsTests(long slots, double mu) {
        EpochTests tests = EpochTests.of(slots, mu, -60);
        Pair pair = tests.pair(Change.REMOVED);
        double worst = 0;
        double widest = 0;
        for (double epsilon = 0; epsilon < 60; epsilon += 0.05) {
            double said = pair.delta(epsilon).lower();
            double attained = tests.attained(epsilon);
            if (attained > 1e-30) {
                worst = Math.max(worst, said / attained - 1);
                widest = Math.max(widest, 1 - said / attained);
            }
        }
        System.out.printf("%d slots, mu %s: above by %.3g, below by %.3g%n", slots, mu, worst, widest);
        assertThat(worst).isLessThan(1e-9);
        // and the test can fail: nothing is lost on the way either
        assertThat(widest).isLessThan(1e-3);
    }
}
