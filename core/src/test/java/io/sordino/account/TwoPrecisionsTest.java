package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounding is inside the bracket: answers on coarse and on fine lattices hold the same number. */
class TwoPrecisionsTest {
    private static final double[] WIDTHS = {1e-2, 1e-3, 1e-5};
    private static final List<String> PLANS = List.of(
            "1000 * poisson(0.01, gaussian(1))",
            "500 * laplace(20)",
            "1000 * randomized_response(0.1, k=5)",
            "100 * poisson(0.1, laplace(2)) + 30 * gaussian(20)",
            "50 * discrete_laplace(3) + 20 * truncated_laplace(2, 60)",
            "20 * exponential(0.3) + 20 * laplace(7)",
            "100000 * poisson(0.001, gaussian(0.8))",
            "30 * sinh_normal(5, 20) + 30 * discrete_gaussian(6)");

    private static List<Bracket> answers(Mechanism plan, double delta) {
        List<Bracket> answers = new ArrayList<>();
        for (double width : WIDTHS)
            answers.add(Accountant.standard()
                    .epsilon(plan, Relation.ADD_OR_REMOVE_ONE, delta, new Precision(width))
                    .epsilon());
        return answers;
    }

    @Test
    void coarseAndFineAnswersMeet() {
        Verdicts verdicts = new Verdicts();
        double[] deltas =
                Effort.cases(0, 1) == 0 ? new double[] {1e-6, 1e-25} : new double[] {1e-2, 1e-6, 1e-12, 1e-25, 1e-100};
        for (String text : PLANS)
            for (double delta : deltas) {
                List<Bracket> answers = answers(Plans.parse(text), delta);
                for (int i = 0; i < answers.size(); i++)
                    for (int j = i + 1; j < answers.size(); j++)
                        verdicts.same(text + " at " + delta, answers.get(i), answers.get(j));
            }
        assertThat(verdicts.violations()).isEmpty();
        assertThat(verdicts.cases()).isGreaterThanOrEqualTo(3 * 2 * PLANS.size());
    }

    /** Control: without the rounding kept in the bracket, midpoints of two precisions differ. */
    @Test
    void midpointsDoNotMeet() {
        List<Bracket> answers = answers(Plans.parse(PLANS.get(0)), 1e-6);
        assertThat(answers.get(0).midpoint()).isNotEqualTo(answers.get(2).midpoint());
        assertThat(answers.get(2).width()).isLessThan(answers.get(0).width() / 10);
    }
}
