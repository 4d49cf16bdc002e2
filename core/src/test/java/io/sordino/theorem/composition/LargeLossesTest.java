package io.sordino.theorem.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Pair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of losses so large that the mass of one of the two laws is below every double. */
final class LargeLossesTest {
    private static final double SIGMA = 0.799;
    private static final double A = 0.8875;

    @ParameterizedTest
    @ValueSource(doubles = {300, 700, 900, 1100, 2000})
    void theyAreCountedFromBelowAsWell(double epsilon) {
        double truth = delta(epsilon);
        Bracket found = Accountant.standard()
                .delta(
                        Plans.parse("gaussian(2) + sinh_normal(0.799, 0.8875)"),
                        Relation.REPLACE_ONE,
                        epsilon,
                        Precision.DEFAULT)
                .delta();
        assertThat(found.lower()).isBetween(truth * 0.997, truth * (1 + 1e-6));
        assertThat(found.upper()).isBetween(truth * (1 - 1e-6), truth * 1.003);
    }

    /** The profile of the Gaussian part at what the other part leaves, integrated over the normal variable of the other part. */
    private static double delta(double epsilon) {
        Pair gaussian = GaussianPair.of(1);
        double v = 1 / A;
        double alpha = A / SIGMA;
        double k = alpha * alpha * Math.sinh(2 * v) / 2;
        double step = 2e-4;
        double sum = 0;
        for (double z = -4; z < 14; z += step) {
            double u = v + Math.log(z / alpha + Math.sqrt(z * z / (alpha * alpha) + 1));
            double tanhs = Math.tanh(u) * Math.tanh(v);
            double loss = k * Math.sinh(2 * u) - Math.log((1 + tanhs) / (1 - tanhs));
            double rest = epsilon - loss;
            if (rest > 60) continue;
            double left = rest < -60 ? 1 : gaussian.delta(rest).upper();
            sum += step * left * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
        }
        return sum;
    }
}
