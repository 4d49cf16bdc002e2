package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.theorem.Knowledge;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The polygon against the curve that it must stay below, and the decision against a dense scan of both curves. */
class PolygonScanTest {
    private static final Accountant ACCOUNTANT = Accountant.standard();

    private static Knowledge known(String plan, Direction direction) {
        Mechanism mechanism = Plans.parse(plan);
        return ACCOUNTANT.knowledge(mechanism, Relation.ADD_OR_REMOVE_ONE, direction, Precision.DEFAULT);
    }

    private static double upper(Knowledge known, double epsilon) {
        double least = 1;
        for (var one : known.known())
            if (one.reach().boundsAbove())
                least = Math.min(least, one.loss().delta(epsilon).upper());
        return least;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian(1)",
                "gaussian(20)",
                "laplace(3)",
                "discrete_gaussian(4)",
                "rr(0.5)",
                "dp(0.3, 1e-4)",
                "poisson(0.01, gaussian(1))",
                "20 * poisson(0.01, gaussian(1)) + laplace(5)",
                "3 * rr(0.5) + dp(0, 1e-3)"
            })
    void noKnotIsAboveTheCurve(String plan) {
        for (Direction direction : Relation.ADD_OR_REMOVE_ONE.directions()) {
            Knowledge known = known(plan, direction);
            Pair attained =
                    (Pair) known.attainedTail(UpperCurve.DEPTH).orElseThrow().loss();
            LowerPolygon polygon = LowerPolygon.of(attained, 120);
            assertThat(polygon.size()).isPositive();
            for (int i = 0; i < polygon.size(); i++) {
                assertThat(polygon.value(i))
                        .as("%s %s at %s", plan, direction, polygon.knot(i))
                        .isLessThanOrEqualTo(upper(known, Math.log(polygon.knot(i)) - 1e-15));
                if (i == 0) continue;
                // a chord of the polygon, halfway: convex curves lie below theirs, so this is what a knot alone does
                // not show
                double middle = polygon.knot(i - 1) + (polygon.knot(i) - polygon.knot(i - 1)) / 2;
                double chord = polygon.value(i - 1) / 2 + polygon.value(i) / 2;
                assertThat(chord)
                        .as("%s %s between knots at %s", plan, direction, middle)
                        .isLessThanOrEqualTo(upper(known, Math.log(middle)) + 1e-16);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "laplace(24), gaussian(20)",
        "gaussian(5), laplace(3)",
        "'rr(0.7)', 'rr(0.5) + dp(0.1)'",
        "'poisson(0.02, gaussian(1))', '3 * poisson(0.01, gaussian(1))'",
        "rr(0.5) + rr(0.5), 'dp(0.9, 1e-3)'",
        "gaussian(20), '15 * poisson(0.01, gaussian(1))'",
    })
    void theSlackIsNoLessThanADenseScanFinds(String request, String coupons) {
        for (Direction direction : Relation.ADD_OR_REMOVE_ONE.directions()) {
            Loss lower = known(request, direction).known().stream()
                    .filter(one -> one.reach().boundsBelow())
                    .findFirst()
                    .orElseThrow()
                    .loss();
            Knowledge given = known(coupons, direction);
            double worst = 0;
            for (double epsilon = -3; epsilon < 3; epsilon += 0.01)
                worst = Math.max(worst, lower.delta(epsilon).lower() - upper(given, epsilon));
            double slack = Optional.ofNullable(new Domination(ACCOUNTANT, Relation.ADD_OR_REMOVE_ONE)
                            .slack(Plans.parse(request), Plans.parse(coupons))
                            .get(direction))
                    .orElseThrow();
            assertThat(slack).as("%s from %s %s", request, coupons, direction).isGreaterThanOrEqualTo(worst);
            assertThat(slack).isLessThanOrEqualTo(worst * 1.1 + 1e-4);
        }
    }
}
