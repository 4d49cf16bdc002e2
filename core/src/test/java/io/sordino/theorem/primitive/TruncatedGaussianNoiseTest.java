package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Pair;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import java.util.List;
import org.junit.jupiter.api.Test;

class TruncatedGaussianNoiseTest extends PairContract {
    private static final TruncatedGaussianNoise THEOREM = new TruncatedGaussianNoise();

    @Override
    protected List<Unmet> unmet() {
        return List.of(
                notAbout("gaussian(1)"),
                silentOn("truncated_gaussian(1e120, 5)", "add-remove", "between 1e-100 and 1e6"));
    }

    @Override
    List<Case> cases() {
        return List.of(of(1, 0.7), of(1, 0.9), of(1, 1), of(1, 1.6), of(1, 8), of(3, 30));
    }

    private static Case of(double sigma, double bound) {
        double scale = (2 * bound - 1) / (2 * sigma * sigma);
        return new Case("truncated_gaussian(" + sigma + ", " + bound + ")", pair(sigma, bound), scale, random -> {
            double noise = random.nextGaussian() * sigma;
            while (Math.abs(noise) > bound) noise = random.nextGaussian() * sigma;
            double x = 1 + noise;
            return Math.abs(x) > bound ? Double.POSITIVE_INFINITY : (x * x - noise * noise) / (2 * sigma * sigma);
        });
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                pair(1, Math.nextUp(0.5)),
                pair(1e-3, 0.6),
                pair(1e-3, 40),
                pair(1e3, 0.6),
                pair(1e6, 1e6),
                pair(1, 38),
                pair(1, 1e4),
                pair(1e90, 1e90),
                pair(1e-6, 0.9));
    }

    private static Pair pair(double sigma, double bound) {
        return Leaf.pair(THEOREM, new TruncatedGaussian(sigma, bound));
    }

    @Test
    void supportsThatDoNotOverlapGiveEverythingAway() {
        for (double bound : new double[] {0.1, 0.5})
            assertThat(pair(1, bound).delta(100).lower()).isGreaterThan(1 - 1e-14);
        Pair replaced = Leaf.pair(THEOREM, new TruncatedGaussian(1, 0.9), Relation.REPLACE_ONE);
        assertThat(replaced.infinity().lower()).isEqualTo(1);
        assertThat(pair(1, 0.5001).infinity().upper()).isLessThan(1);
    }

    @Test
    void aWideBoundIsGaussianNoise() {
        Pair plain = Leaf.pair(new GaussianNoise(), new Gaussian(2));
        Pair cut = pair(2, 80);
        for (double eps : new double[] {-1, 0, 0.1, 0.5, 2, 6})
            assertThat(cut.delta(eps).lower())
                    .isCloseTo(plain.delta(eps).upper(), org.assertj.core.data.Offset.offset(1e-13));
    }

    /** The control: without what the cut adds, and without its normaliser, the bound would be below the truth. */
    @Test
    void neitherTermOfTheCutMayBeLeftOut() {
        double beta = 2.5;
        double truth = strip(beta, 1) / Normal.between(-beta, beta);
        Pair cut = pair(1, beta);
        double end = cut.lossMax();
        assertThat(cut.delta(end).contains(truth)).isTrue();
        double gaussian =
                Leaf.pair(new GaussianNoise(), new Gaussian(1)).delta(end).upper();
        assertThat(gaussian / Normal.between(-beta, beta)).isLessThan(truth * 0.9);
        assertThat(gaussian + Math.expm1(end) * Normal.sf(beta)).isLessThan(truth * 0.99);
    }

    private static double strip(double beta, double mu) {
        return Normal.between(beta - mu, beta);
    }

    /** Smaller moves are dominated, since the density is log-concave. */
    @Test
    void smallerMovesArePrivater() {
        for (double bound : new double[] {0.8, 2, 6})
            for (double eps : new double[] {0, 0.2, 1}) {
                Bracket whole = pair(1, bound).delta(eps);
                Bracket half = pair(2, 2 * bound).delta(eps);
                assertThat(half.lower()).isLessThanOrEqualTo(whole.upper());
            }
    }

    /** A release that stays within its bound leaves infinite losses only as often as one of them is infinite. */
    @Test
    void compositionsKeepTheMassAtInfinity() {
        double once = pair(2, 9).infinity().upper();
        Bracket delta = Accountant.standard()
                .delta(
                        new Repeated(20, new TruncatedGaussian(2, 9)),
                        Relation.ADD_OR_REMOVE_ONE,
                        200,
                        Precision.DEFAULT)
                .delta();
        assertThat(delta.contains(-Math.expm1(20 * Math.log1p(-once)))).isTrue();
    }
}
