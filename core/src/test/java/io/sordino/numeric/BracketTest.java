package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link Bracket} always holds what its operands hold. */
class BracketTest {
    private static final double INF = Double.POSITIVE_INFINITY;

    @Test
    void refusesNaN() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Bracket(Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bracket(0, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Bracket.exactly(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Bracket.around(1, Double.NaN));
    }

    @Test
    void endsInTheWrongOrderAreAContradiction() {
        assertThatExceptionOfType(Contradiction.class)
                .isThrownBy(() -> Bracket.of(1, 0))
                .withMessageContaining("[1.0, 0.0]");
    }

    @Test
    void zerosOfBothSignsAreEqual() {
        assertThat(Bracket.exactly(-0.0)).isEqualTo(Bracket.exactly(0.0));
    }

    @Test
    void meetingKeepsWhatBothAllow() {
        assertThat(Bracket.of(0, 2).meet(Bracket.of(1, 3))).isEqualTo(Bracket.of(1, 2));
        assertThat(Bracket.of(0, 1).meet(Bracket.of(1, 3))).isEqualTo(Bracket.exactly(1));
    }

    @Test
    void exclusiveBracketsAreAContradiction() {
        assertThatExceptionOfType(Contradiction.class)
                .isThrownBy(() -> Bracket.of(0, 1).meet(Bracket.of(2, 3)))
                .withMessageStartingWith("contradiction: ");
    }

    @Test
    void hullMaxAndMinWorkEndByEnd() {
        Bracket a = Bracket.of(0, 5);
        Bracket b = Bracket.of(2, 3);
        assertThat(a.hull(b)).isEqualTo(a);
        assertThat(a.max(b)).isEqualTo(Bracket.of(2, 5));
        assertThat(a.min(b)).isEqualTo(Bracket.of(0, 3));
    }

    @Test
    void arithmeticHoldsEveryPairOfInnerPoints() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            Bracket a = any(random);
            Bracket b = any(random);
            BigDecimal x = Oracle.big(random.nextBoolean() ? a.lower() : a.upper());
            BigDecimal y = Oracle.big(random.nextBoolean() ? b.lower() : b.upper());
            assertThat(holds(a.plus(b), x.add(y))
                            && holds(a.minus(b), x.subtract(y))
                            && holds(a.times(b), x.multiply(y)))
                    .as("%s, %s, seed %d", a, b, seed)
                    .isTrue();
        }
    }

    @Test
    void unboundedEndsSpread() {
        Bracket all = Bracket.of(-INF, INF);
        assertThat(all.plus(all)).isEqualTo(all);
        assertThat(all.minus(all)).isEqualTo(all);
        assertThat(Bracket.of(1, INF).minus(Bracket.of(1, INF))).isEqualTo(all);
        assertThat(Bracket.of(0, INF).times(Bracket.of(0, 1))).isEqualTo(Bracket.of(0, INF));
        assertThat(Bracket.of(1, INF).times(-1)).isEqualTo(Bracket.of(-INF, -1));
        assertThat(Bracket.of(1, INF).times(0)).isEqualTo(Bracket.exactly(0));
    }

    @Test
    void aroundReachesBothWays() {
        Bracket b = Bracket.around(-3, 1e-10);
        assertThat(b.contains(-3 * (1 + 1e-10))).isTrue();
        assertThat(b.contains(-3 * (1 - 1e-10))).isTrue();
        assertThat(b.contains(-3 * (1 + 2e-10))).isFalse();
        assertThat(Bracket.around(5, 0)).isEqualTo(Bracket.exactly(5));
        double infinite = Double.POSITIVE_INFINITY;
        assertThat(Bracket.around(infinite, 0.1)).isEqualTo(Bracket.exactly(infinite));
        for (double error : new double[] {-1e-300, infinite})
            assertThatIllegalArgumentException().isThrownBy(() -> Bracket.around(1, error));
    }

    @Test
    void widthsHandleEqualAndInfiniteEnds() {
        assertThat(Bracket.exactly(3).relativeWidth()).isZero();
        assertThat(Bracket.exactly(INF).width()).isZero();
        assertThat(Bracket.of(1, 2).relativeWidth()).isEqualTo(0.5);
        assertThat(Bracket.of(-2, -1).relativeWidth()).isEqualTo(1);
        assertThat(Bracket.of(1, INF).relativeWidth()).isEqualTo(INF);
        assertThat(Bracket.of(-1, 0).relativeWidth()).isEqualTo(INF);
        assertThat(Bracket.of(1, 2).midpoint()).isEqualTo(1.5);
        assertThat(Bracket.of(-Double.MAX_VALUE, Double.MAX_VALUE).midpoint()).isZero();
        assertThat(Bracket.of(1, INF).midpoint()).isEqualTo(1);
    }

    private static boolean holds(Bracket b, BigDecimal x) {
        return Oracle.big(b.lower()).compareTo(x) <= 0 && Oracle.big(b.upper()).compareTo(x) >= 0;
    }

    private static Bracket any(SplittableRandom random) {
        double a = (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(20));
        double b = (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(20));
        return Bracket.of(Math.min(a, b), Math.max(a, b));
    }
}
