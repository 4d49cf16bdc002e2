package io.sordino.loss.iteration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.numeric.Normal;
import org.junit.jupiter.api.Test;

class SampledGaussianCurveTest {
    /** Simpson's rule on the sum of both tails. */
    private static double divergence(double rate, double mu, double alpha) {
        int cells = 200_000;
        double end = alpha * mu + 14 + 0.5 * mu;
        double h = (end - mu / 2) / cells;
        double sum = 0;
        for (int i = 0; i <= cells; i++) {
            double z = mu / 2 + i * h;
            double log = Math.log1p(rate * Math.expm1(mu * z - mu * mu / 2));
            double value = Math.expm1(alpha * log) * -Math.expm1((1 - alpha) * log) * Normal.pdf(z);
            sum += value * (i == 0 || i == cells ? 1 : i % 2 == 1 ? 4 : 2);
        }
        return Math.log1p(sum * h / 3) / (alpha - 1);
    }

    @Test
    void isTheDivergenceOfTheReflectedPair() {
        for (double rate : new double[] {1e-4, 0.01, 0.3})
            for (double mu : new double[] {0.05, 0.5, 1.5})
                for (int alpha : new int[] {2, 3, 8, 12}) {
                    double expected = divergence(rate, mu, alpha);
                    double found = new SampledGaussianCurve(rate, mu).at(alpha);
                    // the rounding that is added is absolute
                    assertThat(found)
                            .as("%s %s %s", rate, mu, alpha)
                            .isGreaterThanOrEqualTo(expected * (1 - 1e-9))
                            .isCloseTo(expected, within(expected * 5e-3 + 1e-11));
                }
    }

    @Test
    void betweenWholeOrdersItIsAbove() {
        SampledGaussianCurve curve = new SampledGaussianCurve(0.05, 1);
        for (double alpha : new double[] {1.3, 2.5, 7.7}) {
            double expected = divergence(0.05, 1, alpha);
            assertThat(curve.at(alpha))
                    .isGreaterThanOrEqualTo(expected * (1 - 1e-9))
                    .isLessThan(expected * 2);
            assertThat(curve.near(alpha)).isCloseTo(expected, within(0.02 * expected));
        }
    }

    @Test
    void itIsAboveTheOneSidedSampledGaussian() {
        // removing a record from a Poisson sample, order 2: log(1 + q^2 (e^(mu^2) - 1))
        double oneSided = Math.log1p(0.01 * 0.01 * Math.expm1(1));
        assertThat(new SampledGaussianCurve(0.01, 1).at(2)).isGreaterThan(oneSided);
    }
}
