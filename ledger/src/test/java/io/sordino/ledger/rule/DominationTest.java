package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class DominationTest {
    private static final Domination DOMINATION = new Domination(Accountant.standard(), Relation.ADD_OR_REMOVE_ONE);

    private static Map<Direction, Double> slack(String request, String coupons) {
        return DOMINATION.slack(Plans.parse(request), Plans.parse(coupons));
    }

    private static double in(Map<Direction, Double> slack, Direction direction) {
        return slack.getOrDefault(direction, Double.NaN);
    }

    /**
     * The smallest slacks that a scan of curves by another program found: oracle/exchange.py, a sum of lattice laws in exponentially
     * tilted floating point, rounded so that the mean of e^-loss is kept. Ours may only be above them, by what a polygon of finitely
     * many knots gives away; below would sell what is not covered.
     */
    @ParameterizedTest
    @CsvFileSource(resources = "/golden/Exchange.csv", delimiter = ';')
    void theSlackIsThatOfAScanAndALittleMore(String request, String coupons, double remove, double add) {
        Map<Direction, Double> slack = slack(request, coupons);
        assertThat(in(slack, Direction.REMOVE)).isBetween(0.999 * remove, 1.05 * remove);
        assertThat(in(slack, Direction.ADD)).isBetween(0.999 * add, 1.05 * add);
    }

    /** H_x(P, Q) = 1 - x + x H_{1/x}(Q, P): what is missing in one direction at x is x times what is missing in the other at 1/x. */
    @Test
    void theTwoDirectionsAreEachOthersMirror() {
        Map<Direction, Double> slack = slack("gaussian(20)", "25 * poisson(0.01, gaussian(1))");
        double remove = in(slack, Direction.REMOVE);
        double add = in(slack, Direction.ADD);
        assertThat(remove).isBetween(0.8 * add, add * 1.2);
    }

    @Test
    void neighboursInShapeNeedNoSlackToSpeakOf() {
        assertThat(slack("laplace(30)", "gaussian(20)").values()).allMatch(eta -> eta == 0);
    }

    /** Where the coupons are above at every order, tails too, nothing is paid for the discretisation of sums. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "10 * poisson(0.01, gaussian(2)); 10 * poisson(0.01, gaussian(1))",
                "laplace(31) + discrete_gaussian(21) + poisson(0.01, gaussian(1.1)); laplace(30) + discrete_gaussian(20) + poisson(0.01, gaussian(1))"
            })
    void whatIsDominatedWithRoomToSpareNeedsNoSlack(String both) {
        String[] halves = both.split("; ", 2);
        assertThat(slack(halves[0], halves[1]).values()).allMatch(eta -> eta < 1e-20);
        // control: the other way round it is far from free
        assertThat(slack(halves[1], halves[0]).values()).allMatch(eta -> eta > 1e-5);
    }

    @Test
    void aPlanDoesNotDominateOneWithLessNoise() {
        assertThat(slack("gaussian(10)", "gaussian(20)").values()).allMatch(eta -> eta > 1e-2);
        assertThat(slack("dp(1)", "dp(0.9)").values()).allMatch(eta -> eta > 1e-2);
        assertThat(slack("dp(0.5, 1e-3)", "dp(0.5)").values()).allMatch(eta -> eta > 0.9e-3);
    }
}
