package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.loss.Atom;
import io.sordino.loss.Contained;
import io.sordino.loss.CountedPair;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** Compositions against products that are enumerated in sixty digits: both ends hold the truth, and are as near to it as was asked. */
class CompositionContainmentTest {
    private static final long SEED = 1525;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 2_000 : 120;
    private static final double WIDTH = 1e-3;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static Composition composed(CountedPair... parts) {
        return new Composition(List.of(parts), WIDTH, new Workspace());
    }

    private void check(Composition found, FiniteLaws laws, double reach, String what) {
        for (int k = 0; k < 3; k++) {
            double epsilon = reach * random.nextDouble(-0.3, 0.95);
            BigDecimal delta = laws.delta(epsilon);
            Bracket log = found.logDelta(epsilon);
            String at = what + " at " + epsilon;
            Contained.assertHeld(log, delta, at);
            assertThat(log.width()).as(at).isLessThan(2 * WIDTH);
            // whatever is said to be within is
            for (double off : new double[] {-0.1, 1e-9, 0.5}) {
                double limit = Math.log(delta.doubleValue()) + off;
                if (found.isWithin(epsilon, limit)) assertThat(off).as(at).isPositive();
            }
        }
        for (int k = 0; k < 2; k++) {
            double delta = Math.exp(random.nextDouble(-30, -1));
            Bracket epsilon = found.epsilon(delta);
            String at = what + " at delta " + delta + ": " + epsilon;
            BigDecimal asked = Oracle.big(delta);
            if (epsilon.upper() < 1e6)
                assertThat(laws.delta(epsilon.upper())).as(at).isLessThanOrEqualTo(asked);
            if (epsilon.lower() > 0 && epsilon.lower() < 1e6)
                assertThat(laws.delta(epsilon.lower())).as(at).isGreaterThanOrEqualTo(asked);
            if (epsilon.lower() == 0)
                assertThat(laws.delta(0).doubleValue()).as(at).isLessThan(delta * 1.01);
            if (epsilon.upper() > 1e6)
                assertThat(laws.delta(1e6).doubleValue()).as(at).isGreaterThan(delta * 0.99);
        }
    }

    /** The pair for either side, of thousands of atoms, in doubles: it lies on its side, and near. */
    private static void sides(HasPair found, FiniteLaws laws, double reach, String what) {
        for (Side side : Side.values()) {
            Pair pair = found.pair(side);
            int sign = side == Side.UPPER ? 1 : -1;
            double error = pair.massError() + 1e-12;
            for (int k = -2; k <= 4; k++) {
                double epsilon = reach * k / 4;
                double delta = side == Side.UPPER
                        ? pair.infinity().upper()
                        : pair.infinity().lower();
                for (Atom atom : pair.atoms()) delta += atom.mass() * Math.max(0, -Math.expm1(epsilon - atom.loss()));
                double truth = laws.delta(epsilon).doubleValue();
                String at = what + " " + side + " at " + epsilon;
                assertThat(sign * (delta - truth)).as(at).isGreaterThan(-error * truth - 1e-300);
                if (truth > 1e-4) assertThat(Math.abs(delta - truth)).as(at).isLessThan(0.05 * truth);
            }
            double ofP = pair.infinity().upper();
            double ofQ = pair.missing().lower();
            for (Atom atom : pair.atoms()) {
                ofP += atom.mass();
                ofQ += atom.qMass();
            }
            if (side == Side.LOWER) assertThat(Math.max(ofP, ofQ)).as(what).isLessThan(1 + 1e-12);
            else assertThat(ofP).as(what).isGreaterThan(1 - 1e-12);
        }
    }

    /** Few values each: the sums are enumerated. */
    @Test
    void fewValuesAreHeld() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            FiniteLaws first = FiniteLaws.random(random, 2 + random.nextInt(2), 3, i % 3 == 0);
            FiniteLaws second = FiniteLaws.random(random, 2 + random.nextInt(2), 3, i % 4 == 0);
            int once = 1 + random.nextInt(2);
            int twice = 1 + random.nextInt(2);
            Composition found = composed(new CountedPair(first.pair(), once), new CountedPair(second.pair(), twice));
            FiniteLaws laws = first.power(once).times(second.power(twice));
            double reach = once * first.lossMax() + twice * second.lossMax();
            check(found, laws, reach, "seed " + SEED + ", case " + i);
            if (i % 20 == 0) sides(found, laws, reach, "seed " + SEED + ", case " + i);
        }
    }

    /** Many responses and one law besides: a lattice, tilted to deltas of 1e-13 and less. */
    @Test
    void manyResponsesAreHeld() {
        for (int i = 0; i < CASES / 4; i++) {
            double epsilon = Math.exp(random.nextDouble(-3, 0.5));
            int count = 20 + random.nextInt(200);
            FiniteLaws other = FiniteLaws.random(random, 3, 2, i % 3 == 0);
            FiniteLaws laws = FiniteLaws.responses(epsilon, count);
            boolean alone = i % 3 == 1;
            Pair one = FiniteLaws.response(epsilon).pair();
            Composition found = alone
                    ? composed(new CountedPair(one, count))
                    : composed(new CountedPair(one, count), new CountedPair(other.pair(), 1));
            FiniteLaws whole = alone ? laws : laws.times(other);
            double reach = epsilon * (count * Math.tanh(epsilon / 2) + 7 * Math.sqrt(count));
            reach = Math.min(reach, 0.9 * epsilon * count);
            check(found, whole, reach, "seed " + SEED + ", case " + i + ", " + count + " of " + epsilon);
            if (i == 1) sides(found, whole, reach, "seed " + SEED + ", case " + i);
        }
    }

    /** Noise of a density beside responses: delta is the mean, over the responses, of the noise's at what they leave. */
    @Test
    void noiseBesideResponsesIsHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            double epsilon = Math.exp(random.nextDouble(-2, 1));
            int count = 1 + random.nextInt(6);
            Pair noise = i % 2 == 0
                    ? GaussianPair.of(Math.exp(random.nextDouble(-1.5, 1)))
                    : LaplacePair.noise(1, Math.exp(random.nextDouble(-0.5, 2)));
            Composition found =
                    composed(new CountedPair(FiniteLaws.response(epsilon).pair(), count), new CountedPair(noise, 1));
            List<BigDecimal> masses = FiniteLaws.responses(epsilon, count).masses();
            DoubleFunction<Bracket> truth = at -> {
                Bracket sum = Bracket.exactly(0);
                for (int l = 0; l <= count; l++) {
                    Bracket left = noise.delta(at - (2 * l - count) * epsilon);
                    sum = sum.plus(left.times(Bracket.around(masses.get(l).doubleValue(), 1e-15)));
                }
                return sum;
            };
            double reach = epsilon * count + 4;
            for (int k = 0; k < 3; k++) {
                double at = reach * random.nextDouble(-0.2, 0.8);
                Bracket delta = found.delta(at);
                String what = "seed " + SEED + ", case " + i + ", " + noise + " at " + at;
                assertThat(delta.lower())
                        .as(what)
                        .isLessThanOrEqualTo(truth.apply(at).upper() * (1 + 1e-13));
                assertThat(delta.upper())
                        .as(what)
                        .isGreaterThanOrEqualTo(truth.apply(at).lower() * (1 - 1e-13));
                if (delta.upper() > 1e-12)
                    assertThat(delta.upper() / delta.lower()).as(what).isLessThan(1 + 3 * WIDTH);
            }
        }
    }

    /** Gaussians are one Gaussian, however large or small they are and however many. */
    @Test
    void gaussiansAreOne() {
        for (int i = 0; i < CASES; i++) {
            double scale = i % 2 == 0 ? 1 : Math.exp(random.nextDouble(-300, 300));
            List<CountedPair> parts = new ArrayList<>();
            BigDecimal squares = BigDecimal.ZERO;
            for (int k = 0; k < 1 + random.nextInt(6); k++) {
                double mu = scale * Math.exp(random.nextDouble(-10, 0));
                long count = 1 + random.nextLong(i % 4 == 0 ? 1_000_000_000_000L : 10);
                parts.add(new CountedPair(GaussianPair.of(mu), count));
                squares = squares.add(Oracle.big(mu).pow(2).multiply(BigDecimal.valueOf(count)));
            }
            Pair made = new Composition(parts, WIDTH, new Workspace()).pair(Side.UPPER);
            if (!(made instanceof GaussianPair pair)) {
                assertThat(squares.sqrt(Contained.MC).doubleValue()).isGreaterThan(1e150);
                continue;
            }
            BigDecimal mu = squares.sqrt(Contained.MC);
            assertThat(Contained.isAtMost(pair.muDown(), mu))
                    .as("seed %s, case %s", SEED, i)
                    .isTrue();
            assertThat(Contained.isAtLeast(pair.muUp(), mu))
                    .as("seed %s, case %s", SEED, i)
                    .isTrue();
        }
    }

    /** What is lost at infinity: 1 - (1 - d1)^n1 (1 - d2)^n2, and no epsilon below it. */
    @Test
    void whatIsLostAddsUp() {
        for (int i = 0; i < CASES; i++) {
            double first = Math.exp(random.nextDouble(-40, -0.5));
            double second = Math.exp(random.nextDouble(-40, -0.5));
            int count = 1 + random.nextInt(1000);
            Composition found = composed(new CountedPair(lossy(first), count), new CountedPair(lossy(second), 1));
            BigDecimal lost = BigDecimal.ONE.subtract(BigDecimal.ONE
                    .subtract(Oracle.big(first))
                    .pow(count, Contained.MC)
                    .multiply(BigDecimal.ONE.subtract(Oracle.big(second)), Contained.MC));
            String what = "seed " + SEED + ", case " + i;
            Contained.assertHeld(found.logDelta(1e6), lost, what);
            assertThat(found.epsilon(0.99 * lost.doubleValue()).upper())
                    .as(what)
                    .isInfinite();
            if (1.01 * lost.doubleValue() < 1)
                assertThat(found.epsilon(1.01 * lost.doubleValue()).upper())
                        .as(what)
                        .isLessThan(1e6);
        }
    }

    private static Pair lossy(double delta) {
        double high = (1 - delta) / (1 + Math.exp(-1));
        double low = (1 - delta) / (1 + Math.exp(1));
        return AtomicPair.of(List.of(new Atom(1, high), new Atom(-1, low)), Bracket.exactly(delta));
    }

    /** Values that nearly agree are merged, and what merging moves is charged. */
    @Test
    void valuesThatNearlyAgreeAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double near = 1e-15 * Math.exp(random.nextDouble(0, 8));
            FiniteLaws first = FiniteLaws.response(1);
            FiniteLaws second = FiniteLaws.response(1 + near);
            FiniteLaws third = FiniteLaws.response(1 - near * random.nextDouble());
            Composition found = composed(
                    new CountedPair(first.pair(), 2),
                    new CountedPair(second.pair(), 2),
                    new CountedPair(third.pair(), 1));
            FiniteLaws laws = first.power(2).times(second.power(2)).times(third);
            // next to the values, where a merged one stands for several
            double epsilon = 1 + 2 * random.nextInt(3) - near * random.nextDouble(0, 3);
            Contained.assertHeld(
                    found.logDelta(epsilon), laws.delta(epsilon), "seed " + SEED + ", case " + i + " at " + epsilon);
        }
    }

    /** lost + e^(-(eps - mean)^2 / 2 squares), and its inverse. */
    @Test
    void concentrationIsRoundedUp() {
        for (int i = 0; i < 10 * CASES; i++) {
            double mean = random.nextDouble(0, 3);
            double squares = Math.exp(random.nextDouble(-8, 4));
            double lost = i % 2 == 0 ? 0 : Math.exp(random.nextDouble(-40, -1));
            ConcentrationProfile profile = new ConcentrationProfile(mean, squares, lost);
            double epsilon = mean + Math.sqrt(squares) * random.nextDouble(-1, 12);
            BigDecimal gap = Oracle.big(epsilon).subtract(Oracle.big(mean));
            BigDecimal exponent = gap.multiply(gap)
                    .divide(BigDecimal.valueOf(2).multiply(Oracle.big(squares)), Contained.MC)
                    .negate();
            BigDecimal bound = gap.signum() < 0
                    ? BigDecimal.ONE
                    : Oracle.exp(exponent, Contained.DIGITS)
                            .add(Oracle.big(lost))
                            .min(BigDecimal.ONE);
            String what = "seed " + SEED + ", " + profile + " at " + epsilon;
            Contained.assertHeld(profile.logDelta(epsilon), bound, what);
            assertThat(profile.logDelta(epsilon).upper()).as(what).isLessThan(Math.log(bound.doubleValue()) + 1e-12);
            double delta = bound.doubleValue();
            if (delta >= 1 || delta <= lost * (1 + 1e-9)) continue;
            BigDecimal left = Oracle.big(delta).subtract(Oracle.big(lost));
            BigDecimal least = Oracle.big(mean)
                    .add(BigDecimal.valueOf(-2)
                            .multiply(Oracle.big(squares))
                            .multiply(Oracle.log(left, 50))
                            .sqrt(Contained.MC));
            assertThat(Contained.isAtLeast(profile.epsilon(delta).upper(), least))
                    .as(what)
                    .isTrue();
            assertThat(profile.epsilon(delta).upper()).as(what).isLessThan(least.doubleValue() + 1e-9);
        }
        assertThat(new ConcentrationProfile(1, 0, 0).epsilon(0.1).upper()).isEqualTo(1);
        assertThat(new ConcentrationProfile(1, 1, 0.2).epsilon(0.1).upper()).isInfinite();
        assertThat(new ConcentrationProfile(0, 1, 1).logDelta(1).upper()).isZero();
        assertThatThrownBy(() -> new ConcentrationProfile(-1, 1, 0)).hasMessageContaining("mean");
        assertThatThrownBy(() -> new ConcentrationProfile(1, -1, 0)).hasMessageContaining("squares");
        assertThatThrownBy(() -> new ConcentrationProfile(1, 1, 2)).hasMessageContaining("lost");
    }

    /** The control: a product with one response less is below, one with one more is above what is found. */
    @Test
    void anotherCountIsSeen() {
        Composition found = composed(new CountedPair(FiniteLaws.response(0.25).pair(), 100));
        for (int count : new int[] {99, 101})
            assertThat(Contained.isHeld(
                            found.logDelta(2.9),
                            FiniteLaws.responses(0.25, count).delta(2.9)))
                    .isFalse();
        assertThat(Contained.isHeld(
                        found.logDelta(2.9), FiniteLaws.responses(0.25, 100).delta(2.9)))
                .isTrue();
    }
}
