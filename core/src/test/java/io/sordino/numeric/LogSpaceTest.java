package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link LogSpace} against forty digits and whole numbers. */
class LogSpaceTest {
    private static final double INF = Double.POSITIVE_INFINITY;

    @Test
    void sumsAndDifferencesStayAliveFarBelowTheSmallestDouble() {
        assertThat(LogSpace.logAdd(-1e5, -1e5)).isCloseTo(-1e5 + Math.log(2), within(1e-10));
        assertThat(LogSpace.logSub(-1e5, -1e5 - 1)).isCloseTo(-1e5 + Math.log(1 - Math.exp(-1)), within(1e-10));
        assertThat(LogSpace.logAdd(-INF, -3)).isEqualTo(-3);
        assertThat(LogSpace.logAdd(-INF, -INF)).isEqualTo(-INF);
        assertThat(LogSpace.logAdd(INF, 2)).isEqualTo(INF);
        assertThat(LogSpace.logSub(-3, -INF)).isEqualTo(-3);
        assertThat(LogSpace.logSub(-3, -3)).isEqualTo(-INF);
        assertThat(LogSpace.logSub(-INF, -INF)).isEqualTo(-INF);
    }

    @Test
    void wrongOrdersAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> LogSpace.logSub(1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> LogSpace.logSub(Double.NaN, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> LogSpace.log1mExp(0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> LogSpace.logBinomial(3, 4));
    }

    @Test
    void oneMinusExpKeepsItsDigitsAtBothEnds() {
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            double x = -Math.pow(10, 18 * random.nextDouble() - 16);
            BigDecimal truth = Oracle.log(Oracle.expm1(Oracle.big(x), 60).negate(), 50);
            if (x < -100) continue;
            assertThat(Oracle.relativeError(LogSpace.log1mExp(x), truth))
                    .as("x = %s, seed %d", x, seed)
                    .isLessThan(1e-15);
        }
        assertThat(LogSpace.log1mExp(0)).isEqualTo(-INF);
        assertThat(LogSpace.log1mExp(-INF)).isZero();
    }

    @Test
    void logSumsOfManyTermsLoseNothing() {
        double[] logs = new double[1_000_000];
        Arrays.fill(logs, -2000);
        assertThat(LogSpace.logSum(logs, 0, logs.length)).isEqualTo(-2000 + Math.log(1e6));
        assertThat(LogSpace.logSum(logs, 5, 5)).isEqualTo(-INF);
        assertThat(LogSpace.logSum(new double[] {-INF, -INF}, 0, 2)).isEqualTo(-INF);
        assertThat(LogSpace.logSum(new double[] {INF, -1}, 0, 2)).isEqualTo(INF);
    }

    @Test
    void binomialCoefficientsAgreeWithWholeNumbers() {
        for (int n : new int[] {2, 5, 16, 17, 40, 300, 1500}) {
            BigInteger choose = BigInteger.ONE;
            for (int k = 1; k < n; k += 1) {
                choose = choose.multiply(BigInteger.valueOf(n - k + 1)).divide(BigInteger.valueOf(k));
                if (n > 100 && k % 37 != 0 && k > 20) continue;
                BigDecimal truth = Oracle.log(new BigDecimal(choose), 40);
                assertThat(Oracle.relativeError(LogSpace.logBinomial(n, k), truth))
                        .as("%d choose %d", n, k)
                        .isLessThan(1e-15);
            }
        }
    }

    @Test
    void hugeBinomialCoefficientsOfFewAgreeWithProducts() {
        long n = 1_000_000_000_000_000L;
        BigInteger choose = BigInteger.ONE;
        for (int k = 1; k < 60; k++) {
            choose = choose.multiply(BigInteger.valueOf(n - k + 1)).divide(BigInteger.valueOf(k));
            BigDecimal truth = Oracle.log(new BigDecimal(choose), 40);
            assertThat(Oracle.relativeError(LogSpace.logBinomial(n, k), truth)).isLessThan(1e-15);
            assertThat(LogSpace.logBinomial(n, n - k)).isEqualTo(LogSpace.logBinomial(n, k));
        }
    }
}
