package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Pair;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Relation;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LaplaceNoiseTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("gaussian(1)"));
    }

    private static final LaplaceNoise THEOREM = new LaplaceNoise();

    @Override
    List<Case> cases() {
        return List.of(of(0.02), of(0.5), of(1), of(3), of(1000));
    }

    private static Case of(double noise) {
        double theta = 1 / noise;
        return new Case("laplace(" + noise + ")", Leaf.pair(THEOREM, new Laplace(noise)), theta, random -> {
            double x = theta + laplace(random);
            return Math.abs(x) - Math.abs(x - theta);
        });
    }

    private static double laplace(Random random) {
        double magnitude = -Math.log(1 - random.nextDouble());
        return random.nextBoolean() ? magnitude : -magnitude;
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                Leaf.pair(THEOREM, new Laplace(Double.MIN_VALUE)),
                Leaf.pair(THEOREM, new Laplace(1e-300)),
                Leaf.pair(THEOREM, new Laplace(1e300)),
                Leaf.pair(THEOREM, new Laplace(Double.MAX_VALUE)));
    }

    @Test
    void replacingDoublesTheDistance() {
        assertThat(Leaf.pair(THEOREM, new Laplace(4), Relation.REPLACE_ONE))
                .isEqualTo(Leaf.pair(THEOREM, new Laplace(2), Relation.ADD_OR_REMOVE_ONE));
        assertThat(Leaf.pair(THEOREM, new Laplace(4), Relation.REPLACE_SPECIAL))
                .isEqualTo(Leaf.pair(THEOREM, new Laplace(4), Relation.ADD_OR_REMOVE_ONE));
    }

    @Test
    void pureEpsilonIsTheta() {
        Pair pair = Leaf.pair(THEOREM, new Laplace(0.3));
        assertThat(pair.epsilon(0).contains(1 / 0.3)).isTrue();
        assertThat(pair.epsilon(0).width()).isLessThan(1e-14);
    }

    /** Balle, Barthe and Gaboardi, Theorem 3 as printed: 1 - exp(-(eps - theta)/2) for eps at most theta. */
    @Test
    void thePrintedSignOfTheoremThreeFails() {
        double theta = 1;
        double printed = 1 - Math.exp(-(0 - theta) / 2);
        Pair pair = Leaf.pair(THEOREM, new Laplace(1));
        assertThat(printed).isNegative();
        assertThat(pair.delta(0).contains(-Math.expm1(-theta / 2))).isTrue();
        assertThat(pair.delta(0).contains(printed)).isFalse();
    }

    /** A vector query: two coordinates that share the contribution, against one that takes all of it. */
    @Test
    void splittingTheContributionOverCoordinatesIsNeverWorse() {
        for (double share : new double[] {0.05, 0.3, 0.5}) {
            double theta = 2;
            Pair whole = Leaf.pair(THEOREM, new Laplace(1 / theta));
            Pair first = Leaf.pair(THEOREM, new Laplace(1 / (share * theta)));
            Pair second = Leaf.pair(THEOREM, new Laplace(1 / ((1 - share) * theta)));
            for (double eps : new double[] {-1.9, -1, -0.2, 0, 0.4, 1.2, 1.7})
                assertThat(product(first, second, eps))
                        .isLessThan(whole.delta(eps).upper());
        }
    }

    /** The mean over the first loss of the second profile: cells are drawn to their right ends, which overstates it. */
    private static double product(Pair first, Pair second, double eps) {
        int n = 20_000;
        double[] edges = new double[n + 1];
        for (int i = 0; i <= n; i++) edges[i] = first.lossMin() + (first.lossMax() - first.lossMin()) * i / n;
        double[] p = new double[n];
        first.cells(edges, p, new double[n]);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += p[i] * second.delta(eps - edges[i + 1]).upper();
        for (io.sordino.loss.Atom atom : first.atoms())
            sum += atom.mass() * second.delta(eps - atom.loss()).upper();
        return sum;
    }
}
