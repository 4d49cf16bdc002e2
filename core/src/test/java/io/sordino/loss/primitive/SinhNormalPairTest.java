package io.sordino.loss.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Contained;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sinh-normal noise against its densities in seventy digits: no slack is given. */
class SinhNormalPairTest {
    private static final long SEED = 1522;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 5_000 : 100;
    private static final int DIGITS = 70;
    private static final MathContext MC = new MathContext(DIGITS);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Outputs are measured in A from the middle of the two values: alpha sinh(u - v) is normal under P, with u + v under Q. */
    private static final class Noise {
        private final BigDecimal alpha;
        private final BigDecimal v;

        Noise(SinhNormalPair pair) {
            alpha = Oracle.big(pair.a()).divide(Oracle.big(pair.sigma()), MC);
            v = Oracle.big(pair.shift()).divide(TWO.multiply(Oracle.big(pair.a())), MC);
        }

        private static BigDecimal sinh(BigDecimal x) {
            return Oracle.expm1(x, DIGITS)
                    .subtract(Oracle.expm1(x.negate(), DIGITS), MC)
                    .divide(TWO, MC);
        }

        private static BigDecimal cosh(BigDecimal x) {
            return Oracle.exp(x, DIGITS).add(Oracle.exp(x.negate(), DIGITS), MC).divide(TWO, MC);
        }

        /** The logarithm of the ratio of the two densities. */
        BigDecimal loss(BigDecimal u) {
            BigDecimal near = sinh(u.subtract(v));
            BigDecimal far = sinh(u.add(v));
            BigDecimal squares = far.multiply(far).subtract(near.multiply(near), MC);
            BigDecimal densities = Oracle.log(cosh(u.subtract(v)).divide(cosh(u.add(v)), MC), DIGITS);
            return densities.add(alpha.multiply(alpha).multiply(squares, MC).divide(TWO, MC), MC);
        }

        /** By halving and then by the secant rule. */
        BigDecimal output(BigDecimal loss) {
            BigDecimal a = BigDecimal.ZERO;
            BigDecimal b = Oracle.big(0.01);
            while (loss(b).compareTo(loss.abs()) < 0) b = b.multiply(TWO);
            for (int i = 0; i < 10; i++) {
                BigDecimal middle = a.add(b).divide(TWO, MC);
                if (loss(middle).compareTo(loss.abs()) < 0) a = middle;
                else b = middle;
            }
            BigDecimal atA = loss(a);
            BigDecimal atB = loss(b);
            for (int i = 0; i < 9 && atA.compareTo(atB) != 0; i++) {
                BigDecimal slope = atB.subtract(atA, MC).divide(b.subtract(a, MC), MC);
                BigDecimal next = b.subtract(atB.subtract(loss.abs(), MC).divide(slope, MC), MC);
                a = b;
                atA = atB;
                b = next;
                atB = loss(next);
            }
            return loss.signum() < 0 ? b.negate() : b;
        }

        BigDecimal tail(BigDecimal u, boolean underP) {
            return Oracle.normalSf(alpha.multiply(sinh(underP ? u.subtract(v) : u.add(v)), MC), DIGITS);
        }

        BigDecimal delta(double epsilon) {
            BigDecimal u = output(Oracle.big(epsilon));
            return tail(u, true)
                    .subtract(Oracle.exp(Oracle.big(epsilon), DIGITS).multiply(tail(u, false), MC), MC);
        }

        BigDecimal between(BigDecimal from, BigDecimal to, boolean underP) {
            return tail(output(from), underP).subtract(tail(output(to), underP));
        }
    }

    @Test
    void deltaAndMassesAreHeld() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            double shift = Math.exp(random.nextDouble(-3, 2));
            double sigma = shift * Math.exp(random.nextDouble(-2, 5));
            double a = sigma * Math.exp(i % 5 == 0 ? 0 : random.nextDouble(0, 3));
            SinhNormalPair pair = new SinhNormalPair(sigma, a, shift);
            Noise noise = new Noise(pair);
            // the loss where P's normal variable is x
            BigDecimal u =
                    Oracle.big(pair.shift() / (2 * a) + asinh(random.nextDouble(-3, i % 3 == 0 ? 15 : 5) * sigma / a));
            double epsilon = noise.loss(u).doubleValue();
            if (!(Math.abs(epsilon) < 2000)) continue;
            String what = "seed " + SEED + ", " + pair;
            Bracket found = pair.logDelta(epsilon);
            Contained.assertHeld(found, noise.delta(epsilon), what + " at " + epsilon);
            if (epsilon > 0)
                assertThat(found.width()).as(what + " at " + epsilon).isLessThan(1e-6);
            if (i % 3 > 0) continue;
            double[] edges = {epsilon, epsilon + Math.abs(epsilon) * Math.exp(random.nextDouble(-6, 0))};
            Contained.assertCells(
                    pair, edges, (x, y) -> noise.between(x, y, true), (x, y) -> noise.between(x, y, false), what);
        }
    }

    /** The control: the truth of noise that is smaller by a part in 10^12 is not held. */
    @Test
    void anotherTruthIsSeen() {
        SinhNormalPair pair = new SinhNormalPair(1, 2, 1);
        for (double sigma : new double[] {1 - 1e-12, 1 + 1e-12})
            assertThat(Contained.isHeld(pair.logDelta(1), new Noise(new SinhNormalPair(sigma, 2, 1)).delta(1)))
                    .isFalse();
    }

    private static double asinh(double x) {
        return Math.signum(x) * Math.log(Math.abs(x) + Math.sqrt(x * x + 1));
    }
}
