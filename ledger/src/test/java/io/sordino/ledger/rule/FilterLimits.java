package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.mechanism.Relation;
import java.math.BigDecimal;
import java.util.Map;

/** What the tests of filters share. */
final class FilterLimits {
    static final Accountant ACCOUNTANT = Accountant.standard();
    static final Relation RELATION = Relation.ADD_OR_REMOVE_ONE;

    private static final Map<String, FinitePair> MENU =
            Map.of("rr(0.1)", FinitePair.rr(0.1), "rr(0.15)", FinitePair.rr(0.15), "rr(0.25)", FinitePair.rr(0.25));

    private FilterLimits() {}

    /** The one limit of a filter. */
    static double limit(Filter filter) {
        Resource one = filter.resources().get(0);
        return Units.amount(one.most(), one.digits()).doubleValue();
    }

    /** The best analyst stays within (epsilon, delta), and gets somewhere. */
    static void assertNobodyReachesMore(Filter filter, double epsilon, double delta) {
        double reached = new BestResponse(filter, MENU).at(Math.exp(epsilon));
        assertThat(reached).isLessThanOrEqualTo(delta).isGreaterThan(0);
    }

    static BigDecimal decimal(double value) {
        return new BigDecimal(Double.toString(value));
    }
}
