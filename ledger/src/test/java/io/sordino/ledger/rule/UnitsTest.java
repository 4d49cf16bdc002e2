package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    private static final int DIGITS = 12;

    /** Of numbers of any size, the largest budgets and the smallest decimals among them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1e-999999999",
                "1e-400",
                "1e-13",
                "1e-12",
                "0.1",
                "1",
                "4611686.018427388",
                "5000000",
                "9000000"
            })
    void whatThereIsRoundsDownAndWhatIsTakenUp(String text) {
        BigDecimal amount = new BigDecimal(text);
        BigDecimal down = new BigDecimal(BigInteger.valueOf(Units.down(amount, DIGITS)), DIGITS);
        BigDecimal up = new BigDecimal(BigInteger.valueOf(Units.up(amount, DIGITS)), DIGITS);
        BigDecimal step = BigDecimal.ONE.movePointLeft(DIGITS);
        assertThat(down.compareTo(amount)).isLessThanOrEqualTo(0);
        assertThat(up.compareTo(amount)).isGreaterThanOrEqualTo(0);
        assertThat(up.subtract(down)).isLessThanOrEqualTo(step);
    }
}
