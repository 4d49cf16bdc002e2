package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Enclosures hold the number that they stand for, whose fractions are compared without rounding, and are a few units wide. */
class FixedPointTest {
    private static final long SEED = 1527;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private record Fraction(BigInteger above, BigInteger below) {}

    private Fraction fraction() {
        return new Fraction(
                BigInteger.valueOf(1 + random.nextLong(1L << random.nextInt(1, 40))),
                BigInteger.valueOf(1 + random.nextLong(1L << random.nextInt(1, 40))));
    }

    private static FixedPoint enclosed(Fraction x, int bits) {
        return FixedPoint.ratio(x.above, x.below, bits);
    }

    private static void assertHolds(FixedPoint found, BigInteger above, BigInteger below, String what) {
        BigInteger truth = above.shiftLeft(found.bits());
        assertThat(found.lower().multiply(below)).as(what).isLessThanOrEqualTo(truth);
        assertThat(found.upper().multiply(below)).as(what).isGreaterThanOrEqualTo(truth);
    }

    private static long width(FixedPoint found) {
        return found.upper().subtract(found.lower()).longValueExact();
    }

    @Test
    void arithmeticHoldsTheTruth() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < 20_000; i++) {
            Fraction a = fraction();
            Fraction b = fraction();
            int bits = 2 + random.nextInt(60);
            FixedPoint x = enclosed(a, bits);
            FixedPoint y = enclosed(b, bits);
            String what = "seed " + SEED + ", " + a + " and " + b + " to " + bits + " bits";
            assertHolds(x, a.above, a.below, what);
            assertThat(width(x)).as(what).isLessThanOrEqualTo(1);
            BigInteger left = a.above.multiply(b.below);
            BigInteger right = b.above.multiply(a.below);
            BigInteger both = a.below.multiply(b.below);
            assertHolds(x.plus(y), left.add(right), both, what);
            assertThat(width(x.plus(y))).as(what).isEqualTo(width(x) + width(y));
            assertHolds(x.minus(y), left.subtract(right), both, what);
            assertThat(width(x.minus(y))).as(what).isEqualTo(width(x) + width(y));
            assertHolds(x.times(y), a.above.multiply(b.above), both, what);
            assertHolds(x.times(b.above), a.above.multiply(b.above), a.below, what);
            int fewer = random.nextInt(bits + 1);
            assertHolds(x.rounded(fewer), a.above, a.below, what + ", rounded to " + fewer);
            assertThat(width(x.rounded(fewer))).as(what).isLessThanOrEqualTo(2);
            assertHolds(x.minus(y).rounded(fewer), left.subtract(right), both, what + ", rounded to " + fewer);
            if (y.lower().signum() > 0) assertHolds(x.over(y), left, right, what);
            FixedPoint exact = FixedPoint.exactly(7, bits);
            assertHolds(exact, BigInteger.valueOf(7), BigInteger.ONE, what);
            assertThat(width(exact)).isZero();
            // the ends of a product are no farther than those of its factors make them
            long most = x.upper().bitLength() + y.upper().bitLength() < 120 + bits ? width(x.times(exact)) : 0;
            assertThat(most).as(what).isLessThanOrEqualTo(8);
        }
        assertThatThrownBy(() -> new FixedPoint(BigInteger.TWO, BigInteger.ONE, 3))
                .hasMessageContaining("wrong way round");
    }

    private static void assertHolds(FixedPoint found, BigDecimal truth, String what) {
        BigDecimal unit = BigDecimal.ONE.divide(new BigDecimal(BigInteger.ONE.shiftLeft(found.bits())));
        assertThat(new BigDecimal(found.lower()).multiply(unit)).as(what).isLessThanOrEqualTo(truth);
        assertThat(new BigDecimal(found.upper()).multiply(unit)).as(what).isGreaterThanOrEqualTo(truth);
    }

    @Test
    void powersOfEHoldTheTruth() {
        for (int i = 0; i < 300; i++) {
            Fraction x = fraction();
            int bits = 4 + random.nextInt(120);
            if (x.above.divide(x.below).bitLength() > 8) continue;
            BigDecimal power = new BigDecimal(x.above).divide(new BigDecimal(x.below), Oracle.digits(90));
            FixedPoint found = FixedPoint.expMinus(x.above, x.below, bits);
            String what = "seed " + SEED + ", e^-" + x + " to " + bits + " bits";
            assertHolds(found, Oracle.exp(power.negate(), 80), what);
            assertThat(width(found)).as(what).isLessThanOrEqualTo(2);
            long gap = 1 + random.nextLong(1L << random.nextInt(1, 12));
            if (gap * power.doubleValue() > 200) continue;
            // as many bits as draws begin with, so that no square of what may be a little above 1 grows
            FixedPoint many = new ExpPowers(x.above, x.below, 80 + bits).at(gap);
            assertHolds(many, Oracle.exp(power.multiply(BigDecimal.valueOf(-gap)), 80), what + ", gap " + gap);
            // at most a unit for every factor, and for what each of them was off by
            assertThat(width(many)).as(what).isLessThanOrEqualTo(8 + 8 * gap);
        }
        assertThat(FixedPoint.expMinus(BigInteger.ZERO, BigInteger.ONE, 5)).isEqualTo(FixedPoint.exactly(1, 5));
        // so far out that nothing is left, whatever the unit
        for (int unit : new int[] {1, 3})
            assertThat(new ExpPowers(BigInteger.valueOf(unit), BigInteger.valueOf(4), 80).at(1000))
                    .isEqualTo(new FixedPoint(BigInteger.ZERO, BigInteger.ONE, 80));
    }

    /** The control: a neighbour's enclosure does not hold it. */
    @Test
    void anotherFractionIsSeen() {
        FixedPoint third = FixedPoint.ratio(BigInteger.ONE, BigInteger.valueOf(3), 40);
        assertHolds(third, BigInteger.ONE, BigInteger.valueOf(3), "1/3");
        assertThatThrownBy(
                        () -> assertHolds(third, BigInteger.valueOf(1_000_001), BigInteger.valueOf(3_000_000), "near"))
                .isInstanceOf(AssertionError.class);
    }
}
