package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Pair;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomizedResponsePairTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("local(1)"));
    }

    private static final RandomizedResponsePair THEOREM = new RandomizedResponsePair();

    @Override
    List<Case> cases() {
        return List.of(of(4, 2), of(4, 3), of(4, 20), of(1, 20), of(0.1, 20), of(0.1, 1000));
    }

    private static Case of(double epsilon, int k) {
        Pair pair = Leaf.pair(THEOREM, new RandomizedResponse(epsilon, k));
        return new Case("randomized_response(" + epsilon + ", " + k + ")", pair, epsilon, random -> {
            double p = Math.exp(epsilon) / (Math.exp(epsilon) + k - 1);
            if (random.nextDouble() < p) return epsilon;
            return random.nextInt(k - 1) == 0 ? -epsilon : 0;
        });
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                pair(0, 2),
                pair(Double.MIN_VALUE, 2),
                pair(1e-300, 1000),
                pair(700, 2),
                pair(720, 5),
                pair(1e4, 2),
                pair(1e300, Long.MAX_VALUE),
                pair(1, Long.MAX_VALUE));
    }

    private static Pair pair(double epsilon, long k) {
        return Leaf.pair(THEOREM, new RandomizedResponse(epsilon, k));
    }

    @Test
    void isNeverDoubled() {
        for (Relation relation : Relation.values())
            assertThat(Leaf.pair(THEOREM, new RandomizedResponse(1, 3), relation))
                    .isEqualTo(pair(1, 3));
    }

    @Test
    void epsilonZeroTellsNothing() {
        assertThat(pair(0, 7).delta(0).upper()).isZero();
        assertThat(pair(0, 7).delta(-1).contains(-Math.expm1(-1))).isTrue();
    }

    @Test
    void aLargeEpsilonKeepsItsAtoms() {
        assertThat(pair(600, 2).atoms()).hasSize(2);
        assertThat(pair(1e4, 2).delta(9999).contains(-Math.expm1(-1))).isTrue();
        assertThat(pair(1e4, 2).delta(1e4).upper()).isZero();
    }
}
