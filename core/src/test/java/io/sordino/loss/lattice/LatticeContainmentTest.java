package io.sordino.loss.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Atom;
import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** Laws on lattices and their sums against laws that are enumerated in sixty digits, with the errors that they state and no more. */
class LatticeContainmentTest {
    private static final long SEED = 1524;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 3_000 : 60;
    private static final double ULP = Math.ulp(1.0);

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Delta of a law on a lattice, its losses moved by its slack and its masses by their error, to one side. */
    private static BigDecimal delta(LatticeLaw law, Side side, double epsilon) {
        int sign = side == Side.UPPER ? 1 : -1;
        BigDecimal start = Oracle.big(law.offset())
                .add(Oracle.big(law.step()).multiply(BigDecimal.valueOf(law.first())))
                .add(Oracle.big(sign * law.slack()));
        BigDecimal ratio = Oracle.exp(Oracle.big(epsilon).subtract(start), Contained.DIGITS);
        BigDecimal shrink = Oracle.exp(Oracle.big(-law.step()), Contained.DIGITS);
        BigDecimal sum = BigDecimal.ZERO;
        for (double mass : law.mass()) {
            BigDecimal gain = BigDecimal.ONE.subtract(ratio).max(BigDecimal.ZERO);
            sum = sum.add(gain.multiply(Oracle.big(mass)), Contained.MC);
            ratio = ratio.multiply(shrink, Contained.MC);
        }
        sum = sum.multiply(Oracle.big(1 + sign * law.massError()));
        return side == Side.UPPER ? sum.add(Oracle.big(law.beyond())) : sum;
    }

    private void sidesHold(Pair pair, CellMasses cells, DoubleFunction<BigDecimal> truth, String what) {
        LatticeLaw above = LatticeLaw.of(cells, Side.UPPER);
        LatticeLaw below = LatticeLaw.of(cells, Side.LOWER);
        double from = cells.first();
        double to = cells.last();
        for (int k = 0; k < 8; k++) {
            double epsilon = from + (to - from) * random.nextDouble(-0.1, 1.1);
            if (k < 2 && !pair.atoms().isEmpty())
                epsilon = pair.atoms().get(random.nextInt(pair.atoms().size())).loss();
            BigDecimal delta = truth.apply(epsilon);
            String at = what + " at " + epsilon;
            assertThat(delta(above, Side.UPPER, epsilon)).as(at).isGreaterThanOrEqualTo(delta);
            assertThat(delta(below, Side.LOWER, epsilon)).as(at).isLessThanOrEqualTo(delta);
            // neither side is empty
            double width = 4 * (cells.step + 0.05 * (to - from)) * delta.doubleValue() + 2 * cells.step;
            assertThat(delta(above, Side.UPPER, epsilon).doubleValue()).as(at).isLessThan(delta.doubleValue() + width);
            assertThat(delta(below, Side.LOWER, epsilon).doubleValue())
                    .as(at)
                    .isGreaterThan(delta.doubleValue() - 2 * width);
        }
        double whole = Arrays.stream(above.mass()).sum() + above.beyond();
        assertThat(whole).as(what).isGreaterThan(1 - 1e-12 - pair.infinity().upper());
    }

    @Test
    void atomsAreSpreadAboveAndDrawnTogetherBelow() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            Pair pair = FiniteLaws.random(random, 2 + random.nextInt(12), 3, i % 3 == 0)
                    .pair();
            double range = pair.lossMax() - pair.lossMin();
            double step = range * Math.exp(random.nextDouble(-5, -0.5));
            CellMasses cells = new CellMasses(pair, step, pair.lossMin(), pair.lossMax(), 0, 1e-3);
            // the finite part alone: what is at infinity is added by who asks
            FiniteLaws laws = FiniteLaws.of(new AtomicPair(pair.atoms(), Bracket.exactly(0), 0, 0));
            sidesHold(pair, cells, laws::delta, "seed " + SEED + ", case " + i);
        }
    }

    /** A window that leaves losses out: those above count as infinite, those below are moved up or dropped. */
    @Test
    void whatAWindowLeavesOutIsCounted() {
        for (int i = 0; i < CASES; i++) {
            Pair pair =
                    FiniteLaws.random(random, 4 + random.nextInt(12), 3, false).pair();
            double range = pair.lossMax() - pair.lossMin();
            double from = pair.lossMin() + 0.2 * range * random.nextDouble();
            double to = pair.lossMax() - 0.2 * range * random.nextDouble();
            LatticeLaw above = LatticeLaw.of(new CellMasses(pair, range / 40, from, to, 0, 1e-3), Side.UPPER);
            LatticeLaw below = LatticeLaw.of(new CellMasses(pair, range / 40, from, to, 0, 1e-3), Side.LOWER);
            FiniteLaws laws = FiniteLaws.of(pair);
            for (int k = 0; k < 4; k++) {
                double epsilon = pair.lossMin() + range * random.nextDouble();
                String at = "seed " + SEED + ", case " + i + " at " + epsilon;
                assertThat(delta(above, Side.UPPER, epsilon)).as(at).isGreaterThanOrEqualTo(laws.delta(epsilon));
                assertThat(delta(below, Side.LOWER, epsilon)).as(at).isLessThanOrEqualTo(laws.delta(epsilon));
            }
        }
    }

    /** Laplace noise: delta is 1 - e^((eps - theta)/2) within its range. */
    @Test
    void cellsOfBoundedNoiseAreSpreadAboveAndDrawnTogetherBelow() {
        for (int i = 0; i < CASES / 2; i++) {
            double scale = Math.exp(random.nextDouble(-1, 3));
            Pair pair = LaplacePair.noise(1, scale);
            BigDecimal theta = BigDecimal.ONE.divide(Oracle.big(scale), Contained.MC);
            double span = pair.lossMax();
            double step = i % 3 == 0 ? span / 16 : span * Math.exp(random.nextDouble(-4, -1));
            CellMasses cells = new CellMasses(pair, step, -span, span, 0, i % 2 == 0 ? 1e-3 : 0.3);
            sidesHold(
                    pair,
                    cells,
                    eps -> {
                        BigDecimal gap = Oracle.big(eps).subtract(theta);
                        if (gap.signum() >= 0) return BigDecimal.ZERO;
                        if (Oracle.big(eps).add(theta).signum() < 0)
                            return Oracle.expm1(Oracle.big(eps), Contained.DIGITS)
                                    .negate();
                        return Oracle.expm1(gap.divide(BigDecimal.valueOf(2)), Contained.DIGITS)
                                .negate();
                    },
                    "seed " + SEED + ", scale " + scale + ", step " + step);
        }
    }

    /** Gaussian noise in windows that leave a tail out on either side. */
    @Test
    void cellsOfUnboundedNoiseAreSpreadAboveAndDrawnTogetherBelow() {
        for (int i = 0; i < CASES / 6; i++) {
            double mu = Math.exp(random.nextDouble(-2, 1));
            Pair pair = GaussianPair.of(mu);
            double reach = random.nextDouble(2, 9);
            double from = mu * mu / 2 - reach * mu;
            double to = mu * mu / 2 + reach * mu;
            CellMasses cells =
                    new CellMasses(pair, mu * Math.exp(random.nextDouble(-4, 0)), from, to, mu * mu / 2, 0.05);
            LatticeLaw above = LatticeLaw.of(cells, Side.UPPER);
            LatticeLaw below = LatticeLaw.of(cells, Side.LOWER);
            for (int k = 0; k < 6; k++) {
                // far below the window too, where all mass counts
                double epsilon = from + (to - from) * random.nextDouble(k == 0 ? -2 : 0, k == 0 ? -0.5 : 1.1);
                Bracket truth = pair.logDelta(epsilon);
                String at = "seed " + SEED + ", mu " + mu + " at " + epsilon;
                assertThat(Contained.isAtMost(truth.lower(), Oracle.log(delta(above, Side.UPPER, epsilon), 40)))
                        .as(at)
                        .isTrue();
                BigDecimal low = delta(below, Side.LOWER, epsilon);
                if (low.signum() > 0)
                    assertThat(Contained.isAtLeast(truth.upper(), Oracle.log(low, 40)))
                            .as(at)
                            .isTrue();
            }
            assertThat(below.beyond()).isZero();
        }
    }

    /** Losses on a lattice whose step is a power of two, so that nothing is moved when they are put on it. */
    private AtomicPair onLattice(int points, double step) {
        List<Atom> atoms = new ArrayList<>();
        int place = -random.nextInt(2 * points);
        for (int k = 0; k < points; k++) {
            atoms.add(new Atom(place * step, random.nextDouble() / points));
            place += 1 + random.nextInt(5);
        }
        return new AtomicPair(atoms, Bracket.exactly(0), ULP, 0);
    }

    private static TiltedLaw tilted(Pair pair, double step, Side side, double theta) {
        CellMasses cells = new CellMasses(pair, step, pair.lossMin(), pair.lossMax(), 0, 1e-3);
        return TiltedLaw.tilted(LatticeLaw.of(cells, side), theta);
    }

    private static Bracket curves(List<Pair> pairs, long[] counts, double step, double theta, double at, int widen) {
        double[] ends = new double[2];
        for (Side side : Side.values()) {
            List<TiltedLaw> blocks = new ArrayList<>();
            for (Pair pair : pairs) blocks.add(tilted(pair, step, side, theta));
            TiltedLaw sum = Convolution.sum(blocks, counts, side, 1e-14);
            if (widen > 1) sum = sum.coarsened(widen, side);
            ends[side == Side.UPPER ? 1 : 0] = new DeltaCurve(sum, side, at).logDelta(at);
        }
        return Bracket.of(ends[0], ends[1]);
    }

    /** Sums of a few unlike laws, under any tilt, read where the tilt is made for and elsewhere. */
    @Test
    void sumsOfUnlikeLawsAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double step = Math.scalb(1.0, -2 - random.nextInt(6));
            Pair first = onLattice(2 + random.nextInt(3), step);
            Pair second = onLattice(2 + random.nextInt(3), step);
            long[] counts = {1 + random.nextInt(3), 1 + random.nextInt(3)};
            FiniteLaws laws = FiniteLaws.of(first)
                    .power((int) counts[0])
                    .times(FiniteLaws.of(second).power((int) counts[1]));
            double theta = i % 4 == 0 ? 0 : random.nextDouble(0, 0.5 / step);
            double most = counts[0] * first.lossMax() + counts[1] * second.lossMax();
            double least = counts[0] * first.lossMin() + counts[1] * second.lossMin();
            for (int k = 0; k < 4; k++) {
                double at = least + (most - least) * random.nextDouble(-0.2, 0.99);
                BigDecimal delta = laws.delta(at);
                String what = "seed " + SEED + ", case " + i + ", tilt " + theta + " at " + at;
                Bracket found = curves(List.of(first, second), counts, step, theta, at, 1);
                Contained.assertHeld(found, delta, what);
                Bracket wide = curves(List.of(first, second), counts, step, theta, at, 2 + random.nextInt(4));
                Contained.assertHeld(wide, delta, what + ", coarser");
                if (theta == 0 && delta.doubleValue() > 1e-3)
                    assertThat(found.width()).as(what).isLessThan(1e-8);
            }
        }
    }

    /** Hundreds of responses, with deltas that only a tilt can see. */
    @Test
    void sumsOfManyResponsesAreHeld() {
        for (int i = 0; i < CASES / 4; i++) {
            double epsilon = Math.scalb(1.0, -random.nextInt(5));
            int count = 30 + random.nextInt(300);
            FiniteLaws laws = FiniteLaws.responses(epsilon, count);
            Pair one = FiniteLaws.response(epsilon).pair();
            double x = random.nextDouble(0, 12);
            double at = epsilon * (count * Math.tanh(epsilon / 2) + x * Math.sqrt(count));
            if (!(at < 0.95 * count * epsilon)) continue;
            double theta = x / (epsilon * Math.sqrt(count));
            BigDecimal delta = laws.delta(at);
            String what = "seed " + SEED + ", " + count + " responses of " + epsilon + " at " + at;
            Bracket found = curves(List.of(one), new long[] {count}, epsilon, theta, at, 1);
            Contained.assertHeld(found, delta, what);
            assertThat(found.width()).as(what).isLessThan(1e-2);
            Contained.assertHeld(
                    curves(List.of(one), new long[] {count}, epsilon, theta, at, 3), delta, what + ", coarser");
        }
    }

    /** Of each mass of a sum its bounds by several tilts, place by place. */
    @Test
    void everyMassOfASumIsHeld() {
        for (int i = 0; i < CASES / 4; i++) {
            double epsilon = Math.scalb(1.0, -random.nextInt(4));
            int count = 5 + random.nextInt(60);
            List<BigDecimal> truth = FiniteLaws.responses(epsilon, count).masses();
            Pair one = FiniteLaws.response(epsilon).pair();
            double[] thetas = {-1, 0, 0.7, random.nextDouble(0, 4)};
            for (Side side : Side.values()) {
                List<TiltedLaw> sums = new ArrayList<>();
                for (double theta : thetas)
                    sums.add(Convolution.sum(
                            List.of(tilted(one, 2 * epsilon, side, theta)), new long[] {count}, side, 1e-14));
                TiltedSums all = new TiltedSums(sums, 1 << 16);
                double[] mass = side == Side.UPPER ? all.atMost() : all.atLeast();
                for (int j = 0; j < mass.length; j++) {
                    double truths = (all.value(j) / epsilon + count) / 2;
                    int place = (int) Math.round(truths);
                    assertThat(truths).isCloseTo(place, org.assertj.core.data.Offset.offset(1e-9));
                    BigDecimal exact = place >= 0 && place <= count ? truth.get(place) : BigDecimal.ZERO;
                    String what = "seed " + SEED + ", " + count + " of " + epsilon + ", " + place + " truths";
                    assertThat(
                                    side == Side.UPPER
                                            ? Contained.isAtLeast(mass[j], exact)
                                            : Contained.isAtMost(mass[j], exact))
                            .as(what + " " + side + ": " + mass[j] + " for " + exact.doubleValue())
                            .isTrue();
                    if (exact.doubleValue() > 1e-9)
                        assertThat(mass[j])
                                .as(what)
                                .isCloseTo(
                                        exact.doubleValue(),
                                        org.assertj.core.data.Offset.offset(1e-3 * exact.doubleValue()));
                }
                for (TiltedLaw sum : sums)
                    if (sum.stray() > 0) assertThat(TiltedSums.beyond(sum, 1)).isPositive();
            }
        }
    }

    /** Groups keep the mean of their ratio, or of their value; what is drawn together has less of everything convex. */
    @Test
    void pointsAreDrawnTogether() {
        for (int i = 0; i < 4 * CASES; i++) {
            int n = 1 + random.nextInt(30);
            WeightedPoints points = new WeightedPoints(2);
            for (int k = 0; k < n; k++) points.add(random.nextDouble(-2, 2), random.nextDouble());
            points.sort();
            double step = Math.exp(random.nextDouble(-5, 0));
            double offset = points.x()[points.heaviest()];
            long low = (long) Math.floor((-2 - offset) / step) - 1;
            int length = (int) ((long) Math.ceil((2 - offset) / step) + 2 - low);
            double[] losses = Contraction.onto(points, offset, step, low, length);
            double[] ratios = Contraction.ofRatios(points, offset, step, low, length);
            double[] values = Contraction.ofValues(points, offset, step, low, length);
            double all = 0;
            double ofQ = 0;
            double mean = 0;
            for (int k = 0; k < n; k++) {
                all += points.weight()[k];
                ofQ += points.weight()[k] * Math.exp(-points.x()[k]);
                mean += points.weight()[k] * points.x()[k];
            }
            String what = "seed " + SEED + ", case " + i;
            assertThat(Arrays.stream(losses).sum()).as(what).isCloseTo(all, offset(1e-13 * n));
            assertThat(Arrays.stream(values).sum()).as(what).isCloseTo(all, offset(1e-13 * n));
            assertThat(Arrays.stream(ratios).sum()).as(what).isLessThan(all + 1e-13 * n);
            double keptQ = 0;
            double keptMean = 0;
            for (int k = 0; k < length; k++) {
                keptQ += ratios[k] * Math.exp(-(offset + (low + k) * step));
                keptMean += values[k] * (offset + (low + k) * step);
            }
            assertThat(keptQ).as(what).isLessThan(ofQ + 1e-12 * n);
            assertThat(keptMean).as(what).isBetween(mean - all * step, mean + 1e-12 * n);
            for (int k = 0; k < 6; k++) {
                double at = random.nextDouble(-2.2, 2.2);
                double profile = 0;
                double excess = 0;
                for (int j = 0; j < n; j++) {
                    profile += points.weight()[j] * Math.max(0, -Math.expm1(at - points.x()[j]));
                    excess += points.weight()[j] * Math.max(0, points.x()[j] - at);
                }
                double drawn = 0;
                double mixed = 0;
                double gathered = 0;
                for (int j = 0; j < length; j++) {
                    double x = offset + (low + j) * step;
                    drawn += losses[j] * Math.max(0, -Math.expm1(at - x));
                    mixed += ratios[j] * Math.max(0, -Math.expm1(at - x));
                    gathered += values[j] * Math.max(0, x - at);
                }
                assertThat(drawn).as(what).isLessThanOrEqualTo(profile + 1e-13 * n);
                assertThat(mixed).as(what).isLessThanOrEqualTo(profile + 1e-13 * n);
                assertThat(gathered).as(what).isLessThanOrEqualTo(excess + 1e-13 * n);
                assertThat(drawn).as(what).isGreaterThan(profile - all * step);
                assertThat(gathered).as(what).isGreaterThan(excess - all * step);
            }
        }
    }

    private static org.assertj.core.data.Offset<Double> offset(double by) {
        return org.assertj.core.data.Offset.offset(by);
    }

    /** Whatever strays below a window cannot bring more than is said, wherever it lies. */
    @Test
    void whatStraysBelowAWindowIsBounded() {
        for (int i = 0; i < CASES; i++) {
            double theta = Math.exp(random.nextDouble(-3, 3));
            double logScale = random.nextDouble(-50, 50);
            double stray = Math.exp(random.nextDouble(-40, -5));
            TiltedLaw sum = new TiltedLaw(theta, 0, 0.1, 0, new double[] {1}, logScale, 0, 0, stray);
            double v = random.nextDouble(-5, 5);
            BelowWindow below = BelowWindow.of(sum);
            for (double y = v; y < v + 8 / theta; y += 0.3 / theta) {
                BigDecimal mass = Oracle.big(stray)
                        .multiply(Oracle.exp(
                                Oracle.big(logScale).subtract(Oracle.big(theta).multiply(Oracle.big(y))), 40));
                BigDecimal excess = mass.multiply(Oracle.big(y).subtract(Oracle.big(v)));
                assertThat(Contained.isAtLeast(below.excess(v), excess)).isTrue();
            }
            double worst = stray * Math.exp(logScale - theta * v - 1) / theta;
            assertThat(below.excess(v)).isCloseTo(worst, offset(1e-9 * worst));
        }
        assertThat(BelowWindow.NOTHING.excess(3)).isZero();
    }

    /** Masses that are off by what a pair states, either way: neither side believes them further than that. */
    @Test
    void massesThatAreOffAreHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            double range = Math.exp(random.nextDouble(-1, 1));
            Pair exact = LaplacePair.boundedRange(range);
            double error = Math.exp(random.nextDouble(-9, -7));
            Pair off = new Off(exact, error, random.nextLong());
            double span = exact.lossMax();
            CellMasses cells = new CellMasses(off, span / 200, -span, span, 0, 1e-3);
            LatticeLaw above = LatticeLaw.of(cells, Side.UPPER);
            LatticeLaw below = LatticeLaw.of(cells, Side.LOWER);
            for (int k = 0; k < 8; k++) {
                double epsilon = span * random.nextDouble(-1, 1);
                BigDecimal truth = Oracle.big(exact.delta(epsilon).midpoint());
                String at = "seed " + SEED + ", range " + range + ", error " + error + " at " + epsilon;
                assertThat(delta(above, Side.UPPER, epsilon)).as(at).isGreaterThanOrEqualTo(truth);
                assertThat(delta(below, Side.LOWER, epsilon)).as(at).isLessThanOrEqualTo(truth);
            }
        }
    }

    /** Another pair, whose continuous masses under Q are all off the same way. */
    private record Off(Pair exact, double error, long seed) implements Pair {
        @Override
        public Bracket logDelta(double epsilon) {
            return exact.logDelta(epsilon);
        }

        @Override
        public List<Atom> atoms() {
            return exact.atoms();
        }

        @Override
        public void cells(double[] edges, double[] p, double[] q) {
            exact.cells(edges, p, q);
            SplittableRandom random = new SplittableRandom(seed);
            // the first choice says whether losses look larger or smaller than they are
            int sign = random.nextBoolean() ? 1 : -1;
            for (int i = 0; i < q.length; i++) q[i] *= 1 + sign * error;
        }

        @Override
        public boolean continuous() {
            return true;
        }

        @Override
        public double massError() {
            return exact.massError() + 1.01 * error;
        }

        @Override
        public double edgeError(double loss) {
            return exact.edgeError(loss);
        }

        @Override
        public Bracket infinity() {
            return exact.infinity();
        }

        @Override
        public double lossMin() {
            return exact.lossMin();
        }

        @Override
        public double lossMax() {
            return exact.lossMax();
        }
    }

    /** Shifts, factors and strays that a law states are on the right side of both curves and of every mass. */
    @Test
    void whatALawStatesOfItselfIsCharged() {
        for (int i = 0; i < 2 * CASES; i++) {
            int n = 20;
            double step = 0.25;
            double theta = i % 4 == 0 ? 0 : random.nextDouble(0, 3);
            double logScale = random.nextDouble(-20, -5);
            double slack = i % 3 == 0 ? 0 : 1e-3;
            double relative = i % 3 == 1 ? 0 : 1e-3;
            double stray = i % 2 == 0 ? 0 : 1e-3;
            double[] weight = new double[n];
            for (int j = 0; j < n; j++) weight[j] = random.nextDouble(0.5, 1) / n;
            TiltedLaw law = new TiltedLaw(theta, 0.1, step, -4, weight, logScale, slack, relative, stray);
            double epsilon = law.at(0) + n * step * random.nextDouble(-0.1, 0.8);
            double far = epsilon + 1 / Math.max(0.2, theta);
            double lost = stray * Math.exp(logScale - theta * far) * -Math.expm1(epsilon - far);
            double most = lost;
            double least = -lost;
            for (int j = 0; j < n; j++) {
                double mass = weight[j] * Math.exp(logScale - theta * law.at(j));
                most += mass * Math.exp(relative) * Math.max(0, -Math.expm1(epsilon - slack - law.at(j)));
                least += mass * Math.exp(-relative) * Math.max(0, -Math.expm1(epsilon + slack - law.at(j)));
            }
            String what = "seed " + SEED + ", case " + i + ", tilt " + theta + " at " + epsilon;
            double upper = new DeltaCurve(law, Side.UPPER, epsilon).logDelta(epsilon);
            double lower = new DeltaCurve(law, Side.LOWER, epsilon).logDelta(epsilon);
            assertThat(upper).as(what).isGreaterThanOrEqualTo(Math.log(most) - 1e-12);
            assertThat(upper).as(what).isLessThan(Math.log(most) + 0.5);
            if (least > 0) assertThat(lower).as(what).isLessThanOrEqualTo(Math.log(least) + 1e-12);
            TiltedSums sums = new TiltedSums(List.of(law), 1 << 10);
            double[] atMost = sums.atMost();
            double[] atLeast = sums.atLeast();
            for (int j = 0; j < n; j++) {
                double factor = Math.exp(logScale - theta * law.at(j));
                assertThat(atMost[j]).as(what).isGreaterThan(weight[j] * factor * Math.exp(relative) * (1 - 1e-14));
                assertThat(atLeast[j])
                        .as(what)
                        .isLessThan((weight[j] - stray) * factor * Math.exp(-relative) * (1 + 1e-14));
            }
        }
    }

    /** Losses so far beyond the place a curve is made for that their factor is no double. */
    @Test
    void whatACurveCutsOffIsCharged() {
        double theta = 100;
        double[] weight = new double[60];
        weight[55] = 1;
        TiltedLaw law = new TiltedLaw(theta, 0, 0.25, 0, weight, 500, 0, 0, 0);
        double upper = new DeltaCurve(law, Side.UPPER, 1).logDelta(1);
        assertThat(upper).isGreaterThanOrEqualTo(500 - theta * law.at(55) + Math.log(-Math.expm1(1 - law.at(55))));
        assertThat(new DeltaCurve(law, Side.LOWER, 1).logDelta(1)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** Weight that strays counts at every epsilon, also where its factor is no double. */
    @Test
    void whatStraysFarBeyondTheCentreIsCharged() {
        double theta = 100;
        double stray = 1e-20;
        TiltedLaw law = new TiltedLaw(theta, 0, 0.25, 0, new double[] {0.5, 0.5}, 0, 0, 0, stray);
        for (double epsilon : new double[] {7, 7.4, 8, 20, 1000}) {
            double strays = Math.log(stray) - theta * epsilon;
            assertThat(new DeltaCurve(law, Side.UPPER, 0).logDelta(epsilon))
                    .as("epsilon " + epsilon)
                    .isBetween(strays, strays + 1e-9);
            assertThat(new DeltaCurve(law, Side.LOWER, 0).logDelta(epsilon)).isEqualTo(Double.NEGATIVE_INFINITY);
        }
        TiltedLaw whole = new TiltedLaw(theta, 0, 0.25, 0, new double[] {0.5, 0.5}, 0, 0, 0, 0);
        assertThat(new DeltaCurve(whole, Side.UPPER, 0).logDelta(7))
                .as("control: nothing strays")
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** Weights so small that they are no doubles where the curve is read. */
    @Test
    void weightsThatUnderflowAreCharged() {
        double theta = 100;
        double[] weight = new double[27];
        weight[0] = 1;
        weight[26] = 1e-60;
        TiltedLaw law = new TiltedLaw(theta, 0, 0.25, 0, weight, 0, 0, 0, 0);
        double epsilon = law.at(26) - 0.1;
        double truth = Math.log(1e-60) - theta * law.at(26) + Math.log(-Math.expm1(-0.1));
        assertThat(new DeltaCurve(law, Side.UPPER, 0).logDelta(epsilon)).isGreaterThanOrEqualTo(truth);
        assertThat(new DeltaCurve(law, Side.LOWER, 0).logDelta(epsilon)).isLessThanOrEqualTo(truth);
    }

    /** The controls: a law that has lost a thousandth of its largest loss, or moved it down, is below the truth. */
    @Test
    void aSpoiltLawIsSeen() {
        Pair pair = onLattice(4, 0.25);
        FiniteLaws laws = FiniteLaws.of(pair);
        double at = (pair.lossMax() + pair.lossMin()) / 2;
        LatticeLaw law = LatticeLaw.of(new CellMasses(pair, 0.25, pair.lossMin(), pair.lossMax(), 0, 1e-3), Side.UPPER);
        assertThat(delta(law, Side.UPPER, at)).isGreaterThanOrEqualTo(laws.delta(at));
        double[] lighter = law.mass().clone();
        lighter[lighter.length - 1] *= 0.999;
        LatticeLaw lost = new LatticeLaw(law.offset(), 0.25, law.first(), lighter, law.slack(), law.massError(), 0);
        assertThat(delta(lost, Side.UPPER, at)).isLessThan(laws.delta(at));
        LatticeLaw moved =
                new LatticeLaw(law.offset() - 1e-9, 0.25, law.first(), law.mass(), law.slack(), law.massError(), 0);
        assertThat(delta(moved, Side.UPPER, at)).isLessThan(laws.delta(at));
    }
}
