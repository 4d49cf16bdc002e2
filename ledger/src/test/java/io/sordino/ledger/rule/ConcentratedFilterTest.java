package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/theory/ConcentratedFilter.md. */
class ConcentratedFilterTest {
    private static Filter filter(BigDecimal epsilon, BigDecimal delta) {
        return Filter.zcdp(FilterLimits.ACCOUNTANT, FilterLimits.RELATION, epsilon, delta);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/ConcentratedFilter.csv", delimiter = ';')
    void theLimitIsAboveTheFirstConversionAndBelowWhatGaussiansBreak(
            BigDecimal epsilon, BigDecimal delta, double least, double most) {
        assertThat(FilterLimits.limit(filter(epsilon, delta))).isBetween(least, most);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.01", "0.2, 0.02", "0.3, 0.05"})
    void nobodyReachesMore(double epsilon, double delta) {
        FilterLimits.assertNobodyReachesMore(
                filter(FilterLimits.decimal(epsilon), FilterLimits.decimal(delta)), epsilon, delta);
    }
}
