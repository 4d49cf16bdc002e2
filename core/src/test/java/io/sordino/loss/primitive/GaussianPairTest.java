package io.sordino.loss.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Contained;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Delta and masses of Gaussian noise against sixty digits, for noise that no mu states exactly: no slack is given. */
class GaussianPairTest {
    private static final long SEED = 1520;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 20_000 : 400;
    private static final int DIGITS = 90;
    private static final MathContext MC = new MathContext(DIGITS);

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void everyDeltaIsHeld() {
        for (int i = 0; i < CASES; i++) {
            // hardly any noise, where an ulp of mu is many of delta; tails that nearly cancel; and all the rest
            double sigma = Math.exp(
                    i % 3 == 0
                            ? random.nextDouble(-7, -2)
                            : i % 3 == 1 ? random.nextDouble(0.5, 2.3) : random.nextDouble(-2, 9));
            // from certain loss to the deepest tail
            double a = random.nextInt(3) > 0 ? random.nextDouble(-6, 3) : random.nextDouble(-1, 25);
            double epsilon = (a + 0.5 / sigma) / sigma;
            if (!(epsilon >= 0)) continue;
            Bracket found = GaussianPair.of(1 / sigma).logDelta(epsilon);
            BigDecimal truth = Oracle.log(delta(sigma, epsilon), 50);
            String what = "sigma " + sigma + ", epsilon " + epsilon + ", seed " + SEED + ": " + truth + " in " + found;
            assertThat(Oracle.big(found.lower()).compareTo(truth)).as(what).isLessThanOrEqualTo(0);
            assertThat(Oracle.big(found.upper()).compareTo(truth)).as(what).isGreaterThanOrEqualTo(0);
            assertThat(found.width()).as(what).isLessThan(1e-9);
        }
    }

    /** Where P and Q change places: 1 - e^eps + e^eps delta(-eps). */
    @Test
    void everyDeltaBelowZeroIsHeld() {
        for (int i = 0; i < CASES / 4; i++) {
            double sigma = Math.exp(random.nextDouble(-3, 6));
            double epsilon = -(Math.abs(random.nextDouble(-6, 6)) + 0.5 / sigma) / sigma;
            BigDecimal order = Oracle.exp(Oracle.big(epsilon), DIGITS);
            BigDecimal truth = BigDecimal.ONE.subtract(order).add(order.multiply(delta(sigma, -epsilon), MC));
            Bracket found = GaussianPair.of(1 / sigma).logDelta(epsilon);
            Contained.assertHeld(found, truth, "sigma " + sigma + " at " + epsilon + ", seed " + SEED);
            assertThat(found.width()).isLessThan(1e-9);
        }
    }

    /** Noise up to 1e150: an epsilon of a few mu, where the two tails agree in all digits of a double. */
    @Test
    void hugeNoiseIsHeld() {
        for (int i = 0; i < CASES / 10; i++) {
            double sigma = Math.exp(random.nextDouble(9, 345));
            double epsilon = i % 4 == 0 ? 0 : random.nextDouble(0, 12) / sigma;
            int digits = 60 + (int) (2.1 * Math.log10(sigma));
            Bracket found = GaussianPair.of(1 / sigma).logDelta(epsilon);
            Contained.assertHeld(
                    found, delta(sigma, epsilon, digits), "sigma " + sigma + " at " + epsilon + ", seed " + SEED);
            assertThat(found.width()).isLessThan(1e-9);
        }
    }

    /** Next to no noise: with b = a + mu beyond 1e5, e^eps Phi(-b) is phi(a) / b up to a part in b^2. */
    @Test
    void hardlyAnyNoiseIsHeld() {
        for (int i = 0; i < CASES / 4; i++) {
            double sigma = Math.exp(random.nextDouble(-340, -13));
            // on the scale of the loss, as far as doubles tell its places apart
            double epsilon = (0.5 / sigma + random.nextDouble(-7, 30)) / sigma;
            if (!(epsilon < Double.MAX_VALUE)) continue;
            BigDecimal mu = BigDecimal.ONE.divide(Oracle.big(sigma), new MathContext(700));
            BigDecimal ratio = Oracle.big(epsilon).multiply(Oracle.big(sigma));
            BigDecimal a = ratio.subtract(mu.divide(BigDecimal.valueOf(2))).round(MC);
            if (a.abs().compareTo(BigDecimal.valueOf(1000)) > 0) continue;
            BigDecimal second = Oracle.normalPdf(a, DIGITS).divide(a.add(mu), MC);
            BigDecimal most = Oracle.normalSf(a, DIGITS)
                    .subtract(second.multiply(BigDecimal.ONE.subtract(BigDecimal.ONE.divide(mu.multiply(mu), MC)), MC));
            BigDecimal least = Oracle.normalSf(a, DIGITS).subtract(second);
            Bracket found = GaussianPair.of(1 / sigma).logDelta(epsilon);
            String what = "sigma " + sigma + ", a " + a.doubleValue() + ", seed " + SEED + ", in " + found;
            assertThat(Contained.isAtMost(found.lower(), Oracle.log(most, 50)))
                    .as(what)
                    .isTrue();
            assertThat(Contained.isAtLeast(found.upper(), Oracle.log(least, 50)))
                    .as(what)
                    .isTrue();
        }
    }

    /** So far out that no power of e is a number: log delta is -a^2/2 - log(2 pi)/2 + log(R(a) - R(a + mu)), R in its series. */
    @Test
    void theDeepestTailsAreHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            double mu = Math.exp(i % 2 == 0 ? random.nextDouble(-25, 0) : random.nextDouble(0, 25));
            double epsilon = mu * Math.exp(random.nextDouble(10, 40)) + mu * mu / 2;
            BigDecimal a = Oracle.big(epsilon)
                    .divide(Oracle.big(mu), MC)
                    .subtract(Oracle.big(mu).divide(BigDecimal.valueOf(2)));
            BigDecimal gap = mills(a).subtract(mills(a.add(Oracle.big(mu))));
            BigDecimal truth = Oracle.log(gap, 50)
                    .subtract(a.multiply(a).divide(BigDecimal.valueOf(2)))
                    .subtract(Oracle.log(BigDecimal.valueOf(2).multiply(Oracle.pi(60)), 50)
                            .divide(BigDecimal.valueOf(2)));
            Bracket found = GaussianPair.of(mu).logDelta(epsilon);
            String what = "mu " + mu + " at " + epsilon + ", seed " + SEED + ": " + truth + " in " + found;
            assertThat(Contained.isAtMost(found.lower(), truth)).as(what).isTrue();
            assertThat(Contained.isAtLeast(found.upper(), truth)).as(what).isTrue();
            assertThat(found.upper()).as(what).isLessThan(0.99 * truth.doubleValue());
        }
    }

    private static BigDecimal mills(BigDecimal x) {
        BigDecimal square = BigDecimal.ONE.divide(x.multiply(x), MC);
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal term = BigDecimal.ONE.divide(x, MC);
        for (int k = 1; k < 16; k += 2) {
            sum = sum.add(term, MC);
            term = term.multiply(square, MC).multiply(BigDecimal.valueOf(-k), MC);
        }
        return sum;
    }

    @Test
    void noNoiseAndNothingButNoiseHaveTheirPairs() {
        Pair none = GaussianPair.of(0);
        assertThat(none.atoms()).hasSize(1);
        assertThat(none.continuous()).isFalse();
        assertThat(none.lossMin()).isZero();
        assertThat(none.lossMax()).isZero();
        assertThat(none.logDelta(0).upper()).isEqualTo(Double.NEGATIVE_INFINITY);
        Contained.assertHeld(none.logDelta(-1), BigDecimal.ONE.subtract(Oracle.exp(Oracle.big(-1), 60)), "equal laws");
        Pair all = new GaussianPair(Double.POSITIVE_INFINITY);
        assertThat(all.infinity()).isEqualTo(Bracket.exactly(1));
        assertThat(all.logDelta(1e300)).isEqualTo(Bracket.exactly(0));
        assertThat(GaussianPair.of(1e200).infinity()).isEqualTo(Bracket.exactly(1));
        Pair some = GaussianPair.of(1);
        assertThat(some.lossMin()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(some.lossMax()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(some.infinity()).isEqualTo(Bracket.exactly(0));
        assertThat(some.anchor()).isZero();
    }

    /** A mu that was rounded lies between what is said to be below and above it. */
    @Test
    void muIsEnclosed() {
        for (int i = 0; i < 1000; i++) {
            double sigma = Math.exp(random.nextDouble(-300, 300));
            GaussianPair pair = new GaussianPair(1 / sigma);
            BigDecimal mu = BigDecimal.ONE.divide(Oracle.big(sigma), MC);
            assertThat(Contained.isAtMost(pair.muDown(), mu)).isTrue();
            assertThat(Contained.isAtLeast(pair.muUp(), mu)).isTrue();
            assertThat(pair.muUp() / pair.muDown()).isLessThan(1 + 16 * Math.ulp(1.0));
        }
    }

    /** The control: what a sigma that is off by a part in 10^13 has is not held. */
    @Test
    void anotherTruthIsSeen() {
        for (double off : new double[] {1 - 1e-13, 1 + 1e-13})
            assertThat(Contained.isHeld(GaussianPair.of(0.5).logDelta(1), delta(2 * off, 1)))
                    .isFalse();
    }

    @Test
    void everyMassIsHeldUpToTheErrorsThatAreStated() {
        for (int i = 0; i < CASES / 3; i++) {
            double sigma = Math.exp(random.nextDouble(-2.5, 6));
            Pair pair = GaussianPair.of(1 / sigma);
            double low = (random.nextDouble(-12, 12) + 0.5 / sigma) / sigma;
            double high = low + Math.exp(random.nextDouble(-9, 1)) / sigma;
            double[] p = new double[1];
            double[] q = new double[1];
            pair.cells(new double[] {low, high}, p, q);
            held(p[0], pair, sigma, low, high, -0.5);
            held(q[0], pair, sigma, low, high, 0.5);
        }
    }

    private static void held(double mass, Pair pair, double sigma, double low, double high, double shift) {
        BigDecimal below = Oracle.big(pair.edgeError(low));
        BigDecimal above = Oracle.big(pair.edgeError(high));
        BigDecimal most =
                between(sigma, Oracle.big(low).subtract(below), Oracle.big(high).add(above), shift);
        BigDecimal least =
                between(sigma, Oracle.big(low).add(below), Oracle.big(high).subtract(above), shift);
        BigDecimal error = Oracle.big(pair.massError());
        String what = "cell [" + low + ", " + high + "] of sigma " + sigma + ", seed " + SEED;
        assertThat(Oracle.big(mass).compareTo(most.multiply(BigDecimal.ONE.add(error))))
                .as(what)
                .isLessThanOrEqualTo(0);
        assertThat(Oracle.big(mass).compareTo(least.multiply(BigDecimal.ONE.subtract(error))))
                .as(what)
                .isGreaterThanOrEqualTo(0);
    }

    private static BigDecimal between(double sigma, BigDecimal low, BigDecimal high, double shift) {
        BigDecimal mu = BigDecimal.ONE.divide(Oracle.big(sigma), MC);
        BigDecimal centre = mu.multiply(Oracle.big(shift));
        BigDecimal a = low.multiply(Oracle.big(sigma)).add(centre);
        BigDecimal b = high.multiply(Oracle.big(sigma)).add(centre);
        // tails, not their complements, on either side
        return a.signum() < 0 && b.signum() <= 0
                ? Oracle.normalSf(b.negate(), 60).subtract(Oracle.normalSf(a.negate(), 60))
                : Oracle.normalSf(a, 60).subtract(Oracle.normalSf(b, 60));
    }

    private static BigDecimal delta(double sigma, double epsilon) {
        return delta(sigma, epsilon, DIGITS);
    }

    private static BigDecimal delta(double sigma, double epsilon, int digits) {
        MathContext mc = new MathContext(digits);
        BigDecimal mu = BigDecimal.ONE.divide(Oracle.big(sigma), mc);
        BigDecimal ratio = Oracle.big(epsilon).multiply(Oracle.big(sigma));
        BigDecimal half = mu.divide(BigDecimal.valueOf(2));
        BigDecimal first = Oracle.normalSf(ratio.subtract(half), digits);
        BigDecimal second = Oracle.normalSf(ratio.add(half), digits);
        return first.subtract(Oracle.exp(Oracle.big(epsilon), digits).multiply(second, mc));
    }
}
