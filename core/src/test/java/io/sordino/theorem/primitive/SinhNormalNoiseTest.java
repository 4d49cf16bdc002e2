package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Pair;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import java.util.List;
import org.junit.jupiter.api.Test;

class SinhNormalNoiseTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("sinh_normal(2, 1)", "add-remove", "needs A >= sigma"),
                silentOn("sinh_normal(1, 1e301)", "replace-one", "needs A <= 1e300"));
    }

    private static final SinhNormalNoise THEOREM = new SinhNormalNoise();

    @Override
    List<Case> cases() {
        return List.of(
                of(0.3, 0.4, 2), of(1, 1, 2), of(1, 1, 1), of(1, 6, 1), of(5, 30, 2), of(5, 30, 1), of(90, 1000, 1));
    }

    private static Case of(double sigma, double a, int shift) {
        Relation relation = shift == 1 ? Relation.ADD_OR_REMOVE_ONE : Relation.REPLACE_ONE;
        Pair pair = Leaf.pair(THEOREM, new SinhNormal(sigma, a), relation);
        return new Case("sinh_normal(" + sigma + ", " + a + ") by " + shift, pair, shift / sigma, random -> {
            double s = random.nextGaussian() * sigma / a;
            double x = shift + a * Math.signum(s) * Math.log(Math.abs(s) + Math.sqrt(s * s + 1));
            return logDensity(x - shift, sigma, a) - logDensity(x, sigma, a);
        });
    }

    private static double logDensity(double z, double sigma, double a) {
        double normal = a * Math.sinh(z / a) / sigma;
        return -0.5 * normal * normal + Math.log(Math.cosh(z / a));
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                pair(1e-300, 1e-300),
                pair(1e-3, 1e-3),
                pair(1e-2, 2e-2),
                pair(1e-3, 1e5),
                pair(1, 1e150),
                pair(1e5, 1e5),
                pair(1e150, 1e160),
                pair(1e300, 1e300));
    }

    private static Pair pair(double sigma, double a) {
        return Leaf.pair(THEOREM, new SinhNormal(sigma, a));
    }

    @Test
    void isSilentWhereTheLossIsNotMonotone() {
        assertThat(Leaf.silence(THEOREM, new SinhNormal(2, 1.9), Relation.ADD_OR_REMOVE_ONE))
                .contains("needs A >= sigma", "1.9", "raise A");
    }

    @Test
    void isSilentWhereNoDoubleHoldsTheLosses() {
        assertThat(Leaf.silence(THEOREM, new SinhNormal(0.1, 1e308), Relation.ADD_OR_REMOVE_ONE))
                .contains("gaussian(0.1)");
        assertThat(pair(1e-200, 1e200).infinity().lower()).isEqualTo(1);
    }

    @Test
    void aLargeAIsGaussianNoise() {
        Pair sinh = pair(1.5, 1e8);
        Pair gaussian = Leaf.pair(new GaussianNoise(), new Gaussian(1.5));
        for (double eps : new double[] {-3, 0, 0.5, 3, 9})
            assertThat(sinh.logDelta(eps).upper())
                    .isCloseTo(gaussian.logDelta(eps).upper(), org.assertj.core.data.Offset.offset(1e-10));
    }
}
