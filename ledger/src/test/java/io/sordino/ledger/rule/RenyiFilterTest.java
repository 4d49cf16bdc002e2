package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.plan.Plans;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/theory/RenyiFilter.md. */
class RenyiFilterTest {
    private static Filter filter(BigDecimal epsilon, BigDecimal delta, double order) {
        return Filter.renyi(FilterLimits.ACCOUNTANT, FilterLimits.RELATION, epsilon, delta, order);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/RenyiFilter.csv", delimiter = ';')
    void theLimitIsAboveTheFirstConversionAndBelowWhatGaussiansBreak(
            BigDecimal epsilon, BigDecimal delta, double order, double least, double most) {
        assertThat(FilterLimits.limit(filter(epsilon, delta, order))).isBetween(least, most);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.01, 20", "0.2, 0.02, 16", "0.3, 0.05, 12"})
    void nobodyReachesMore(double epsilon, double delta, double order) {
        FilterLimits.assertNobodyReachesMore(
                filter(FilterLimits.decimal(epsilon), FilterLimits.decimal(delta), order), epsilon, delta);
    }

    /** A curve fixed beforehand: the plan itself fits, once, and every order must have room. */
    @Test
    void aPlanFitsUnderItsOwnCurveOnce() {
        Filter curve = Filter.curve(
                FilterLimits.ACCOUNTANT,
                FilterLimits.RELATION,
                new BigDecimal("1e-6"),
                Plans.parse("10 * gaussian(20) + 10 * laplace(20)"),
                List.of(2.0, 8.0, 32.0));
        Map<String, Long> left = new java.util.TreeMap<>();
        curve.resources().forEach(resource -> left.put(resource.name(), resource.most()));
        Cost gaussians = curve.cost(Ask.of(Plans.parse("10 * gaussian(20)")));
        Withdrawal first = gaussians.from(left).orElseThrow();
        first.amounts().forEach((name, amount) -> left.merge(name, -amount, Long::sum));
        // laplace(20) 9 times: 10 times would need the last unit, which rounding up has taken
        Cost laplaces = curve.cost(Ask.of(Plans.parse("9 * laplace(20)")));
        assertThat(laplaces.from(left)).isPresent();
        assertThat(curve.cost(Ask.of(Plans.parse("12 * laplace(20)"))).from(left))
                .isEmpty();
    }
}
