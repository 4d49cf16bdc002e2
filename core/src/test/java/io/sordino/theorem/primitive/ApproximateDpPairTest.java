package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Pair;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApproximateDpPairTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("rdp(2, 1)"));
    }

    private static final ApproximateDpPair THEOREM = new ApproximateDpPair();

    @Override
    List<Case> cases() {
        return List.of(of(3, 0.3), of(3, 1e-3), of(1, 1e-3), of(1, 0), of(0.2, 0));
    }

    private static Case of(double epsilon, double delta) {
        return new Case("dp(" + epsilon + ", " + delta + ")", pair(epsilon, delta), epsilon, random -> {
            if (random.nextDouble() < delta) return Double.POSITIVE_INFINITY;
            return random.nextDouble() * (1 + Math.exp(-epsilon)) < 1 ? epsilon : -epsilon;
        });
    }

    private static Pair pair(double epsilon, double delta) {
        return Leaf.pair(THEOREM, new ApproximateDp(epsilon, delta));
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                pair(0, 0),
                pair(0, 1),
                pair(0, 0.5),
                pair(1e4, 0),
                pair(1e300, 1e-300),
                pair(1, 1),
                pair(1, Math.nextDown(1.0)),
                pair(Double.MIN_VALUE, Double.MIN_VALUE));
    }

    @Test
    void itsOwnPromiseIsTight() {
        Pair pair = pair(1.5, 1e-6);
        assertThat(pair.delta(1.5).contains(1e-6)).isTrue();
        assertThat(pair.delta(1.5).relativeWidth()).isLessThan(1e-14);
        assertThat(pair.delta(2000).contains(1e-6)).isTrue();
    }

    @Test
    void nothingIsDoubled() {
        for (Relation relation : Relation.values())
            assertThat(Leaf.pair(THEOREM, new ApproximateDp(1, 1e-5), relation)).isEqualTo(pair(1, 1e-5));
    }

    @Test
    void aLocalRandomizerAloneIsAsPrivateAsRandomizedResponse() {
        assertThat(Leaf.pair(new LocalDpPair(), new LocalDp(1.2)))
                .isEqualTo(Leaf.pair(new RandomizedResponsePair(), new RandomizedResponse(1.2, 2)));
        for (double eps : new double[] {-2, -0.5, 0, 0.7, 1.2})
            assertThat(Leaf.pair(new LocalDpPair(), new LocalDp(1.2)).logDelta(eps))
                    .isEqualTo(pair(1.2, 0).logDelta(eps));
    }
}
