package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * docs/theory/NaturalFilter.md: go on as long as the product of what was really run keeps (epsilon, delta). It is beaten by choosing
 * what comes next after looking, which is why there is none here.
 */
class NaturalFilterTest {
    private static final Accountant ACCOUNTANT = Accountant.standard();

    /** The filter that is not here: it asks the accountant about the path that was taken, and about nothing else. */
    private static boolean naturalFilterAccepts(String path, double epsilon, double delta) {
        return ACCOUNTANT
                        .delta(Plans.parse(path), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                        .delta()
                        .upper()
                <= delta;
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/NaturalFilter.csv", delimiter = ';')
    void itIsBeaten(int steps, double step, double epsilon, double delta, double response, double leak, double truth) {
        // a little below what is found on paper, so that certified upper ends accept it too: those of sums have a width
        double margin = steps == 1 ? 1e-9 : 1e-3;
        double b = response * (1 - margin);
        double d = leak * (1 - margin);
        String first = steps + " * rr(" + step + ") + ";
        assertThat(naturalFilterAccepts(first + "rr(" + b + ")", epsilon, delta))
                .isTrue();
        assertThat(naturalFilterAccepts(first + "dp(0, delta=" + d + ")", epsilon, delta))
                .isTrue();
        FinitePair one = FinitePair.rr(b);
        FinitePair other = FinitePair.leak(d);
        double top = 1 / (1 + Math.exp(-step));
        double reached = 0;
        for (int up = 0; up <= steps; up++) {
            double mass = binomial(steps, up) * Math.pow(top, up) * Math.pow(1 - top, steps - up);
            double rest = Math.exp(epsilon - step * (2 * up - steps));
            reached += mass * Math.max(one.at(rest), other.at(rest));
        }
        assertThat(reached)
                .as("what an analyst reaches who was accepted on every path")
                .isGreaterThan(1.37 * delta);
        assertThat(reached).isBetween(0.99 * truth, truth);
    }

    private static double binomial(int n, int k) {
        double value = 1;
        for (int i = 1; i <= k; i++) value = value * (n - k + i) / i;
        return value;
    }

    /** A bank that holds both second parts promises what the analyst reaches, or more. */
    @Test
    void aBankOfBothIsNotBeaten() {
        double bank = ACCOUNTANT
                .delta(
                        Plans.parse("rr(0.5) + rr(0.5025817581855) + dp(0, delta=1e-3)"),
                        Relation.ADD_OR_REMOVE_ONE,
                        1,
                        Precision.DEFAULT)
                .delta()
                .upper();
        FinitePair first = FinitePair.rr(0.5);
        double run = first.losses().get(0)[1] * FinitePair.rr(0.50258175818541).at(Math.exp(0.5))
                + first.losses().get(1)[1] * FinitePair.leak(1e-3).at(Math.exp(1.5));
        assertThat(run).isCloseTo(1.3775406688e-3, within(1e-12)).isLessThan(bank);
    }
}
