package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.HasPair;
import io.sordino.loss.Side;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Known;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A law that is made for the tail alone, against the answers that a composition gives place by place. */
class TailTest {
    private static final double DEPTH = -60;

    private static Known composed(String plan, Direction direction) {
        return Accountant.standard()
                .knowledge(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, direction, Precision.DEFAULT)
                .known()
                .stream()
                .filter(known -> known.loss() instanceof Composition || known.loss() instanceof TwoSidedComposition)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "20 * poisson(0.01, gaussian(1)) + laplace(5)",
                "300 * poisson(0.02, gaussian(0.8))",
                "40 * laplace(20) + 3 * rr(0.5) + dp(0.1, 1e-9)",
                "laplace(30) + discrete_gaussian(20) + poisson(0.1, laplace(2)) + rr(0.3) + gaussian(15)",
            })
    void itIsOnItsSideAndNextToTheTruth(String plan) {
        for (Direction direction : Relation.ADD_OR_REMOVE_ONE.directions()) {
            HasPair whole = (HasPair) composed(plan, direction).loss();
            var above = whole.tail(Side.UPPER, DEPTH);
            var below = whole.tail(Side.LOWER, DEPTH);
            for (double epsilon : new double[] {-2, -0.3, 0, 0.02, 0.1, 0.3, 0.7, 1.2, 2}) {
                Bracket truth = whole.logDelta(epsilon);
                String where = plan + " " + direction + " at " + epsilon;
                double upper = above.logDelta(epsilon).upper();
                double lower = below.logDelta(epsilon).lower();
                // on its side at every order, whichever was asked for
                assertThat(upper).as(where).isGreaterThanOrEqualTo(truth.lower());
                assertThat(lower).as(where).isLessThanOrEqualTo(truth.upper());
                if (epsilon < 0 || truth.upper() < -45) continue;
                assertThat(upper - lower).as(where).isLessThan(0.02);
            }
        }
    }

    /** Control: a law that is made for common losses says little about rare ones, and says so upwards. */
    @ParameterizedTest
    @ValueSource(doubles = {-20, -30})
    void whatIsRarerThanTheDepthCountsAsInfinite(double depth) {
        HasPair whole = (HasPair) composed("20 * poisson(0.01, gaussian(1)) + laplace(5)", Direction.REMOVE)
                .loss();
        double far = 6;
        assertThat(whole.logDelta(far).upper()).isLessThan(depth - 10);
        assertThat(whole.tail(Side.UPPER, depth).logDelta(far).upper()).isBetween(depth - 6, depth + 6);
        assertThat(whole.tail(Side.UPPER, DEPTH).logDelta(far).upper()).isLessThan(depth - 10);
    }
}
