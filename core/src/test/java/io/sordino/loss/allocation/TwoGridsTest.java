package io.sordino.loss.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Change;
import io.sordino.loss.Side;
import io.sordino.loss.primitive.GaussianPair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The linear and the geometric grid share no code beyond the ratio: their brackets must meet everywhere. */
final class TwoGridsTest {
    @ParameterizedTest
    @CsvSource({"1, 20", "0.7, 60", "1.5, 9", "0.6, 300", "2, 5"})
    void theTwoGridsAgree(double sigma, long steps) {
        for (Change change : Change.values()) {
            boolean added = change == Change.ADDED;
            LikelihoodRatio ratio = new LikelihoodRatio(GaussianPair.of(1 / sigma), change);
            LinearRatioSum linear = new LinearRatioSum(ratio, steps, 2e-4, -40, Double.NaN);
            GeometricRatioSum geometric = new GeometricRatioSum(ratio, steps, 2e-4, -40);
            SumLaw[] upper = {linear.law(Side.UPPER), geometric.law(Side.UPPER)};
            SumLaw[] lower = {linear.law(Side.LOWER), geometric.law(Side.LOWER)};
            for (double eps = -0.5; eps < 2.5; eps += 0.1) {
                double at = added ? -steps * Math.exp(-eps) : steps * Math.exp(eps);
                for (int i = 0; i < 2; i++) {
                    double above = upper[i].excess(at) + upper[i].lost * steps;
                    assertThat(lower[1 - i].excess(at))
                            .as("%s at %s, grid %d above the other", change, eps, i)
                            .isLessThanOrEqualTo(above);
                    double width = Math.log(above / lower[i].excess(at));
                    if (lower[i].excess(at) > 1e-9)
                        assertThat(width).as("at %s", eps).isLessThan(0.5);
                }
            }
        }
    }
}
