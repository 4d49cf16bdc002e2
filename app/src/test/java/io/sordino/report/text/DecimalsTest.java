package io.sordino.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.numeric.Bracket;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers are printed short, and never on the unsafe side. */
class DecimalsTest {
    private static final long SEED = 20_260_101;

    @ParameterizedTest
    @CsvSource({
        "1e-5, 1e-5",
        "0.05, 0.05",
        "10000, 10000",
        "1e22, 1e22",
        "4.9e-324, 4.9e-324",
        "0.1, 0.1",
        "-2.5, -2.5",
        "2e23, 2e23",
        "1.7976931348623157e308, 1.7976931348623157e308",
        "0, 0",
        "0.001, 0.001"
    })
    void shortestIsShort(double value, String text) {
        assertThat(Decimals.shortest(value)).isEqualTo(text);
    }

    @Test
    void shortestReadsBack() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isNaN(value) || Double.isInfinite(value)) continue;
            assertThat(Double.parseDouble(Decimals.shortest(value)))
                    .as("seed " + SEED)
                    .isEqualTo(value);
        }
    }

    @Test
    void printedEndsEncloseTheTrueOnes() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            double upper = Math.exp(random.nextGaussian() * 20);
            double lower = upper * (1 - Math.exp(-30 * random.nextDouble()));
            Decimals.Ends ends = Decimals.of(Bracket.of(lower, upper));
            assertThat(new BigDecimal(ends.upper())).as("seed " + SEED).isGreaterThanOrEqualTo(new BigDecimal(upper));
            assertThat(new BigDecimal(ends.lower())).as("seed " + SEED).isLessThanOrEqualTo(new BigDecimal(lower));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "5.47315, 5.47375, 5.4731, 5.4738",
        "5.47312345, 5.47312346, 5.47312, 5.47313",
        "0, 3.14159265, 0, 3.142",
        "0.001234567, 8.5, 0.001234, 8.5",
        "2, 2, 2, 2",
        "3, Infinity, 3, infinity"
    })
    void endsHaveSensibleDigits(double lower, double upper, String shownLower, String shownUpper) {
        assertThat(Decimals.of(Bracket.of(lower, upper))).isEqualTo(new Decimals.Ends(shownLower, shownUpper));
    }

    @Test
    void logarithmsOfTinyNumbersAreShown() {
        double log = -1000 * Math.log(10) + Math.log(2.5);
        assertThat(Decimals.ofLogs(Bracket.of(log, log))).isEqualTo(new Decimals.Ends("2.499e-1000", "2.501e-1000"));
        assertThat(Decimals.ofLogs(Bracket.of(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY)))
                .isEqualTo(new Decimals.Ends("0", "0"));
    }

    /** No delta is above 1, not even by how it is written. */
    @Test
    void aDeltaOfOneIsWrittenSo() {
        assertThat(Decimals.ofLogs(Bracket.of(Double.NEGATIVE_INFINITY, 0))).isEqualTo(new Decimals.Ends("0", "1"));
    }
}
