package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Pair;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.TruncatedLaplace;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TruncatedLaplaceNoiseTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("laplace(1)"));
    }

    private static final TruncatedLaplaceNoise THEOREM = new TruncatedLaplaceNoise();

    @Override
    List<Case> cases() {
        return List.of(of(1, 0.7), of(1, 0.9), of(1, 1), of(1, 1.6), of(1, 8));
    }

    private static Case of(double scale, double bound) {
        Pair pair = Leaf.pair(THEOREM, new TruncatedLaplace(scale, bound));
        return new Case("truncated_laplace(" + scale + ", " + bound + ")", pair, 1 / scale, random -> {
            double noise = laplace(random) * scale;
            while (Math.abs(noise) > bound) noise = laplace(random) * scale;
            double x = 1 + noise;
            return Math.abs(x) > bound ? Double.POSITIVE_INFINITY : (Math.abs(x) - Math.abs(x - 1)) / scale;
        });
    }

    private static double laplace(Random random) {
        double magnitude = -Math.log(1 - random.nextDouble());
        return random.nextBoolean() ? magnitude : -magnitude;
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                pair(1e-300, 0.6),
                pair(1e-300, 1e300),
                pair(1e300, 0.6),
                pair(1e300, 1e300),
                pair(1e300, 1),
                pair(1, 1e-300),
                pair(Double.MIN_VALUE, 0.75),
                pair(Double.MAX_VALUE, 0.75),
                pair(Double.MAX_VALUE, Double.MAX_VALUE),
                pair(1, Math.nextUp(0.5)));
    }

    private static Pair pair(double scale, double bound) {
        return Leaf.pair(THEOREM, new TruncatedLaplace(scale, bound));
    }

    @Test
    void supportsThatDoNotOverlapGiveEverythingAway() {
        for (double bound : new double[] {0.1, 0.5}) {
            assertThat(pair(1, bound).delta(100).contains(1)).isTrue();
            assertThat(pair(1, bound).delta(100).lower()).isGreaterThan(1 - 1e-14);
        }
        assertThat(Leaf.pair(THEOREM, new TruncatedLaplace(1, 0.9), Relation.REPLACE_ONE)
                        .infinity()
                        .lower())
                .isEqualTo(1);
        assertThat(pair(1, 0.5001).infinity().upper()).isLessThan(1);
    }

    @Test
    void aWideBoundIsLaplaceNoise() {
        Pair plain = Leaf.pair(new LaplaceNoise(), new Laplace(2));
        Pair cut = pair(2, 100);
        for (double eps : new double[] {-1, 0, 0.1, 0.3, 0.49})
            assertThat(cut.delta(eps).lower())
                    .isCloseTo(plain.delta(eps).upper(), org.assertj.core.data.Offset.offset(1e-14));
    }

    @Test
    void massAtInfinityIsTheMassBeyondTheOtherSupport() {
        // P(noise > bound - 1), here by the plain formula
        double beyond = (Math.exp(-1.5) - Math.exp(-2.5)) / (2 * (1 - Math.exp(-2.5)));
        assertThat(pair(1, 2.5).infinity().contains(beyond)).isTrue();
        assertThat(pair(1, 2.5).delta(5).contains(beyond)).isTrue();
    }
}
