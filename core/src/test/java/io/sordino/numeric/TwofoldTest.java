package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link Twofold} and {@link CompensatedSum} against exact decimal arithmetic, from subnormal numbers to huge ones. */
class TwofoldTest {
    private static final long SEED = 1517;
    private static final int CASES = 5_000;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void sumsAreExact() {
        for (int i = 0; i < CASES; i++) {
            double a = any(-1070, 1020);
            double b = any(-1070, 1020);
            Twofold sum = Twofold.sum(a, b);
            assertThat(big(sum))
                    .as("%s + %s, seed %d", a, b, SEED)
                    .isEqualByComparingTo(Oracle.big(a).add(Oracle.big(b)));
            assertThat(Math.abs(sum.low())).isLessThanOrEqualTo(Math.ulp(sum.high()));
        }
    }

    @Test
    void quotientsHaveThirtyDigits() {
        for (int i = 0; i < CASES; i++) {
            double a = any(-300, 300);
            double b = any(-300, 300);
            Twofold quotient = Twofold.quotient(a, b);
            // against b times the quotient, which is exact
            BigDecimal off = big(quotient).multiply(Oracle.big(b)).subtract(Oracle.big(a));
            assertThat(share(off, a)).as("%s / %s, seed %d", a, b, SEED).isLessThan(0x1p-102);
            double c = any(-300, 300);
            Twofold twice = quotient.over(c);
            if (!(Math.abs(twice.high()) > 0x1p-600 && Math.abs(twice.high()) < 0x1p600)) continue;
            off = big(twice).multiply(Oracle.big(c)).subtract(big(quotient));
            assertThat(share(off, quotient.high())).as("%s / %s / %s", a, b, c).isLessThan(0x1p-102);
        }
    }

    @Test
    void sumsWithADoubleHaveThirtyDigitsOfTheLarger() {
        for (int i = 0; i < CASES; i++) {
            Twofold x = Twofold.quotient(any(-20, 20), any(-20, 20));
            double term = i % 3 == 0 ? -x.high() * (1 + any(-50, -20)) : any(-40, 40);
            double larger = Math.max(Math.abs(x.high()), Math.abs(term));
            BigDecimal plus = big(x).add(Oracle.big(term));
            assertThat(share(big(x.plus(term)).subtract(plus), larger)).isLessThan(0x1p-102);
            BigDecimal minus = big(x).subtract(Oracle.big(term));
            assertThat(share(big(x.minus(term)).subtract(minus), larger)).isLessThan(0x1p-102);
        }
    }

    @Test
    void whatOverflowsIsItsHighPartAlone() {
        assertThat(Twofold.sum(Double.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(new Twofold(Double.POSITIVE_INFINITY, 0));
        assertThat(Twofold.quotient(Double.MAX_VALUE, 1e-10)).isEqualTo(new Twofold(Double.POSITIVE_INFINITY, 0));
        assertThat(Twofold.of(1).over(Double.POSITIVE_INFINITY)).isEqualTo(Twofold.of(0));
        assertThat(Twofold.of(Double.MAX_VALUE).plus(Double.MAX_VALUE).high()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Twofold.of(1e300).exp(1)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Twofold.of(-1e300).exp(1)).isZero();
    }

    @Test
    void powersOfEAreRightToTwoUlps() {
        for (int i = 0; i < 200; i++) {
            Twofold x = Twofold.quotient(any(-3, 9), 1 + random.nextDouble());
            if (Math.abs(x.high()) > 650) continue;
            double factor = Math.scalb(1.0, -random.nextInt(4));
            double exp = x.exp(factor);
            BigDecimal truth = Oracle.exp(big(x).multiply(Oracle.big(factor)), 40);
            double ulps = Oracle.big(exp)
                    .subtract(truth)
                    .abs()
                    .divide(Oracle.big(Math.ulp(exp)), Oracle.digits(20))
                    .doubleValue();
            assertThat(ulps).as("e^(%s * %s), seed %d", x, factor, SEED).isLessThanOrEqualTo(2);
        }
        // the control: the low part counts where the exponent is large
        Twofold third = Twofold.quotient(1900, 3);
        assertThat(Math.abs(third.low()) * Math.exp(third.high())).isGreaterThan(2 * Math.ulp(Math.exp(third.high())));
    }

    @Test
    void compensatedSumsAreRightToFewUlpsInAnyOrder() {
        for (int order = 0; order < 3; order++) {
            double[] terms = random.doubles(20_000).toArray();
            for (int i = 0; i < terms.length; i++)
                terms[i] *= order == 2 ? 1 : Math.scalb(1.0, (order == 0 ? i : terms.length - i) / 400);
            CompensatedSum sum = new CompensatedSum();
            BigDecimal truth = BigDecimal.ZERO;
            double plain = 0;
            for (double term : terms) {
                sum.add(term);
                plain += term;
                truth = truth.add(Oracle.big(term));
            }
            assertThat(Oracle.relativeError(sum.value(), truth)).isLessThan(2 * Ulp.ONE);
            // the control: a plain sum is further off
            if (order == 2) assertThat(Oracle.relativeError(plain, truth)).isGreaterThan(2 * Ulp.ONE);
        }
        assertThat(new CompensatedSum().value()).isZero();
    }

    private double any(int least, int most) {
        double mantissa = (1 + random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
        return Math.scalb(mantissa, random.nextInt(least, most));
    }

    private static BigDecimal big(Twofold x) {
        return Oracle.big(x.high()).add(Oracle.big(x.low()));
    }

    private static double share(BigDecimal off, double of) {
        return off.abs().divide(Oracle.big(of).abs(), Oracle.digits(20)).doubleValue();
    }
}
