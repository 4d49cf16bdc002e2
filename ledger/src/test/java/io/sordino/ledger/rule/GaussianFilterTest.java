package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/theory/GaussianFilter.md. */
class GaussianFilterTest {
    private static Filter filter(BigDecimal epsilon, BigDecimal delta) {
        return Filter.gdp(FilterLimits.ACCOUNTANT, FilterLimits.RELATION, epsilon, delta);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/GaussianFilter.csv", delimiter = ';')
    void theLimitIsTheLargestThatKeepsThePromise(BigDecimal epsilon, BigDecimal delta, double truth) {
        assertThat(FilterLimits.limit(filter(epsilon, delta))).isBetween(truth * (1 - 1e-9), truth * (1 + 1e-11));
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.01", "0.2, 0.02", "0.3, 0.05"})
    void nobodyReachesMore(double epsilon, double delta) {
        FilterLimits.assertNobodyReachesMore(
                filter(FilterLimits.decimal(epsilon), FilterLimits.decimal(delta)), epsilon, delta);
    }

    /** 2 Phi^-1(e^eps / (1 + e^eps)) in 30 digits, and never below it. */
    @Test
    void pureEpsilonHasTheMuOfItsCorner() {
        assertThat(GaussianMeasure.ofPure(0.3)).isBetween(0.3753919992445165, 0.37539200);
        assertThat(GaussianMeasure.ofPure(1e-9)).isBetween(1.25331413731550e-9, 1.2534e-9);
    }
}
