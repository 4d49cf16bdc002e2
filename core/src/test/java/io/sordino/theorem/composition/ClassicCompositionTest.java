package io.sordino.theorem.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Loss;
import io.sordino.loss.composition.ComposedRandomizedResponse;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.catalogue.Theorems;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The classical composition theorems: their printed formulas, and never below the exact composition. */
class ClassicCompositionTest {
    private static final List<Theorem<Composed>> CLASSICS =
            List.of(new BasicComposition(), new AdvancedComposition(), new ImprovedAdvancedComposition());

    private static Knowledge knowledge(Theorem<Composed> theorem, Mechanism mechanism) {
        List<Theorem<?>> leaves = new ArrayList<>(Theorems.ALL.stream()
                .filter(leaf -> leaf.about() != Composed.class)
                .toList());
        leaves.add(theorem);
        return new Accountant(leaves)
                .knowledge(mechanism, Relation.ADD_OR_REMOVE_ONE, Direction.ADD, Precision.DEFAULT);
    }

    private static Loss loss(Theorem<Composed> theorem, Mechanism mechanism) {
        return knowledge(theorem, mechanism).known().get(0).loss();
    }

    @Test
    void printedFormulas() {
        Mechanism plan = new Repeated(100, new ApproximateDp(0.1, 1e-9));
        double log = -Math.log(1e-6 - 1e-7);
        assertThat(loss(CLASSICS.get(0), plan).epsilon(1e-6).upper()).isCloseTo(10, within(1e-9));
        assertThat(loss(CLASSICS.get(1), plan).epsilon(1e-6).upper())
                .isCloseTo(Math.sqrt(200 * log) * 0.1 + 10 * Math.expm1(0.1), within(1e-6));
        assertThat(loss(CLASSICS.get(2), plan).epsilon(1e-6).upper())
                .isCloseTo(Math.sqrt(200 * log) * 0.1 + 10 * Math.tanh(0.05), within(1e-6));
    }

    @Test
    void neverBelowTheOptimalComposition() {
        for (double eps : new double[] {0.01, 0.3, 2})
            for (long k : new long[] {1, 7, 300})
                for (double delta : new double[] {0, 1e-8}) {
                    ComposedRandomizedResponse exact = new ComposedRandomizedResponse(eps, delta, k);
                    for (Theorem<Composed> classic : CLASSICS) {
                        Loss bound = loss(
                                classic,
                                new Composed(List.of(
                                        new Repeated(k, new ApproximateDp(eps, delta)), new ApproximateDp(0, 0))));
                        for (double t = 0; t < 1.2 * k * eps; t += 0.11 * k * eps)
                            assertThat(bound.delta(t).upper())
                                    .isGreaterThanOrEqualTo(exact.delta(t).lower());
                        assertThat(bound.epsilon(1e-5).upper())
                                .isGreaterThanOrEqualTo(exact.epsilon(1e-5).lower());
                    }
                }
    }

    @Test
    void epsilonAndDeltaAreInverse() {
        Mechanism plan = new Composed(List.of(new Repeated(100, new ApproximateDp(0.1, 1e-9)), new Laplace(3)));
        for (Theorem<Composed> classic : CLASSICS) {
            Loss bound = loss(classic, plan);
            double eps = bound.epsilon(1e-6).upper();
            assertThat(bound.delta(eps).upper()).isLessThanOrEqualTo(1e-6 * (1 + 1e-9));
        }
    }

    @Test
    void areSilentOnUnboundedLosses() {
        for (Theorem<Composed> classic : CLASSICS)
            assertThat(knowledge(classic, new Repeated(3, new Gaussian(1))).silences())
                    .anyMatch(silence -> silence.why().reason().contains("finite epsilon"));
    }
}
