package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The certified errors of {@link Normal} against forty digits; observed errors must stay below a quarter of them. */
class NormalTest {
    private static final long SEED = 31;
    private static final int DIGITS = 40;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 20_000 : 1_500;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void everyTaylorCoefficientIsRoundedOnce() {
        for (int node = 0; node < MillsRatio.nodes(); node++) {
            BigDecimal x = BigDecimal.valueOf(node / 8.0);
            BigDecimal[] integral = new BigDecimal[MillsRatio.COEFFICIENTS];
            integral[0] = Oracle.normalSf(x, 90).divide(Oracle.normalPdf(x, 90), Oracle.digits(90));
            integral[1] = BigDecimal.ONE.subtract(x.multiply(integral[0]));
            double factorial = 1;
            for (int k = 0; k < integral.length; k++) {
                if (k > 1) {
                    factorial *= k;
                    BigDecimal down = x.multiply(integral[k - 1]);
                    integral[k] =
                            integral[k - 2].multiply(BigDecimal.valueOf(k - 1)).subtract(down);
                }
                BigDecimal truth =
                        integral[k].divide(BigDecimal.valueOf(k % 2 == 0 ? factorial : -factorial), Oracle.digits(40));
                assertThat(Oracle.relativeError(MillsRatio.coefficient(node, k), truth))
                        .as("node %d, coefficient %d", node, k)
                        .isLessThan(0x1.0001p-53);
            }
        }
    }

    @Test
    void tailsAndDensityKeepTheirRelativeError() {
        double worst = 0;
        for (int i = 0; i < CASES; i++) {
            double x = (random.nextDouble() - 0.5) * 2 * (i % 2 == 0 ? 37.5 : 3);
            if (i % 10 == 0) x = Math.scalb(x, -random.nextInt(300));
            BigDecimal sf = Oracle.normalSf(Oracle.big(x), DIGITS);
            worst = Math.max(worst, Oracle.relativeError(Normal.sf(x), sf));
            worst = Math.max(worst, Oracle.relativeError(Normal.cdf(-x), sf));
            worst = Math.max(worst, Oracle.relativeError(Normal.pdf(x), Oracle.normalPdf(Oracle.big(x), DIGITS)));
        }
        System.out.println("Normal.sf, pdf: worst relative error " + worst + ", seed " + SEED);
        assertThat(worst).isLessThan(Normal.RELATIVE_ERROR / 4);
    }

    @Test
    void logarithmsKeepTheirRelativeErrorFarOut() {
        double worst = 0;
        for (int i = 0; i < CASES; i++) {
            double x = i % 2 == 0 ? (random.nextDouble() - 0.3) * 12 : Math.pow(10, 6 * random.nextDouble());
            if (x < -10) continue;
            worst = Math.max(worst, Oracle.relativeError(Normal.logSf(x), logSf(x)));
        }
        for (double x : new double[] {0, 1e-300, -1e-300, 1, 38, 1e3, 1e10, -6}) {
            worst = Math.max(worst, Oracle.relativeError(Normal.logSf(x), logSf(x)));
        }
        System.out.println("Normal.logSf: worst relative error " + worst + ", seed " + SEED);
        assertThat(worst).isLessThan(Normal.LOG_RELATIVE_ERROR / 4);
    }

    @Test
    void intervalsOfEveryWidthKeepTheirRelativeError() {
        double worst = 0;
        double worstLog = 0;
        for (int i = 0; i < CASES; i++) {
            double a = i % 4 == 0 ? (random.nextDouble() - 0.5) * 2 : (random.nextDouble() - 0.5) * 70;
            double b = a + Math.pow(10, (i % 5 == 0 ? -30 : -3) * random.nextDouble() + 0.5);
            if (i % 3 == 0) b = a + nearTheSwitch(a) * (0.9 + 0.2 * random.nextDouble());
            if (!(a < b) || b < -37 || a > 37) continue;
            BigDecimal truth = Oracle.normalBetween(a, b, DIGITS);
            worst = Math.max(worst, Oracle.relativeError(Normal.between(a, b), truth));
            worstLog = Math.max(worstLog, Oracle.relativeError(Normal.logBetween(a, b), Oracle.log(truth, DIGITS)));
        }
        System.out.println("Normal.between: worst relative error " + worst + ", log " + worstLog + ", seed " + SEED);
        assertThat(worst).isLessThan(Normal.BETWEEN_RELATIVE_ERROR / 4);
        assertThat(worstLog).isLessThan(Normal.LOG_RELATIVE_ERROR / 4);
    }

    @Test
    void neighbouringDoublesStillMakeAnInterval() {
        for (double a : new double[] {-30, -1, -1e-10, 0, 1e-200, 0.3, 5, 17.123, 34.9}) {
            double b = Math.nextUp(a);
            if (b == Double.MIN_VALUE) continue;
            BigDecimal truth = Oracle.normalBetween(a, b, DIGITS);
            assertThat(Oracle.relativeError(Normal.between(a, b), truth))
                    .as("from %s", a)
                    .isLessThan(1e-15);
        }
    }

    @Test
    void plainSubtractionIsCaught() {
        double a = 3;
        double b = 3 + 1e-9;
        BigDecimal truth = Oracle.normalBetween(a, b, DIGITS);
        assertThat(Oracle.relativeError(Normal.sf(a) - Normal.sf(b), truth)).isGreaterThan(1e-11);
        double z = 37;
        double careless = Math.exp(-0.5 * (z + 0.1) * (z + 0.1)) / Math.sqrt(2 * Math.PI);
        assertThat(Oracle.relativeError(careless, Oracle.normalPdf(Oracle.big(z + 0.1), DIGITS)))
                .isGreaterThan(Normal.RELATIVE_ERROR);
    }

    @Test
    void underflowStaysWithinTheAbsoluteError() {
        for (double x = 37; x < 40; x += 0.0137) {
            BigDecimal truth = Oracle.normalSf(Oracle.big(x), DIGITS);
            assertThat(Oracle.big(Normal.up(Normal.sf(x)))).isGreaterThanOrEqualTo(truth);
            assertThat(Oracle.big(Normal.down(Normal.sf(x)))).isLessThanOrEqualTo(truth);
            BigDecimal narrow = Oracle.normalBetween(x, x + 0.01, DIGITS);
            assertThat(Oracle.big(Normal.up(Normal.between(x, x + 0.01)))).isGreaterThanOrEqualTo(narrow);
            assertThat(Oracle.big(Normal.down(Normal.between(x, x + 0.01)))).isLessThanOrEqualTo(narrow);
        }
    }

    @Test
    void infiniteEndsAreTails() {
        double inf = Double.POSITIVE_INFINITY;
        assertThat(Normal.between(-inf, inf)).isEqualTo(1);
        assertThat(Normal.between(-inf, -3)).isEqualTo(Normal.cdf(-3));
        assertThat(Normal.between(2, inf)).isEqualTo(Normal.sf(2));
        assertThat(Normal.between(inf, inf)).isZero();
        assertThat(Normal.between(4, 4)).isZero();
        assertThat(Normal.logBetween(4, 4)).isEqualTo(-inf);
        assertThat(Normal.logBetween(-inf, inf)).isZero();
        assertThat(Normal.sf(inf)).isZero();
        assertThat(Normal.sf(-inf)).isEqualTo(1);
        assertThat(Normal.logSf(inf)).isEqualTo(-inf);
        assertThat(Normal.logSf(1e200)).isEqualTo(-Double.MAX_VALUE);
        assertThat(Normal.logCdf(inf)).isZero();
        assertThat(Normal.sf(Double.NaN)).isNaN();
        assertThat(Normal.logSf(Double.NaN)).isNaN();
    }

    @Test
    void refusesIntervalsThatAreNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> Normal.between(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Normal.between(Double.NaN, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Normal.quantile(1.5));
    }

    @Test
    void quantilesUndoTheProbabilities() {
        for (int i = 0; i < 20_000; i++) {
            double x = (random.nextDouble() - 0.5) * 70;
            double back = Normal.quantileFromLogSf(Normal.logSf(x));
            if (x > -36) assertThat(back).isCloseTo(x, within(1e-12 * (1 + Math.abs(x))));
            if (x < 0) assertThat(Normal.quantile(Normal.cdf(x))).isCloseTo(x, within(1e-12 * (1 + Math.abs(x))));
        }
        assertThat(Normal.quantile(0.5)).isCloseTo(0, within(1e-15));
        assertThat(Normal.quantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Normal.quantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Normal.quantileFromLogSf(-5e5)).isCloseTo(999.9924, within(1e-3));
        assertThat(Normal.logSf(Normal.quantileFromLogSf(-1e12))).isCloseTo(-1e12, within(1e-2));
    }

    private static double nearTheSwitch(double a) {
        return Math.min(1, 1 / (Math.abs(a) + 0.01));
    }

    private static BigDecimal logSf(double x) {
        if (x < 0)
            return Oracle.log1p(Oracle.normalSf(Oracle.big(-x), DIGITS + 10).negate(), DIGITS);
        if (x < 40) return Oracle.log(Oracle.normalSf(Oracle.big(x), DIGITS), DIGITS);
        BigDecimal square = Oracle.big(x).pow(2).divide(BigDecimal.valueOf(2));
        BigDecimal series = BigDecimal.ONE;
        BigDecimal inverse = BigDecimal.ONE.divide(Oracle.big(x).pow(2), Oracle.digits(DIGITS));
        for (int odd = 41; odd >= 1; odd -= 2) {
            series = BigDecimal.ONE.subtract(
                    series.multiply(inverse).multiply(BigDecimal.valueOf(odd)), Oracle.digits(DIGITS));
        }
        BigDecimal root = Oracle.pi(DIGITS).multiply(BigDecimal.valueOf(2)).sqrt(Oracle.digits(DIGITS));
        BigDecimal factor = series.divide(root.multiply(Oracle.big(x)), Oracle.digits(DIGITS));
        return Oracle.log(factor, DIGITS).subtract(square);
    }
}
