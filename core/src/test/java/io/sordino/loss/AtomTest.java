package io.sordino.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class AtomTest {
    private static final Percentage FEW_ULPS = Percentage.withPercentage(1e-13);

    /** e^-loss is no double here, and a difference of logarithms would be good to 13 digits only. */
    @Test
    void qMassKeepsItsDigitsWherePowersOverflow() {
        // 0x1p-1040 e^720, to 40 digits by mpmath
        assertThat(new Atom(-720, 0x1p-1040).qMass()).isCloseTo(0.4176682665047487, FEW_ULPS);
        // 0x1p-1000 e^650
        assertThat(new Atom(-650, 0x1p-1000).qMass()).isCloseTo(1.8256502171337322e-19, FEW_ULPS);
        assertThat(new Atom(-2, 0.1).qMass()).isCloseTo(0.1 * Math.exp(2), FEW_ULPS);
    }

    @Test
    void noAtomHasMoreThanAllOfQ() {
        assertThat(new Atom(-3000, 1e-3).qMass()).isEqualTo(1);
        assertThat(new Atom(-3000, 0).qMass()).isZero();
        assertThat(new Atom(3000, 1).qMass()).isZero();
    }
}
