package io.sordino.loss.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.loss.Atom;
import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Pairs as data against laws that are enumerated in sixty digits: whichever end a pair has lies on its side, without slack. */
class FinitePairsTest {
    private static final long SEED = 1523;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 10_000 : 150;
    private static final double ULP = Math.ulp(1.0);

    private final SplittableRandom random = new SplittableRandom(SEED);

    private FiniteLaws laws(int i) {
        double spread = i % 5 == 0 ? 1e-9 : i % 5 == 1 ? 60 : 4;
        return FiniteLaws.random(random, 2 + random.nextInt(9), spread, i % 3 == 0);
    }

    /** On a loss, next to one, between two and outside of all. */
    private double question(Pair pair) {
        List<Atom> atoms = pair.atoms();
        double loss = atoms.get(random.nextInt(atoms.size())).loss();
        double range = Math.max(pair.lossMax(), -pair.lossMin());
        return switch (random.nextInt(6)) {
            case 0 -> loss;
            case 1 -> Math.nextDown(loss);
            case 2 -> Math.nextUp(loss);
            case 3 -> loss * (1 - Math.exp(random.nextDouble(-34, 0)));
            default -> range * random.nextDouble(-1.2, 1.2);
        };
    }

    @Test
    void deltaOfAtomsIsHeldAndNarrow() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            FiniteLaws laws = laws(i);
            AtomicPair pair = laws.pair();
            for (int k = 0; k < 6; k++) {
                double epsilon = question(pair);
                String what = "seed " + SEED + ", case " + i + " at " + epsilon;
                BigDecimal delta = laws.delta(epsilon);
                Bracket log = pair.logDelta(epsilon);
                Contained.assertHeld(log, delta, what);
                if (delta.doubleValue() > 1e-9) assertThat(log.width()).as(what).isLessThan(1e-13);
                double above = new AtomicProfile(pair).logDelta(epsilon);
                Contained.assertHeld(Bracket.of(Double.NEGATIVE_INFINITY, above), delta, what);
                if (delta.doubleValue() > 1e-4) assertThat(above).as(what).isLessThan(log.upper() + 1e-9);
            }
            assertThat(new AtomicProfile(pair).logDelta(Double.POSITIVE_INFINITY))
                    .isGreaterThanOrEqualTo(Math.log(pair.infinity().upper()));
        }
    }

    /** Errors of masses and losses that a pair states are part of both ends. */
    @Test
    void whatAPairIsOffByIsHeld() {
        for (int i = 0; i < CASES; i++) {
            FiniteLaws laws = laws(i);
            AtomicPair exact = laws.pair();
            double massError = Math.exp(random.nextDouble(-30, -10));
            double lossError = Math.exp(random.nextDouble(-30, -10));
            List<Atom> moved = new ArrayList<>();
            for (Atom atom : exact.atoms()) {
                double mass = atom.mass() * (1 + (random.nextBoolean() ? 0.9 : -0.9) * massError);
                double loss = atom.loss() * (1 + (random.nextBoolean() ? 0.9 : -0.9) * lossError);
                moved.add(new Atom(loss, Math.min(1, mass)));
            }
            AtomicPair pair =
                    new AtomicPair(moved, exact.infinity(), exact.missing(), massError + 4 * ULP, lossError + 4 * ULP);
            for (int k = 0; k < 4; k++) {
                double epsilon = question(pair);
                String what = "seed " + SEED + ", case " + i + " at " + epsilon;
                Contained.assertHeld(pair.logDelta(epsilon), laws.delta(epsilon), what);
                double above = new AtomicProfile(pair).logDelta(epsilon);
                Contained.assertHeld(Bracket.of(Double.NEGATIVE_INFINITY, above), laws.delta(epsilon), what);
            }
        }
    }

    /** So rare that products underflow: an end may be far off, but not on the wrong side. */
    @Test
    void massesNextToNothingAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double loss = i % 2 == 0 ? Math.exp(random.nextDouble(-740, 1)) : random.nextDouble(0, 3);
            double mass = Math.exp(random.nextDouble(-740, 0));
            AtomicPair pair =
                    new AtomicPair(List.of(new Atom(-loss, 0.25), new Atom(loss, mass)), Bracket.exactly(0), ULP, 0);
            double epsilon = loss * (1 - Math.exp(random.nextDouble(-36, 0)));
            String what = "seed " + SEED + ", " + pair + " at " + epsilon;
            BigDecimal gap = Oracle.big(loss).subtract(Oracle.big(epsilon));
            BigDecimal delta = Oracle.big(mass)
                    .multiply(Oracle.expm1(gap.negate(), Contained.DIGITS).negate());
            Contained.assertHeld(pair.logDelta(epsilon), delta, what);
            double above = new AtomicProfile(pair).logDelta(epsilon);
            Contained.assertHeld(Bracket.of(Double.NEGATIVE_INFINITY, above), delta, what);
        }
    }

    /** Delta is at most what was asked for at the upper end, and no less at the lower one. */
    @Test
    void epsilonOfAtomsIsHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            FiniteLaws laws = laws(i);
            AtomicPair pair = laws.pair();
            double delta = i % 4 == 0
                    ? laws.delta(Math.max(0, question(pair))).doubleValue()
                    : Math.exp(random.nextDouble(-25, -0.1));
            if (!(delta < 1)) continue;
            Bracket found = pair.epsilon(delta);
            String what = "seed " + SEED + ", case " + i + " at delta " + delta + ": " + found;
            BigDecimal asked = Oracle.big(delta);
            if (found.upper() < Double.POSITIVE_INFINITY)
                assertThat(laws.delta(found.upper())).as(what).isLessThanOrEqualTo(asked);
            if (found.lower() > 0 && found.lower() < 1e6)
                assertThat(laws.delta(found.lower())).as(what).isGreaterThanOrEqualTo(asked);
            if (found.lower() >= 1e6)
                assertThat(Oracle.big(pair.infinity().upper())).as(what).isGreaterThanOrEqualTo(asked);
            assertThat(
                            found.upper() == Double.POSITIVE_INFINITY
                                    ? delta - pair.infinity().upper()
                                    : found.upper() - found.lower() - 1e-9 * (1 + found.upper()))
                    .as(what)
                    .isLessThan(delta * 1e-12 + 1e-15);
        }
    }

    /** Points of a table: the upper table is above its points, the lower one becomes laws that lie below. */
    @Test
    void tablesLieOnTheirSides() {
        for (int i = 0; i < CASES; i++) {
            FiniteLaws laws = laws(i);
            AtomicPair pair = laws.pair();
            double[] loss = pair.atoms().stream().mapToDouble(Atom::loss).toArray();
            double[] mass = pair.atoms().stream().mapToDouble(Atom::mass).toArray();
            double[] up = Arrays.stream(loss).map(x -> x + 2 * Math.ulp(x)).toArray();
            double[] down = Arrays.stream(loss).map(x -> x - 2 * Math.ulp(x)).toArray();
            double[] more = Arrays.stream(mass).map(x -> x * (1 + 2 * ULP)).toArray();
            double[] less = Arrays.stream(mass).map(x -> x * (1 - 2 * ULP)).toArray();
            TabledPair above = TabledPair.of(
                    Side.UPPER, up, more, pair.infinity(), pair.missing().upper(), i % 2 == 0);
            TabledPair below = TabledPair.of(Side.LOWER, down, less, pair.infinity(), 0, i % 2 == 0);
            for (int k = 0; k < 4; k++) {
                double epsilon = question(pair);
                String what = "seed " + SEED + ", case " + i + " at " + epsilon;
                BigDecimal delta = laws.delta(epsilon);
                Contained.assertHeld(
                        Bracket.of(
                                below.logDelta(epsilon).lower(),
                                above.logDelta(epsilon).upper()),
                        delta,
                        what);
                if (delta.doubleValue() > 1e-3) {
                    assertThat(above.logDelta(epsilon).upper())
                            .as(what)
                            .isLessThan(Math.log(delta.doubleValue()) + 1e-9);
                    assertThat(below.logDelta(epsilon).lower())
                            .as(what)
                            .isGreaterThan(Math.log(delta.doubleValue()) - 1e-7);
                }
            }
            assertThat(above.lossMax()).isEqualTo(i % 2 == 0 ? up[up.length - 1] : Double.POSITIVE_INFINITY);
            assertThat(above.lossMin()).isEqualTo(i % 2 == 0 ? up[0] : Double.NEGATIVE_INFINITY);
            cellsGather(above, up, more);
        }
    }

    /** Every point is in one cell, the one on whose upper edge it may lie. */
    private void cellsGather(TabledPair pair, double[] loss, double[] mass) {
        double first = loss[random.nextInt(loss.length)];
        double second = first + 3 * random.nextDouble();
        double[][] cells = {
            {Double.NEGATIVE_INFINITY, first, second, Double.POSITIVE_INFINITY},
            {first, second, Double.POSITIVE_INFINITY},
            {first - 0.3, first + 0.1, second + 0.2}
        };
        for (double[] edges : cells)
            Contained.assertCells(
                    pair,
                    edges,
                    (from, to) -> gathered(loss, mass, from, to, false),
                    (from, to) -> gathered(loss, mass, from, to, true),
                    "seed " + SEED);
        BigDecimal above = gathered(loss, mass, Oracle.big(first), Contained.LIMITLESS, false);
        Contained.assertMass(pair.above(first), above, above, pair.massError(), "above");
        BigDecimal rest = gathered(loss, mass, Contained.LIMITLESS.negate(), Oracle.big(first), false);
        assertThat(pair.notAbove(first)).isCloseTo(rest.doubleValue(), org.assertj.core.data.Offset.offset(1e-14));
    }

    private static BigDecimal gathered(double[] loss, double[] mass, BigDecimal from, BigDecimal to, boolean underQ) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < loss.length; i++) {
            BigDecimal at = Oracle.big(loss[i]);
            if (at.compareTo(from) <= 0 || at.compareTo(to) > 0) continue;
            BigDecimal one = Oracle.big(mass[i]);
            sum = sum.add(underQ ? one.multiply(Oracle.exp(at.negate(), 40), Contained.MC) : one);
        }
        return sum;
    }

    /** Many points, taken as exact: what reading them loses to rounding is charged to either side. */
    @Test
    void roundingOfManyPointsIsCharged() {
        for (int i = 0; i < 12; i++) {
            int n = 300;
            double[] loss = new double[n];
            double[] mass = new double[n];
            double at = -1;
            for (int k = 0; k < n; k++) {
                loss[k] = at += 0.03 * random.nextDouble();
                mass[k] = random.nextDouble() / n;
            }
            TabledPair above = TabledPair.of(Side.UPPER, loss, mass, Bracket.exactly(0), 0, true);
            List<Atom> atoms = new ArrayList<>();
            for (int k = 0; k < n; k++) atoms.add(new Atom(loss[k], mass[k]));
            AtomicPair pair = new AtomicPair(atoms, Bracket.exactly(0), 0, 0);
            FiniteLaws points = FiniteLaws.of(pair);
            for (int k = 0; k < 12; k++) {
                double epsilon = k == 0 ? loss[0] - 1 : loss[0] + (loss[n - 1] - loss[0]) * random.nextDouble();
                BigDecimal delta = points.delta(epsilon);
                String what = "seed " + SEED + ", case " + i + " at " + epsilon;
                Contained.assertHeld(pair.logDelta(epsilon), delta, what);
                Contained.assertHeld(above.logDelta(epsilon), delta, what);
                double profile = new AtomicProfile(pair).logDelta(epsilon);
                Contained.assertHeld(Bracket.of(Double.NEGATIVE_INFINITY, profile), delta, what);
                // the stated error is not so large that nothing could break it
                assertThat(above.logDelta(epsilon).upper()).isLessThan(Math.log(delta.doubleValue()) + 1e-12);
            }
        }
    }

    @Test
    void theLargestOfSeveralProfilesIsAboveEachOfThem() {
        for (int i = 0; i < CASES / 10; i++) {
            List<List<Loss>> parts = new ArrayList<>();
            List<FiniteLaws> all = new ArrayList<>();
            for (int k = 0; k < 3; k++) {
                FiniteLaws laws = FiniteLaws.random(random, 4, 2, k == 0);
                all.add(laws);
                // of each one what is known twice, once worse
                parts.add(List.of(
                        laws.pair(),
                        new GroupProfile(2, laws.pair(), laws.swapped().pair())));
            }
            LargestProfile largest = new LargestProfile(parts);
            Pair made = largest.pair(Side.UPPER);
            for (int k = 0; k < 8; k++) {
                double epsilon = random.nextDouble(-2, 2);
                String what = "seed " + SEED + ", case " + i + " at " + epsilon;
                BigDecimal delta = BigDecimal.ZERO;
                for (FiniteLaws laws : all) delta = delta.max(laws.delta(epsilon));
                Contained.assertHeld(largest.logDelta(epsilon), delta, what);
                Contained.assertHeld(
                        Bracket.of(
                                Double.NEGATIVE_INFINITY, made.logDelta(epsilon).upper()),
                        delta,
                        what);
                if (delta.doubleValue() > 1e-6) {
                    double log = Math.log(delta.doubleValue());
                    assertThat(largest.logDelta(epsilon).upper()).as(what).isLessThan(log + 1e-9);
                    assertThat(made.logDelta(epsilon).upper()).as(what).isLessThan(log + 0.1);
                }
            }
            double delta = 0.5 * all.get(1).delta(0).doubleValue();
            double most = 0;
            for (FiniteLaws laws : all)
                most = Math.max(most, laws.pair().epsilon(delta).upper());
            assertThat(largest.epsilon(delta).upper()).isEqualTo(most);
        }
        assertThatThrownBy(() -> new LargestProfile(List.of())).hasMessageContaining("bounded");
        assertThatThrownBy(() -> new LargestProfile(List.of(List.of()))).hasMessageContaining("bounded");
        assertThatThrownBy(() -> new LargestProfile(List.of(List.of(GaussianPair.of(1)))).pair(Side.LOWER))
                .hasMessageContaining("above only");
    }

    @Test
    void lossesHaveTheirEndsAndTheirDistance() {
        AtomicPair even = AtomicPair.of(List.of(new Atom(-1, 0.2), new Atom(0.5, 0.3), new Atom(2, 0.5)));
        assertThat(even.unit()).isEqualTo(1.5);
        assertThat(even.lossMin()).isEqualTo(-1);
        assertThat(even.lossMax()).isEqualTo(2);
        assertThat(even.lossError()).isZero();
        AtomicPair uneven = AtomicPair.of(List.of(new Atom(-1, 0.2), new Atom(0.6, 0.3), new Atom(2, 0.5)));
        assertThat(uneven.unit()).isEqualTo(3);
        assertThat(AtomicPair.equal().unit()).isNaN();
        assertThat(AtomicPair.certain().lossMax()).isZero();
        double[] p = {7};
        double[] q = {7};
        even.cells(new double[] {-5, 5}, p, q);
        assertThat(p[0] + q[0]).isZero();
        ReflectedPair mirrored = new ReflectedPair(LaplacePair.noise(1, 2));
        assertThat(mirrored.unit()).isEqualTo(0.5);
        assertThat(mirrored.anchor()).isZero();
        assertThat(mirrored.lossMin()).isEqualTo(-0.5);
        assertThat(mirrored)
                .isEqualTo(new ReflectedPair(LaplacePair.noise(1, 2)))
                .hasSameHashCodeAs(new ReflectedPair(LaplacePair.noise(1, 2)))
                .isNotEqualTo(new ReflectedPair(LaplacePair.noise(1, 3)));
        assertThat(mirrored.massError()).isGreaterThan(LaplacePair.noise(1, 2).massError());
        assertThat(new ReflectedPair(GaussianPair.of(1)).unit()).isNaN();
        TabledPair table =
                TabledPair.of(Side.UPPER, new double[] {1, 2}, new double[] {0.5, 0.5}, Bracket.exactly(0), 0, true);
        assertThat(table.unit()).isNaN();
        assertThat(table.continuous()).isTrue();
        assertThat(TabledPair.of(Side.UPPER, new double[0], new double[0], Bracket.exactly(1), 0, true)
                        .continuous())
                .isFalse();
    }

    /** What lies below laws is merged into laws that lie below, and have all of their mass. */
    @Test
    void garbledLawsLieBelow() {
        for (int i = 0; i < CASES; i++) {
            FiniteLaws laws = laws(i);
            AtomicPair pair = laws.pair();
            double scale = i % 2 == 0 ? 0 : Math.pow(10, -random.nextInt(14));
            double[] loss = new double[pair.atoms().size()];
            double[] mass = new double[loss.length];
            for (int k = 0; k < loss.length; k++) {
                Atom atom = pair.atoms().get(k);
                loss[k] = atom.loss() - 2 * Math.ulp(atom.loss()) - scale;
                mass[k] = atom.mass() * (1 - 2 * ULP) * (1 - scale * random.nextDouble() * 0.5);
            }
            Garbling made = new Garbling(loss, mass, pair.infinity().lower());
            List<Atom> atoms = new ArrayList<>();
            for (int k = 0; k < made.loss().length; k++) atoms.add(new Atom(made.loss()[k], made.mass()[k]));
            FiniteLaws below = FiniteLaws.of(new AtomicPair(
                    atoms, Bracket.exactly(pair.infinity().lower()), Bracket.exactly(made.missing()), ULP, ULP));
            String what = "seed " + SEED + ", case " + i;
            assertThat(below.ofP()).as(what).isLessThanOrEqualTo(BigDecimal.ONE);
            // mass that Q does not have would raise what is sampled
            assertThat(below.ofQ()).as(what).isLessThanOrEqualTo(Oracle.big(1 + 40 * ULP));
            assertThat(below.ofQ().doubleValue()).as(what).isGreaterThan(1 - 1e-10);
            for (int k = 0; k < 6; k++) {
                double epsilon = question(pair);
                assertThat(below.delta(epsilon)).as(what + " at " + epsilon).isLessThanOrEqualTo(laws.delta(epsilon));
            }
        }
    }

    /** Dots on a profile, connected, lie above it everywhere, and on it at the dots. */
    @Test
    void connectedDotsLieAbove() {
        for (int i = 0; i < CASES / 3; i++) {
            FiniteLaws laws = laws(i);
            AtomicPair pair = laws.pair();
            double reach = 1.3 * Math.max(pair.lossMax(), -pair.lossMin());
            int n = 9;
            double[] epsilon = new double[2 * n + 1];
            double[] height = new double[2 * n + 1];
            for (int k = 0; k <= 2 * n; k++) {
                epsilon[k] = reach * (k - n) / n;
                height[k] = Math.nextUp(laws.delta(epsilon[k]).doubleValue());
            }
            AtomicPair made = ConnectTheDots.connected(epsilon, height);
            FiniteLaws above = FiniteLaws.of(made);
            String what = "seed " + SEED + ", case " + i;
            for (int k = 0; k < 8; k++) {
                double at = question(pair);
                assertAbove(above, made, laws.delta(at), at, what);
            }
            for (int k = 0; k <= 2 * n; k++) {
                assertAbove(above, made, laws.delta(epsilon[k]), epsilon[k], what);
                assertThat(above.delta(epsilon[k]).doubleValue()).as(what).isLessThan(height[k] + 1e-9);
            }
        }
    }

    private static void assertAbove(FiniteLaws above, Pair made, BigDecimal truth, double at, String what) {
        BigDecimal grown = above.delta(at).multiply(Oracle.big(1 + made.massError()));
        assertThat(grown).as(what + " at " + at).isGreaterThanOrEqualTo(truth);
        assertThat(Contained.isAtLeast(made.logDelta(at).upper(), Oracle.log(truth.max(Oracle.big(1e-300)), 40))
                        || truth.doubleValue() < 1e-290)
                .as(what + " at " + at)
                .isTrue();
    }

    /** A profile that is known from 0 on, and mirrored below it: with dots that fit into a mass of 1, and with dots that do not. */
    @Test
    void mirroredDotsLieAboveBothWays() {
        for (int i = 0; i < CASES / 3; i++) {
            double rate = 0.05 + 0.9 * random.nextDouble();
            FiniteLaws laws = FiniteLaws.response(Math.exp(random.nextDouble(-3, 1.5)));
            if (i % 2 == 0) laws = laws.times(FiniteLaws.response(rate));
            double reach = laws.lossMax();
            int n = 7;
            double[] epsilon = new double[n + 1];
            double[] height = new double[n + 1];
            for (int k = 0; k <= n; k++) {
                epsilon[k] = reach * k / n;
                height[k] = Math.nextUp(laws.delta(epsilon[k]).doubleValue());
                // a bound that is far from tight at 0 alone makes no convex whole
                if (i % 5 == 0 && k == 0) height[k] = Math.min(1, 1.5 * height[k]);
            }
            Pair made = ConnectTheDots.symmetric(epsilon, height);
            FiniteLaws above = FiniteLaws.of(made);
            for (int k = 0; k < 8; k++) {
                double at = reach * random.nextDouble(-1.1, 1.1);
                assertAbove(above, made, laws.delta(at), at, "seed " + SEED + ", case " + i);
            }
            assertThat(above.ofP().doubleValue()).isLessThan(1 + 1e-6 + (i % 5 == 0 ? 1 : 0));
        }
    }

    /** A symmetric law is its own reflection, cell by cell. */
    @Test
    void aSymmetricPairIsItsOwnReflection() {
        for (int i = 0; i < CASES / 3; i++) {
            double scale = Math.exp(random.nextDouble(-2, 3));
            Pair right = LaplacePair.noise(1, scale);
            ReflectedPair made = new ReflectedPair(right);
            double span = right.lossMax();
            double a = span * random.nextDouble(-1, 0.5);
            double b = a + span * random.nextDouble(0, 1);
            double[][] edges = {
                {-2 * span, a, 0, b, 2 * span},
                {-2 * span, Math.min(a, -1e-3 * span), Math.max(b, 1e-3 * span), 2 * span},
                {-0.7 * span, -0.2 * span},
                {0.1 * span, 0.4 * span}
            };
            for (double[] some : edges) {
                Arrays.sort(some);
                double[] p = new double[some.length - 1];
                double[] q = new double[some.length - 1];
                double[] p2 = new double[some.length - 1];
                double[] q2 = new double[some.length - 1];
                made.cells(some, p, q);
                right.cells(some, p2, q2);
                for (int k = 0; k < p.length; k++) {
                    String what = "seed " + SEED + ", " + right + " cell " + k + " of " + Arrays.toString(some);
                    assertThat(p[k]).as(what).isCloseTo(p2[k], org.assertj.core.data.Offset.offset(1e-13 * p2[k]));
                    assertThat(q[k]).as(what).isCloseTo(q2[k], org.assertj.core.data.Offset.offset(1e-13 * q2[k]));
                }
            }
            double at = span * random.nextDouble(-1.2, 1.2);
            assertThat(made.logDelta(at).upper())
                    .isGreaterThanOrEqualTo(right.logDelta(at).lower());
            assertThat(made.logDelta(at).upper())
                    .isLessThanOrEqualTo(right.logDelta(at).upper() + 1e-12);
            double whole = 0;
            for (Atom atom : made.atoms()) whole += atom.mass();
            double[] all = new double[1];
            made.cells(new double[] {-2 * span, 2 * span}, all, new double[1]);
            assertThat(whole + all[0]).isBetween(1.0, 1 + 1e-12);
        }
    }

    /** k records: (e^eps - 1) / (e^(eps/k) - 1) delta(eps/k), and the reflection of the other direction below 0. */
    @Test
    void groupsAreBoundedFromAbove() {
        for (int i = 0; i < CASES; i++) {
            FiniteLaws laws = laws(i);
            Pair base = laws.pair();
            Pair mirror = laws.swapped().pair();
            int size = 1 + random.nextInt(30);
            double epsilon = size * question(base);
            if (i % 10 == 0) epsilon = 0;
            if (!(Math.abs(epsilon) < 2000)) continue;
            Loss group = new GroupProfile(size, base, mirror);
            BigDecimal bound = epsilon >= 0 ? group(laws, size, epsilon) : group(laws.swapped(), size, -epsilon);
            BigDecimal order = Oracle.exp(Oracle.big(epsilon), Contained.DIGITS);
            if (epsilon < 0)
                bound = BigDecimal.ONE.subtract(order).add(order.multiply(bound.min(BigDecimal.ONE), Contained.MC));
            if (bound.compareTo(BigDecimal.ONE) > 0) bound = BigDecimal.ONE;
            Bracket found = group.logDelta(epsilon);
            String what = "seed " + SEED + ", case " + i + ", size " + size + " at " + epsilon;
            Contained.assertHeld(found, bound, what);
            if (bound.doubleValue() > 1e-3)
                assertThat(found.upper()).as(what).isLessThan(Math.log(bound.doubleValue()) + 1e-9);
        }
    }

    private static BigDecimal group(FiniteLaws laws, int size, double epsilon) {
        if (epsilon == 0) return laws.delta(0).multiply(BigDecimal.valueOf(size));
        BigDecimal step = Oracle.big(epsilon).divide(BigDecimal.valueOf(size), Contained.MC);
        BigDecimal factor = Oracle.expm1(Oracle.big(epsilon), Contained.DIGITS)
                .divide(Oracle.expm1(step, Contained.DIGITS), Contained.MC);
        return factor.multiply(laws.delta(step), Contained.MC);
    }

    /** The pair of a group of Gaussians dominates the Gaussian that they are. */
    @Test
    void theGroupsPairDominates() {
        for (int i = 0; i < 6; i++) {
            double mu = Math.exp(random.nextDouble(-4, 0));
            int size = 2 + random.nextInt(5);
            Pair base = GaussianPair.of(mu);
            Pair made = new GroupProfile(size, base, base).pair(Side.UPPER);
            for (int k = 0; k < 40; k++) {
                double at = size * mu * random.nextDouble(-4, 6);
                assertThat(made.logDelta(at).upper())
                        .as("seed %s, mu %s, size %s at %s", SEED, mu, size, at)
                        .isGreaterThanOrEqualTo(
                                GaussianPair.of(size * mu).logDelta(at).lower());
                // its dots are those of the profile, and near enough to each other
                double bound = new GroupProfile(size, base, base).logDelta(at).upper();
                assertThat(made.logDelta(at).upper())
                        .as("seed %s, mu %s, size %s at %s", SEED, mu, size, at)
                        .isLessThan(Math.max(bound + 0.1, -60));
            }
        }
    }

    /** Sums over cells hold what a difference of tails says where that is sharp. */
    @Test
    void sumsOverCellsAreHeld() {
        for (int i = 0; i < CASES / 3; i++) {
            double mu = Math.exp(random.nextDouble(-5, 2));
            double epsilon = mu * random.nextDouble(-5, 12);
            Bracket exact = GaussianPair.of(mu).logDelta(epsilon);
            double z = Math.max(1, Math.abs(epsilon / mu + mu / 2));
            Bracket found = CellSum.logDelta(GaussianPair.of(mu), epsilon, 40 / z * mu);
            String what = "seed " + SEED + ", mu " + mu + " at " + epsilon;
            assertThat(found.lower()).as(what).isLessThanOrEqualTo(exact.lower());
            assertThat(found.upper()).as(what).isGreaterThanOrEqualTo(exact.upper());
            assertThat(found.width()).as(what).isLessThan(0.2);
        }
    }

    /** Edges that are all off to one side, by as much as is said. */
    private record Moved(Pair pair, double off, int sign) implements ContinuousPair {
        @Override
        public void cells(double[] edges, double[] p, double[] q) {
            pair.cells(Arrays.stream(edges).map(edge -> edge + sign * off).toArray(), p, q);
        }

        @Override
        public Bracket logDelta(double epsilon) {
            return pair.logDelta(epsilon);
        }

        @Override
        public double massError() {
            return pair.massError();
        }

        @Override
        public double edgeError(double loss) {
            return off;
        }
    }

    @Test
    void whatEdgesAreOffByIsPartOfASumOverCells() {
        for (int i = 0; i < CASES / 3; i++) {
            double mu = Math.exp(random.nextDouble(-4, 1));
            double epsilon = mu * random.nextDouble(-3, 6);
            Pair noise = GaussianPair.of(mu);
            double z = Math.max(1, Math.abs(epsilon / mu + mu / 2));
            for (int sign = -1; sign <= 1; sign += 2) {
                Pair moved = new Moved(noise, 0.03 * mu / z, sign);
                Bracket found = CellSum.logDelta(moved, epsilon, 40 / z * mu);
                Bracket exact = noise.logDelta(epsilon);
                String what = "seed " + SEED + ", mu " + mu + " at " + epsilon + ", edges moved by " + sign;
                assertThat(found.lower()).as(what).isLessThanOrEqualTo(exact.lower());
                assertThat(found.upper()).as(what).isGreaterThanOrEqualTo(exact.upper());
                assertThat(found.width()).as(what).isLessThan(0.4);
            }
        }
    }

    /** Errors below a thousandth, none among them, and no more. */
    @Test
    void errorsThatArePossibleAreTaken() {
        List<Atom> atoms = List.of(new Atom(0.5, 1));
        assertThat(new AtomicPair(atoms, Bracket.exactly(0), 0, 0).lossMax()).isEqualTo(0.5);
        for (double error : new double[] {-1e-300, 1e-3, Double.NaN}) {
            assertThatThrownBy(() -> new AtomicPair(atoms, Bracket.exactly(0), error, 0))
                    .hasMessageContaining("massError");
            assertThatThrownBy(() -> new AtomicPair(atoms, Bracket.exactly(0), 0, error))
                    .hasMessageContaining("lossError");
        }
        Contained.assertCells(
                new AtomicPair(atoms, Bracket.exactly(0), 0, 0),
                new double[] {0, 1, 2},
                (from, to) -> BigDecimal.ZERO,
                (from, to) -> BigDecimal.ZERO,
                "atoms lie in no cell");
    }

    /** The control: a mass that is off by more than is stated is seen. */
    @Test
    void anotherMassIsSeen() {
        FiniteLaws laws = FiniteLaws.random(new SplittableRandom(5), 6, 3, false);
        List<Atom> moved = new ArrayList<>(laws.pair().atoms());
        int last = moved.size() - 1;
        moved.set(last, new Atom(moved.get(last).loss(), moved.get(last).mass() * (1 + 100 * ULP)));
        AtomicPair wrong = new AtomicPair(moved, Bracket.exactly(0), ULP, 0x1p-52);
        assertThat(Contained.isHeld(wrong.logDelta(0), laws.delta(0))).isFalse();
        assertThat(Contained.isHeld(laws.pair().logDelta(0), laws.delta(0))).isTrue();
    }
}
