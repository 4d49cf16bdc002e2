package io.sordino.loss.primitive;

import static org.assertj.core.api.Assertions.assertThat;

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
        BigDecimal mu = BigDecimal.ONE.divide(Oracle.big(sigma), MC);
        BigDecimal ratio = Oracle.big(epsilon).multiply(Oracle.big(sigma));
        BigDecimal half = mu.divide(BigDecimal.valueOf(2));
        BigDecimal first = Oracle.normalSf(ratio.subtract(half), DIGITS);
        BigDecimal second = Oracle.normalSf(ratio.add(half), DIGITS);
        return first.subtract(Oracle.exp(Oracle.big(epsilon), DIGITS).multiply(second, MC));
    }
}
