package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Loss;
import io.sordino.loss.allocation.AllocatedProfile;
import io.sordino.loss.composition.Composition;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Known;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A question knows nothing of what was asked before it, nor of the order in which its places are listed; and what losses keep for
 * other places of their own question makes no answer there wrong.
 */
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

    private static final String[] PLANS = {
        "200 * poisson(0.05, gaussian(0.9))",
        "30 * laplace(4) + 5 * gaussian(3)",
        "allocated(1, 60, gaussian(1))",
        "5 * allocated(1, 30, gaussian(1.5)) + laplace(20)",
        "4 * shuffled_batches(20, gaussian(1))",
        "poisson(0.1, 5 * gaussian(2))"
    };

    static Stream<String> plans() {
        return Stream.of(PLANS);
    }

    /** Of many places, only the set matters. */
    @ParameterizedTest
    @MethodSource("plans")
    void norDoesTheOrderOfManyEpsilons(String text) {
        Mechanism plan = Plans.parse(text);
        List<Double> epsilons = List.of(0.7, 3.0, 0.1, 1.5, 0.7, 5.0);
        List<Double> listed = List.of(5.0, 1.5, 0.1, 0.7, 3.0);
        List<Guarantee> one = accountant.deltas(plan, Relation.ADD_OR_REMOVE_ONE, epsilons, ROUGH);
        List<Guarantee> other = accountant.deltas(plan, Relation.ADD_OR_REMOVE_ONE, listed, ROUGH);
        for (int i = 0; i < epsilons.size(); i++)
            assertThat(one.get(i)).isEqualTo(other.get(listed.indexOf(epsilons.get(i))));
    }

    /** The whole answer, claims included, is the same value whatever the accountant was asked before. */
    @ParameterizedTest
    @MethodSource("plans")
    void norWhatWasAskedBefore(String text) {
        Mechanism plan = Plans.parse(text);
        Relation relation = Relation.ADD_OR_REMOVE_ONE;
        Guarantee epsilon = accountant.epsilon(plan, relation, 1e-6, ROUGH);
        Guarantee delta = accountant.delta(plan, relation, 1.2, ROUGH);
        Testimony testimony = accountant.testimonyAtDelta(plan, relation, 1e-9, ROUGH);
        for (double place : SHARES) testimony.logDelta(place);
        accountant.explain(plan, relation, 1e-4, ROUGH);
        assertThat(accountant.delta(plan, relation, 1.2, ROUGH)).isEqualTo(delta);
        assertThat(accountant.epsilon(plan, relation, 1e-6, ROUGH)).isEqualTo(epsilon);
    }

    /** A loss answers for epsilon alike whatever it was asked before in its question. */
    @ParameterizedTest
    @MethodSource("plans")
    void norDoEarlierPlacesMatterToEpsilon(String text) {
        Mechanism plan = Plans.parse(text);
        for (Direction direction : Relation.ADD_OR_REMOVE_ONE.directions()) {
            List<Known> fresh = known(plan, Relation.ADD_OR_REMOVE_ONE, direction);
            List<Known> busy = known(plan, Relation.ADD_OR_REMOVE_ONE, direction);
            for (int i = 0; i < fresh.size(); i++) {
                Loss loss = busy.get(i).loss();
                if (!(loss instanceof Composition || loss instanceof AllocatedProfile)) continue;
                loss.isWithin(2, -12);
                for (double share : SHARES) loss.logDelta(3 * share);
                loss.epsilon(1e-3);
                loss.epsilon(1e-6);
                Bracket later = loss.epsilon(1e-6);
                assertThat(later)
                        .as(busy.get(i).why().theorem().name())
                        .isEqualTo(fresh.get(i).loss().epsilon(1e-6));
            }
        }
    }
}
