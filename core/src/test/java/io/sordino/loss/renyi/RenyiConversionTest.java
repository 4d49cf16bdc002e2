package io.sordino.loss.renyi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.RenyiConversion;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.primitive.GaussianPair;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Any triple proves a bound, so what is tested is that the proof is right and that the search finds the best one. */
class RenyiConversionTest {
    record Row(double rho, double delta, double lower, double upper) {}

    static List<Row> golden() throws IOException {
        try (InputStream in = RenyiConversionTest.class.getResourceAsStream("/golden/zcdp.csv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("zcdp("))
                    .map(line -> line.split(","))
                    .map(f -> new Row(
                            Double.parseDouble(f[0].substring(5, f[0].length() - 1)),
                            Double.parseDouble(f[3]),
                            Double.parseDouble(f[4]),
                            Double.parseDouble(f[5])))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void isNoWorseThanTheBestKnownConversion(Row row) {
        RenyiCurve curve = ConcentratedCurve.zero(row.rho(), 0);
        double epsilon = curve.epsilon(row.delta()).upper();
        assertThat(epsilon).isLessThanOrEqualTo(row.upper() * (1 + 1e-9)).isGreaterThan(row.lower());
        assertThat(curve.logDelta(epsilon).upper()).isCloseTo(Math.log(row.delta()), within(1e-9));
    }

    /** The optimum over two-point laws, by an exhaustive search of its own over p. */
    @ParameterizedTest
    @CsvSource({"2, 1, 1e-3", "2, 1, 1e-6", "1.5, 0.3, 1e-2", "8, 0.1, 1e-5", "40, 3, 1e-8", "1.1, 5, 0.2"})
    void isTheLargestValueThatATwoPointLawAttains(double alpha, double divergence, double delta) {
        double epsilon = new OneOrderCurve(alpha, divergence).epsilon(delta).upper();
        double attained = largest(alpha, divergence, epsilon);
        assertThat(attained).isLessThanOrEqualTo(delta * (1 + 1e-9)).isGreaterThan(delta * (1 - 1e-5));
    }

    @Test
    void oneOrderIsFarTighterThanTheSimpleConversion() {
        assertThat(RenyiConversion.simpleEpsilon(2, 0.5, 1e-3)).isCloseTo(6.02, within(0.005));
        assertThat(new OneOrderCurve(2, 0.5).epsilon(1e-3).upper()).isCloseTo(5.09, within(0.5));
    }

    @Test
    void isAboveTheExactGaussianAtEveryOrderOfTheHockeyStick() {
        for (double mu : new double[] {1e-3, 0.1, 1, 5, 60}) {
            RenyiCurve curve = ConcentratedCurve.gaussian(mu);
            GaussianPair exact = new GaussianPair(mu);
            for (double t = -4; t <= 9; t += 0.5) {
                double epsilon = mu * mu / 2 + t * mu;
                assertThat(curve.logDelta(epsilon).upper())
                        .as("mu %s, epsilon %s", mu, epsilon)
                        .isGreaterThanOrEqualTo(exact.logDelta(epsilon).lower());
            }
        }
    }

    @Test
    void livesWithTinyDeltasAndHugeEpsilons() {
        for (double rho : new double[] {1e-20, 1e-8, 1, 1e4, 1e8}) {
            RenyiCurve curve = ConcentratedCurve.zero(rho, 0);
            for (double delta : new double[] {1e-300, 1e-30, 0.5}) {
                double epsilon = curve.epsilon(delta).upper();
                double simple = rho + 2 * Math.sqrt(rho * -Math.log(delta));
                assertThat(epsilon).isLessThanOrEqualTo(simple * (1 + 1e-12)).isGreaterThanOrEqualTo(0);
                if (epsilon > 0) {
                    assertThat(curve.logDelta(epsilon).upper()).isCloseTo(Math.log(delta), within(1e-4));
                }
            }
        }
    }

    @Test
    void noOrderTellsNothing() {
        RenyiCurve nothing = new OneOrderCurve(2, Double.POSITIVE_INFINITY);
        assertThat(nothing.epsilon(1e-6).upper()).isInfinite();
        assertThat(nothing.logDelta(3).upper()).isZero();
        assertThat(new OneOrderCurve(2, 1).epsilon(0).upper()).isInfinite();
        assertThat(new PureCurve(0.7).epsilon(0).upper()).isEqualTo(0.7);
    }

    @Test
    void boundedLossesNeverCostMoreThanTheirLargest() {
        for (double eps : new double[] {1e-6, 0.1, 3, 100}) {
            assertThat(new PureCurve(eps).epsilon(1e-300).upper()).isLessThanOrEqualTo(eps * (1 + 1e-9) + 1e-12);
        }
    }

    private static double largest(double a, double r, double epsilon) {
        double x = Math.exp(epsilon);
        double moment = Math.exp((a - 1) * r);
        double best = 0;
        for (int i = 1; i < 30_000; i++) {
            double p = Math.pow(i / 30_000.0, 3);
            // the least q allowed, by bisection: the moment falls in q below p
            double low = 0;
            double high = p;
            for (int k = 0; k < 60; k++) {
                double q = (low + high) / 2;
                double at = Math.pow(p, a) * Math.pow(q, 1 - a) + Math.pow(1 - p, a) * Math.pow(1 - q, 1 - a);
                if (at <= moment) high = q;
                else low = q;
            }
            best = Math.max(best, p - x * high);
        }
        return best;
    }
}
