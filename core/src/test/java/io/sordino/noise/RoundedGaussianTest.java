package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Noise is rounded only where the digits that were drawn decide it. */
class RoundedGaussianTest {
    private static final int DRAWS = 20_000;

    /** The last scale is the largest, where products with the end of what was drawn are multiples of 2^64 now and then. */
    @ParameterizedTest
    @ValueSource(doubles = {0.0078125, 0.3, 1, 12345.678, 1e15 / 7, 0x1p50, 0x1p53})
    void noFurtherDigitCouldChangeWhatIsSaid(double sigma) {
        RoundedGaussian noise = new RoundedGaussian(sigma);
        BigDecimal twice = new BigDecimal(sigma).multiply(BigDecimal.valueOf(2));
        for (int i = 0; i < DRAWS; i++) {
            RandomSource random = Tapes.seeded(i);
            NormalDraw drawn = NormalDraw.of(random);
            BigInteger said = BigInteger.valueOf(noise.halfSteps(drawn, random));
            BigDecimal unit = BigDecimal.ONE.divide(new BigDecimal(BigInteger.TWO.pow(drawn.places())));
            BigDecimal least = twice.multiply(unit).multiply(new BigDecimal(drawn.floor()));
            BigDecimal end = least.add(twice.multiply(unit));
            assertThat(said)
                    .as("draw %s", i)
                    .isEqualTo(least.setScale(0, RoundingMode.FLOOR).toBigIntegerExact())
                    .isEqualTo(end.setScale(0, RoundingMode.CEILING)
                            .toBigIntegerExact()
                            .subtract(BigInteger.ONE));
        }
    }
}
