package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.Privacy;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunningAccountTest {
    private static final Precision WIDTH = new Precision(1e-3);

    /** The truths after 1,000 and 10,000 steps are those of the workloads W8 and W1. */
    @Test
    void checkpointsOfATrainingHoldTheTruth() {
        List<Guarantee> found = Privacy.of("100 * poisson(0.01, gaussian(1))")
                .within(WIDTH.width())
                .epsilonsAfter(LongStream.rangeClosed(1, 100).boxed().toList(), 1e-5);
        assertThat(found).allMatch(Guarantee::tight);
        holds(found.get(9), 1.828237);
        holds(found.get(99), 6.187712);
        for (int i = 1; i < found.size(); i++)
            assertThat(found.get(i).epsilon().upper())
                    .isGreaterThan(found.get(i - 1).epsilon().lower());
    }

    private static void holds(Guarantee found, double truth) {
        assertThat(found.epsilon().lower()).isLessThan(truth * (1 + 3e-7));
        assertThat(found.epsilon().upper()).isGreaterThan(truth * (1 - 3e-7));
    }

    /** Whatever came before, an answer meets the one that is given to the same question alone, and is as narrow. */
    @Test
    void answersMeetThoseOfSingleQuestions() {
        List<String> plans = new ArrayList<>();
        for (int k = 1; k <= 6; k++) {
            plans.add(k * 200 + " * poisson(0.02, gaussian(0.9))");
            plans.add("3 * laplace(9) + " + k * 64 + " * poisson(0.01, laplace(2))");
            plans.add(7 - k + " * (gaussian(20) + 40 * laplace(30))");
            plans.add(k * k + 1 + " * randomized_response(0.3, k=4)");
            plans.add("shuffled(" + k * 1000 + ", randomized_response(1))");
        }
        for (double delta : new double[] {1e-3, 1e-9}) {
            RunningAccount account = new RunningAccount(Accountant.standard(), Relation.REPLACE_ONE, delta, WIDTH);
            for (String plan : plans) {
                Mechanism mechanism = Plans.read(plan);
                Bracket shared = account.epsilon(mechanism).epsilon();
                Bracket alone = Accountant.standard()
                        .epsilon(mechanism, Relation.REPLACE_ONE, delta, WIDTH)
                        .epsilon();
                assertThat(shared.lower()).as(plan).isLessThanOrEqualTo(alone.upper());
                assertThat(shared.upper()).as(plan).isGreaterThanOrEqualTo(alone.lower());
                assertThat(shared.width())
                        .as(plan)
                        .isLessThanOrEqualTo(Math.max(alone.width(), WIDTH.width() * shared.upper()) * (1 + 1e-9));
            }
        }
    }
}
