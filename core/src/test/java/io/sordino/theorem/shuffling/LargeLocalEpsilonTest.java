package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where e^epsilon is larger than a double can tell from its neighbours, a threshold may fall onto the last count and a
 * probability onto 1. What theorems of different origin say of the same plan must still leave room for one truth.
 */
class LargeLocalEpsilonTest {
    private static final double[] LOCAL = {8, 15, 30, 34, 37, 60, 151, 299, 310, 420, 499};
    private static final Precision ROUGH = new Precision(0.01);
    private static final double[] SHARES = {0, 0.3, 0.5, 0.9, 0.97, 0.9999999};

    private final Accountant accountant = Accountant.standard();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shuffled(2, randomized_response(%s))",
                "shuffled(300, randomized_response(%s))",
                "shuffled(21, randomized_response(%s, k=2147))",
                "shuffled(300, randomized_response(%s, k=3))",
                "shuffled(300, local(%s))",
                "shuffled(21, local_hash(%s, 16))"
            })
    void noUpperEndIsBelowALowerEnd(String plan) {
        for (double local : LOCAL) {
            String text = String.format(plan, local);
            Mechanism shuffled = Plans.parse(text);
            List<Known> known = accountant
                    .knowledge(shuffled, Relation.REPLACE_ONE, Direction.REPLACE, ROUGH)
                    .known();
            assertThat(accountant
                            .explain(shuffled, Relation.REPLACE_ONE, 1e-9, ROUGH)
                            .claims())
                    .as(text)
                    .hasSameSizeAs(known);
            for (double share : SHARES) check(text, known, share * local);
        }
    }

    private static void check(String plan, List<Known> known, double epsilon) {
        double lower = Double.NEGATIVE_INFINITY;
        double upper = 0;
        for (Known one : known) {
            Bracket log = one.loss().logDelta(epsilon);
            if (one.reach() != Reach.BELOW) upper = Math.min(upper, log.upper());
            if (one.reach() != Reach.ABOVE) lower = Math.max(lower, log.lower());
        }
        assertThat(lower).as(plan + " at epsilon " + epsilon).isLessThanOrEqualTo(upper);
        // no report says more than e^epsilon of itself, and one that is nearly always true says it nearly always
        assertThat(lower).as(plan).isLessThanOrEqualTo(Math.log(-Math.expm1(epsilon - epsilonOf(plan))) + 1e-6);
    }

    private static double epsilonOf(String plan) {
        String inside = plan.substring(plan.lastIndexOf('(') + 1);
        return Double.parseDouble(inside.substring(0, inside.indexOf(inside.contains(",") ? ',' : ')')));
    }
}
