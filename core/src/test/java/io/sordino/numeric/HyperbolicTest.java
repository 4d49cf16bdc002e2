package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class HyperbolicTest {
    private static final Percentage FEW_ULPS = Percentage.withPercentage(1e-13);

    /** Values by mpmath. */
    @Test
    void asinhKeepsItsDigitsNearZeroAndFarOut() {
        assertThat(Hyperbolic.asinh(1e-9)).isCloseTo(1e-9, FEW_ULPS);
        assertThat(Hyperbolic.asinh(0.5)).isCloseTo(0.48121182505960347, FEW_ULPS);
        assertThat(Hyperbolic.asinh(1e200)).isCloseTo(461.2101657793691, FEW_ULPS);
        assertThat(Hyperbolic.asinh(-0.5)).isEqualTo(-Hyperbolic.asinh(0.5));
        assertThat(Hyperbolic.asinh(0)).isZero();
    }
}
