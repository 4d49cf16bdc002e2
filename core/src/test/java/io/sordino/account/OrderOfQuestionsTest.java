package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Known;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses keep what they worked out for one question; it may make no answer to another one wrong. */
final class OrderOfQuestionsTest {
    private static final Precision ROUGH = new Precision(1e-2);
    private static final double[] SHARES = {1, 0.1, 0.5};

    private final Accountant accountant = Accountant.standard();

    private List<Known> known(Mechanism plan, Relation relation, Direction direction) {
        return accountant.knowledge(plan, relation, direction, ROUGH).known();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10 * poisson(0.1, gaussian(1))",
                "1000 * poisson(0.01, gaussian(0.6))",
                "30 * laplace(4) + 5 * gaussian(3)",
                "20 * poisson(0.2, laplace(1))",
                "10 * truncated_laplace(2, 10)",
                "7 * discrete_gaussian(2) + 3 * randomized_response(1)",
                "allocated(1, 60, gaussian(1))",
                "allocated(1, 8, laplace(1))",
                "5 * allocated(1, 30, gaussian(1.5))",
                "poisson(0.1, 5 * gaussian(2))",
                "shuffled(400, randomized_response(2))",
                "10 * shuffled(400, randomized_response(2, k=3))",
                "4 * shuffled_batches(20, gaussian(1))",
                "20 * zcdp(0.01) + gaussian(2)"
            })
    void doesNotMatter(String text) {
        Mechanism plan = Plans.parse(text);
        Relation relation = text.contains("shuffled(") ? Relation.REPLACE_ONE : Relation.ADD_OR_REMOVE_ONE;
        double rare = accountant.epsilon(plan, relation, 1e-13, ROUGH).answer().upper();
        for (Direction direction : relation.directions()) {
            List<Known> asked = known(plan, relation, direction);
            assertThat(asked).isNotEmpty();
            for (int i = 0; i < asked.size(); i++)
                for (double share : SHARES) {
                    Loss first = known(plan, relation, direction).get(i).loss();
                    Bracket alone = first.logDelta(share * rare);
                    Bracket later = asked.get(i).loss().logDelta(share * rare);
                    String what = asked.get(i).why().theorem().name() + ", " + direction + " at " + share * rare;
                    assertThat(later.upper()).as(what).isGreaterThanOrEqualTo(alone.lower() - 1e-12);
                    assertThat(later.lower()).as(what).isLessThanOrEqualTo(alone.upper() + 1e-12);
                }
        }
    }
}
