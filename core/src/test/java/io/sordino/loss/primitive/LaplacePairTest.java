package io.sordino.loss.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Atom;
import io.sordino.loss.Contained;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Laplace noise, whole and cut, and losses of a bounded range, against the densities in ninety digits: no slack is given. */
class LaplacePairTest {
    private static final long SEED = 1521;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 20_000 : 300;
    private static final int DIGITS = 90;
    private static final MathContext MC = new MathContext(DIGITS);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private final SplittableRandom random = new SplittableRandom(SEED);

    /**
     * Noise of scale 1 around theta against the same around 0, cut at a distance of beta from either. The loss of an output y is
     * |y| - |y - theta|, which grows with y.
     */
    private static final class Noise {
        private final BigDecimal theta;
        private final boolean cut;
        private final BigDecimal beta;

        private final BigDecimal norm;
        /** Outputs whose loss is neither constant nor infinite. */
        private final BigDecimal low;

        private final BigDecimal high;
        private final int digits;
        private final MathContext mc;

        Noise(double shift, double scale, double bound) {
            // tails of laws that are next to equal nearly cancel
            digits = DIGITS + (int) Math.max(0, -1.05 * Math.log10(shift / scale));
            mc = new MathContext(digits);
            theta = Oracle.big(shift).divide(Oracle.big(scale), mc);
            cut = bound < Double.POSITIVE_INFINITY;
            beta = cut ? Oracle.big(bound).divide(Oracle.big(scale), mc) : BigDecimal.ZERO;
            norm = TWO.multiply(cut ? Oracle.expm1(beta.negate(), digits).negate() : BigDecimal.ONE);
            low = cut ? theta.subtract(beta).max(BigDecimal.ZERO) : BigDecimal.ZERO;
            high = cut ? theta.min(beta) : theta;
        }

        BigDecimal lossMax() {
            return high.add(high).subtract(theta);
        }

        /** The mass beyond y of noise around 0. */
        private BigDecimal beyond(BigDecimal y) {
            if (cut && y.compareTo(beta.negate()) <= 0) return BigDecimal.ONE;
            if (cut && y.compareTo(beta) >= 0) return BigDecimal.ZERO;
            BigDecimal gone = cut ? Oracle.exp(beta.negate(), digits) : BigDecimal.ZERO;
            BigDecimal side =
                    Oracle.exp(y.abs().negate(), digits).subtract(gone).divide(norm, mc);
            return y.signum() > 0 ? side : BigDecimal.ONE.subtract(side);
        }

        private BigDecimal ofP(BigDecimal y) {
            return beyond(y.subtract(theta));
        }

        BigDecimal delta(double epsilon) {
            BigDecimal at = Oracle.big(epsilon);
            BigDecimal y = at.add(theta).divide(TWO);
            if (at.compareTo(lossMax()) >= 0) return infinity();
            // all outputs that P has
            if (at.compareTo(lossMax().negate()) < 0) {
                if (!cut) return Oracle.expm1(at, digits).negate();
                y = theta.subtract(beta);
            }
            return ofP(y).subtract(Oracle.exp(at, digits).multiply(beyond(y)), mc);
        }

        BigDecimal between(BigDecimal from, BigDecimal to, boolean underP) {
            BigDecimal a = from.add(theta).divide(TWO).max(low);
            BigDecimal b = to.add(theta).divide(TWO).min(high);
            if (a.compareTo(b) >= 0) return BigDecimal.ZERO;
            return underP ? ofP(a).subtract(ofP(b)) : beyond(a).subtract(beyond(b));
        }

        BigDecimal infinity() {
            return cut ? ofP(beta) : BigDecimal.ZERO;
        }

        /** P-mass of the largest loss. */
        BigDecimal top() {
            return ofP(high).subtract(infinity());
        }
    }

    @Test
    void deltaMassesAndAtomsOfWholeNoiseAreHeld() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            double shift = Math.exp(random.nextDouble(-4, 4));
            // spans from 1e-300 to some thousand
            double scale = shift * Math.exp(i % 4 == 0 ? random.nextDouble(0, 690) : random.nextDouble(-8, 8));
            check(LaplacePair.noise(shift, scale), new Noise(shift, scale, Double.POSITIVE_INFINITY), shift / scale);
        }
    }

    @Test
    void deltaMassesAndAtomsOfCutNoiseAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double shift = Math.exp(random.nextDouble(-4, 4));
            double scale = shift * Math.exp(random.nextDouble(-5, 8));
            double bound = shift * (0.5 + Math.exp(random.nextDouble(-12, 4)));
            // on the corners too: supports that overlap by nothing but an end, bounds at the shift
            if (i % 16 == 0) bound = shift;
            if (i % 16 == 1) bound = Math.nextUp(shift);
            Noise noise = new Noise(shift, scale, bound);
            check(
                    LaplacePair.truncatedNoise(shift, scale, bound),
                    noise,
                    noise.lossMax().doubleValue());
        }
    }

    private void check(Pair pair, Noise noise, double span) {
        String what = "seed " + SEED + ", " + pair;
        for (int k = 0; k < 6; k++) {
            double epsilon = question(span, k);
            Contained.assertHeld(pair.logDelta(epsilon), noise.delta(epsilon), what + " at " + epsilon);
        }
        Contained.assertHolds(pair.infinity(), noise.infinity(), what);
        if (pair.atoms().isEmpty() && !pair.continuous()) return;
        assertAtoms(pair, noise, what);
        double a = span * random.nextDouble(-1.1, 1);
        double[] edges = {
            Double.NEGATIVE_INFINITY, a, a + span * Math.exp(random.nextDouble(-12, 0)), Double.POSITIVE_INFINITY
        };
        Contained.assertCells(
                pair, edges, (x, y) -> noise.between(x, y, true), (x, y) -> noise.between(x, y, false), what);
    }

    /** Next to the ends of the range, and anywhere in it. */
    private double question(double span, int k) {
        return switch (k) {
            case 0 -> span;
            case 1 -> -span;
            case 2 -> span * (1 - Math.exp(random.nextDouble(-34, 0)));
            case 3 -> Math.nextDown(span);
            case 4 -> -span * (1 + Math.exp(random.nextDouble(-34, 1)));
            default -> span * random.nextDouble(-1, 1);
        };
    }

    private static void assertAtoms(Pair pair, Noise noise, String what) {
        for (Atom atom : pair.atoms()) {
            BigDecimal loss =
                    atom.loss() > 0 ? noise.lossMax() : noise.lossMax().negate();
            BigDecimal off =
                    Oracle.big(atom.loss()).add(Oracle.big(atom.rest())).subtract(loss);
            assertThat(off.abs()).as(what).isLessThanOrEqualTo(loss.abs().multiply(Oracle.big(0x1p-90)));
            BigDecimal mass = atom.loss() > 0
                    ? noise.top()
                    : noise.top().multiply(Oracle.exp(noise.lossMax().negate(), DIGITS), MC);
            Contained.assertMass(atom.mass(), mass, mass, pair.massError(), what);
        }
        if (noise.top().doubleValue() > 1e-200)
            assertThat(pair.atoms()).as(what).isNotEmpty();
    }

    /** The envelope of a range: (1 - w)^2 / (1 - w1^2), w = e^((eps - span)/2), w1 = w at -span. */
    @Test
    void theEnvelopeOfABoundedRangeIsHeld() {
        for (int i = 0; i < CASES; i++) {
            double span = Math.exp(i % 4 == 0 ? random.nextDouble(-700, 6) : random.nextDouble(-5, 5));
            Pair pair = LaplacePair.boundedRange(span);
            for (int k = 2; k < 6; k++) {
                double epsilon = question(span, k);
                if (epsilon < -span) continue;
                BigDecimal gap = Oracle.big(span).subtract(Oracle.big(epsilon)).divide(TWO);
                BigDecimal share = Oracle.expm1(gap.negate(), DIGITS);
                BigDecimal whole =
                        Oracle.expm1(Oracle.big(span).negate(), DIGITS).negate();
                BigDecimal delta = share.multiply(share).divide(whole, MC);
                Contained.assertHeld(pair.logDelta(epsilon), delta, "seed " + SEED + ", " + pair + " at " + epsilon);
            }
        }
    }

    @Test
    void lossesHaveTheirEnds() {
        Pair pair = LaplacePair.noise(1, 2);
        assertThat(pair.lossMin()).isEqualTo(-0.5);
        assertThat(pair.lossMax()).isEqualTo(0.5);
        assertThat(pair.unit()).isEqualTo(1);
        assertThat(pair.edgeError(3)).isZero();
        // supports that meet in an end, or not at all
        for (double bound : new double[] {0.5, 0.25})
            assertThat(LaplacePair.truncatedNoise(1, 2, bound).infinity()).isEqualTo(Bracket.exactly(1));
        assertThat(LaplacePair.truncatedNoise(1, 2, Math.nextUp(0.5)).infinity().lower())
                .isLessThan(1);
        assertThat(LaplacePair.noise(0, 1).infinity().upper()).isZero();
        assertThat(LaplacePair.noise(1e200, 1e-200).infinity().lower()).isEqualTo(1);
        assertThat(pair.logDelta(Double.NEGATIVE_INFINITY)).isEqualTo(Bracket.exactly(0));
    }

    /** The control: a truth that is off by twenty ulps is not held. */
    @Test
    void aShiftedTruthIsSeen() {
        Noise noise = new Noise(1, 2, Double.POSITIVE_INFINITY);
        BigDecimal delta = noise.delta(0.2);
        for (double off : new double[] {1 - 40 * Math.ulp(1.0), 1 + 40 * Math.ulp(1.0)})
            assertThat(Contained.isHeld(LaplacePair.noise(1, 2).logDelta(0.2), delta.multiply(Oracle.big(off))))
                    .isFalse();
    }
}
