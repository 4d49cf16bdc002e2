package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * {@link TwoCoins}, {@link FairTail} and {@link ScaledSum} against exact arithmetic: what they claim to hold is held, and the
 * bounds are no smaller than what was proved of them.
 */
class EnclosedLawsTest {
    private static final long SEED = 1519;
    private static final MathContext MC = new MathContext(60);

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void lawsOfTwoCoinsHoldTheExactOnes() {
        int[][] counts = {{0, 1}, {1, 0}, {1, 1}, {0, 7}, {7, 0}, {3, 40}, {40, 3}, {25, 25}, {70, 10}, {0, 90}};
        for (int[] c : counts)
            for (double q : new double[] {0.5, 0.47, 0.2, 1e-3, 1e-9, 1e-40})
                for (double logOutside : new double[] {-2, -9, -40, -300}) holds(c[0], c[1], q, logOutside);
    }

    private static void holds(int high, int low, double q, double logOutside) {
        String what = high + " + " + low + " coins of " + q + " to e^" + logOutside;
        BigDecimal[] truth = convolved(high, low, Oracle.big(q));
        TwoCoins law = TwoCoins.of(high, low, q, logOutside);
        double[] f = law.masses();
        assertThat(law.from()).isGreaterThanOrEqualTo(0);
        assertThat(law.from() + f.length).isLessThanOrEqualTo(truth.length);
        BigDecimal left = BigDecimal.ZERO;
        for (int k = 0; k < truth.length; k++)
            if (k < law.from() || k >= law.from() + f.length) left = left.add(truth[k]);
        assertThat(Oracle.big(law.outside()).compareTo(left))
                .as("outside of " + what)
                .isGreaterThanOrEqualTo(0);
        if (law.from() == 0 && f.length == truth.length)
            assertThat(law.outside()).isLessThan(1e-9);
        for (int i = 0; i < f.length; i++) {
            BigDecimal mass = truth[law.from() + i];
            if (mass.compareTo(Oracle.big(law.outside())) <= 0 || mass.doubleValue() < Double.MIN_NORMAL) continue;
            BigDecimal off = Oracle.big(f[i]).subtract(mass).abs();
            assertThat(off.compareTo(mass.multiply(Oracle.big(law.error()), MC)))
                    .as(
                            "mass at %d of %s: %s for %s, error %s",
                            law.from() + i, what, f[i], mass.round(new MathContext(17)), law.error())
                    .isLessThanOrEqualTo(0);
        }
        // as proved: what is outside twice, and sixteen roundings of half an ulp a mass
        assertThat(law.error()).as(what).isGreaterThanOrEqualTo(2 * law.outside() + (f.length + 16) * 8 * Ulp.ONE);
        assertThat(law.error()).as(what).isLessThan(3 * law.outside() + 1e-9 * (high + low + 1));
    }

    @Test
    void windowsOfTwoCoinsAreAsWideAsAskedAndNotMuchWider() {
        for (double logOutside : new double[] {-20, -100, -600}) {
            TwoCoins law = TwoCoins.of(3_000_000, 5_000_000, 0.2, logOutside);
            assertThat(law.outside()).isLessThanOrEqualTo(Math.exp(logOutside));
            double deviation = Math.sqrt(8e6 * 0.16);
            double mean = 3e6 * 0.8 + 5e6 * 0.2;
            assertThat(law.from()).isBetween((int) (mean - 60 * deviation), (int) (mean - deviation));
            assertThat(law.masses().length).isLessThan((int) (120 * deviation));
            double[] f = law.masses();
            double first = 0;
            for (int i = 0; i < f.length; i++) first += (law.from() + i - mean) * f[i];
            assertThat(Math.abs(first)).isLessThan(1e-3);
        }
    }

    @Test
    void wrongCoinsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TwoCoins.of(3, 3, 0, -9));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoCoins.of(3, 3, 0.6, -9));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoCoins.of(-1, 3, 0.3, -9));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoCoins.of(3, -1, 0.3, -9));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoCoins.of(3, 3, Double.NaN, -9));
    }

    private static BigDecimal[] convolved(int high, int low, BigDecimal q) {
        BigDecimal[] law = {BigDecimal.ONE};
        BigDecimal p = BigDecimal.ONE.subtract(q);
        for (int i = 0; i < high + low; i++) {
            BigDecimal one = i < high ? p : q;
            BigDecimal zero = i < high ? q : p;
            BigDecimal[] next = new BigDecimal[law.length + 1];
            for (int k = 0; k < next.length; k++) {
                BigDecimal stays = k < law.length ? law[k].multiply(zero, MC) : BigDecimal.ZERO;
                next[k] = k > 0 ? stays.add(law[k - 1].multiply(one, MC), MC) : stays;
            }
            law = next;
        }
        return law;
    }

    @Test
    void movedTailsHoldTheExactOnesAtEveryStep() {
        for (int walk = 0; walk < 3; walk++) {
            FairTail tail = new FairTail();
            int s = 60 + 20 * walk;
            int a = s / 2 + 5;
            for (int i = 0; i < 150; i++) {
                // now and then a jump
                int reach = i % 37 == 36 ? 60 : 3;
                s = Math.max(2, Math.min(400, s + random.nextInt(-reach, reach + 1)));
                a = Math.max(1, Math.min(s, a + random.nextInt(-reach, reach + 1)));
                tail.moveTo(s, a);
                check(tail, s, a, true);
            }
            tail.moveToMass(s, a);
            check(tail, s, a, false);
            assertThat(tail.tail()).isNaN();
        }
    }

    private static void check(FairTail cursor, int s, int a, boolean tailToo) {
        BigInteger mass = choose(s, a);
        BigInteger tail = BigInteger.ZERO;
        BigInteger one = mass;
        for (int k = a; k <= s; k++) {
            tail = tail.add(one);
            one = one.multiply(BigInteger.valueOf(s - k)).divide(BigInteger.valueOf(k + 1));
        }
        BigDecimal scale = Oracle.exp(Oracle.big(cursor.logScale()), 40)
                .multiply(BigDecimal.valueOf(2).pow(s));
        BigDecimal exactMass = new BigDecimal(mass).divide(scale, Oracle.digits(40));
        BigDecimal exactTail = new BigDecimal(tail).divide(scale, Oracle.digits(40));
        assertThat(Oracle.relativeError(cursor.mass(), exactMass))
                .as("mass of %d in %d", a, s)
                .isLessThanOrEqualTo(cursor.massError() * (1 + 1e-9));
        if (!tailToo) return;
        assertThat(Oracle.big(cursor.tail()).subtract(exactTail).abs().doubleValue())
                .as("tail from %d in %d", a, s)
                .isLessThanOrEqualTo(cursor.tailError());
        assertThat(cursor.tailError()).isLessThanOrEqualTo(2e-11 * cursor.tail());
    }

    private static BigInteger choose(int n, int k) {
        BigInteger product = BigInteger.ONE;
        for (int i = 1; i <= k; i++)
            product = product.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
        return product;
    }

    @Test
    void everyMoveIsCharged() {
        FairTail tail = new FairTail();
        tail.moveTo(1000, 520);
        double mass = tail.massError();
        double error = tail.tailError();
        for (int i = 1; i <= 20; i++) {
            tail.moveTo(1000 + i, 520);
            // four roundings of half an ulp a move, and what they do to the tail
            assertThat(tail.massError()).isGreaterThanOrEqualTo(mass + 2 * Ulp.ONE * (1 - 1e-9));
            assertThat(tail.tailError()).isGreaterThan(error + Ulp.ONE * tail.tail());
            mass = tail.massError();
            error = tail.tailError();
        }
    }

    @Test
    void tailsOutsideOfTheLawAreRefused() {
        FairTail tail = new FairTail();
        assertThatIllegalArgumentException().isThrownBy(() -> tail.moveTo(5, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> tail.moveTo(5, 6));
        assertThatIllegalArgumentException().isThrownBy(() -> tail.moveToMass(5, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> tail.moveToMass(5, 6));
        tail.moveTo(5, 5);
        tail.moveTo(5, 1);
        tail.moveToMass(5, 1);
        tail.moveToMass(5, 5);
    }

    @Test
    void scaledSumsHoldEverySumThatTheirErrorsAllow() {
        for (int i = 0; i < 60; i++) {
            ScaledSum sum = new ScaledSum();
            BigDecimal least = BigDecimal.ZERO;
            BigDecimal most = BigDecimal.ZERO;
            int terms = 1 + random.nextInt(12);
            double log = random.nextDouble(-900, 900);
            for (int k = 0; k < terms; k++) {
                if (random.nextInt(3) > 0) log += random.nextDouble(-400, 400);
                double value = random.nextDouble(-0.2, 1);
                double error = random.nextBoolean() ? 0 : Math.abs(value) * random.nextDouble() * 0.1;
                sum.add(value, error, log);
                BigDecimal power = Oracle.exp(Oracle.big(log), 40);
                least = least.add(Oracle.big(value).subtract(Oracle.big(error)).multiply(power));
                most = most.add(Oracle.big(value).add(Oracle.big(error)).multiply(power));
            }
            String what = "sum " + i + " of seed " + SEED + ": " + sum.log();
            if (most.signum() > 0) {
                assertThat(atMost(Oracle.log(most, 40), sum.log().upper()))
                        .as(what)
                        .isTrue();
            }
            if (sum.log().lower() > Double.NEGATIVE_INFINITY) {
                assertThat(least.signum()).as(what).isPositive();
                assertThat(Oracle.big(sum.log().lower()).compareTo(Oracle.log(least, 40)))
                        .as(what)
                        .isLessThanOrEqualTo(0);
            }
        }
    }

    @Test
    void scaledSumsChargeEveryRounding() {
        ScaledSum sum = new ScaledSum();
        for (int i = 0; i < 1000; i++) sum.add(1, 0, 5);
        // eight roundings and one a term, each of half an ulp, and those of the logarithm
        double least = 2 * 1008 * Ulp.HALF;
        assertThat(sum.log().width()).isBetween(least, 3 * least);
        ScaledSum far = new ScaledSum();
        far.add(1, 0, 0);
        far.add(1, 0, -200);
        far.add(1, 0, 299);
        assertThat(far.log().width()).isGreaterThan(2 * 2 * Ulp.HALF * 299);
        ScaledSum nothing = new ScaledSum();
        nothing.add(0, 0, 700);
        assertThat(nothing.log()).isEqualTo(Bracket.exactly(Double.NEGATIVE_INFINITY));
        ScaledSum negative = new ScaledSum();
        negative.add(-1, 0, 3);
        assertThat(negative.log()).isEqualTo(Bracket.exactly(Double.NEGATIVE_INFINITY));
    }

    private static boolean atMost(BigDecimal truth, double upper) {
        return upper == Double.POSITIVE_INFINITY || Oracle.big(upper).compareTo(truth) >= 0;
    }
}
