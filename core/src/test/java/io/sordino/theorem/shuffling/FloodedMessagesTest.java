package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FloodedMessagesTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("flooded_count(100, 0.3, 2)", "add-remove", "not whether there is a user"),
                silentOn("flooded_count(100, 0.3, 20000)", "replace-one", "up to a scale of"));
    }

    private static Bracket delta(String plan, double epsilon) {
        return Accountant.standard()
                .delta(Plans.parse(plan), Relation.REPLACE_ONE, epsilon, Precision.DEFAULT)
                .delta();
    }

    /** Values of an earlier derivation in 40 digits, at e' = 2/scale. */
    @Test
    void handedDownValuesHold() {
        assertHolds(delta("flooded_count(1000, 0.2, 2.5)", 1), 1.32397948325e-4);
        assertHolds(delta("flooded_count(10000, 0.1, 40)", 0.1), 3.87971979392e-4);
        assertHolds(delta("flooded_count(100, 0.5, 2)", 2), 4.35379196961e-8);
        assertHolds(delta("flooded_count(20, 0.5, 4)", 1), 1.51801431234e-2);
        assertHolds(delta("flooded_count(20, 0.5, 4)", 0), 0.221199216929);
    }

    private static void assertHolds(Bracket found, double truth) {
        assertThat(found.lower()).isLessThanOrEqualTo(truth * (1 + 1e-11));
        assertThat(found.upper()).isBetween(truth * (1 - 1e-11), truth * 1.001);
    }

    /** With next to no pairs the number of messages tells the bit. */
    @Test
    void withoutPairsNothingIsHidden() {
        assertThat(delta("flooded_count(1000, 1e-9, 2.5)", 1).lower()).isGreaterThan(0.1);
    }

    /** With very many of them only the difference is left, which has discrete Laplace noise and moves by two. */
    @Test
    void withManyPairsOnlyTheDifferenceIsLeft() {
        Bracket flooded = delta("flooded_count(1000000000, 0.5, 2)", 0.5);
        // (1 - x t^2) / (1 + t) at x = e^0.5 and t = e^-0.5
        double difference = -Math.expm1(-0.5) / (1 + Math.exp(-0.5));
        assertThat(flooded.upper()).isBetween(difference, difference * 1.01);
    }
}
