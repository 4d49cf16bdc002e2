package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** docs/theory/CouponBank.md. */
class CouponBankTest {
    private static final Accountant ACCOUNTANT = Accountant.standard();
    private static final Relation RELATION = Relation.ADD_OR_REMOVE_ONE;

    private static final Map<String, FinitePair> MENU = Map.of(
            "rr(0.3)", FinitePair.rr(0.3),
            "rr(0.5)", FinitePair.rr(0.5),
            "rr(0.8)", FinitePair.rr(0.8),
            "rr(1.5)", FinitePair.rr(1.5),
            "dp(0, delta=0.01)", FinitePair.leak(0.01),
            "dp(0, delta=0.001)", FinitePair.leak(0.001),
            "dp(0, delta=0.0004)", FinitePair.leak(0.0004));

    /** By requests of other sizes too, which coupons dominate: nobody reaches more than the plan, and it is reached. */
    @ParameterizedTest
    @CsvFileSource(resources = "/golden/CouponBank.csv", delimiter = ';')
    void theBankIsWorthWhatItsPlanIsAndNoMore(String coupons, double epsilon, double truth) {
        Mechanism plan = Plans.parse(coupons);
        Bank bank = new Bank(ACCOUNTANT, RELATION, plan, new BigDecimal("1e-3"));
        double reached = new BestResponse(bank, MENU).at(Math.exp(epsilon));
        assertThat(reached).isCloseTo(truth, within(1e-11));
        if (epsilon < 0) return;
        double price = ACCOUNTANT
                .delta(plan, RELATION, epsilon, Precision.DEFAULT)
                .delta()
                .upper();
        assertThat(reached).isLessThanOrEqualTo(price * (1 + 1e-12) + 1e-15);
    }

    /** Control: an analyst who got a coupon too many is seen to exceed the plan. */
    @ParameterizedTest
    @CsvFileSource(resources = "/golden/CouponBank.csv", delimiter = ';')
    void oneCouponMoreIsSeen(String coupons, double epsilon, double truth) {
        Bank bank =
                new Bank(ACCOUNTANT, RELATION, Plans.parse(coupons + " + dp(0, delta=0.01)"), new BigDecimal("1e-3"));
        assertThat(new BestResponse(bank, MENU).at(Math.exp(epsilon))).isGreaterThan(truth + 1e-3);
    }
}
