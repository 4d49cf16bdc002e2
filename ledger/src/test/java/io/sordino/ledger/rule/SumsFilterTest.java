package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.mechanism.Relation;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** docs/theory/SumsFilter.md. */
class SumsFilterTest {
    private static final Map<String, FinitePair> MENU = Map.of(
            "rr(0.5)", FinitePair.rr(0.5),
            "rr(0.3)", FinitePair.rr(0.3),
            "rr(0.8)", FinitePair.rr(0.8),
            "dp(0, delta=0.001)", FinitePair.leak(0.001),
            "dp(0, delta=0.0004)", FinitePair.leak(0.0004));

    private static double reached(BigDecimal budget, BigDecimal delta, BigDecimal epsilon) {
        Sums sums = new Sums(Accountant.standard(), Relation.ADD_OR_REMOVE_ONE, budget, delta);
        return new BestResponse(sums, MENU).at(Math.exp(epsilon.doubleValue()));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/SumsFilter.csv", delimiter = ';')
    void nobodyReachesMoreThanTheSums(BigDecimal epsilon, BigDecimal delta, double truth) {
        double reached = reached(epsilon, delta, epsilon);
        assertThat(reached).isCloseTo(truth, within(1e-13)).isLessThanOrEqualTo(delta.doubleValue() + 1e-15);
    }

    /** Control: a budget that is larger by one request breaks the promise. */
    @ParameterizedTest
    @CsvFileSource(resources = "/golden/SumsFilter.csv", delimiter = ';')
    void aLargerBudgetIsSeen(BigDecimal epsilon, BigDecimal delta, double truth) {
        assertThat(reached(epsilon.add(new BigDecimal("0.3")), delta, epsilon)).isGreaterThan(2 * truth);
    }
}
