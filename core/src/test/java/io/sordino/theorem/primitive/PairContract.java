package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.TheoremContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What every pair of a leaf must satisfy; a leaf's test brings the cases, the least private first. */
abstract class PairContract extends TheoremContract {
    /** A pair, its name, how to draw its loss under P from the definition, and a typical size of that loss. */
    record Case(String name, Pair pair, double scale, ToDoubleFunction<Random> loss) {}

    /** Ordered: more noise comes later. */
    abstract List<Case> cases();

    /** Pairs at the ends of the parameters' ranges. */
    abstract List<Pair> extremes();

    /** Closed forms and sums, rounded outwards. */
    @Override
    protected final double widest() {
        return 1e-9;
    }

    private static final double[] PLACES = {
        -30, -8, -3, -1.5, -1, -0.6, -0.2, -0.01, 0, 0.003, 0.05, 0.3, 0.7, 0.95, 1, 1.3, 2, 4, 9, 20
    };

    private static final int DRAWS = 40_000;
    private static final long SEED = 20_250_101;

    @Test
    final void massesAddUpToOne() {
        for (Case c : cases()) {
            Pair pair = c.pair();
            double p = sum(pair, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
            assertThat(p + pair.infinity().upper()).as(c.name()).isCloseTo(1, within(1e-13));
            // what Q has outside the support of P equals what P has outside that of Q, by symmetry
            double q = sum(pair, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
            assertThat(q + pair.infinity().upper()).as(c.name()).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    final void deltaIsAProbabilityAndFallsInEpsilon() {
        for (Case c : cases()) {
            Bracket before = Bracket.exactly(0);
            for (double place : PLACES) {
                Bracket log = c.pair().logDelta(place * c.scale());
                assertThat(log.upper()).as(c.name()).isLessThanOrEqualTo(0);
                assertThat(log.lower()).as(c.name() + " at " + place).isLessThanOrEqualTo(before.upper());
                before = log;
            }
        }
    }

    @Test
    final void deltaIsConvexInTheExponentialOfEpsilon() {
        for (Case c : cases()) {
            for (int i = 0; i + 2 < PLACES.length; i++) {
                double a = PLACES[i] * c.scale();
                double b = PLACES[i + 1] * c.scale();
                double d = PLACES[i + 2] * c.scale();
                // the share of the right end in e^b
                double share = Math.expm1(b - a) / Math.expm1(d - a);
                if (!(share >= 0 && share <= 1)) continue;
                double chord = (1 - share) * c.pair().delta(a).upper()
                        + share * c.pair().delta(d).upper();
                assertThat(c.pair().delta(b).lower()).as(c.name()).isLessThanOrEqualTo(chord * (1 + 1e-14));
            }
        }
    }

    @Test
    final void swappingTheLawsAgrees() {
        for (Case c : cases()) {
            for (double place : PLACES) {
                double eps = place * c.scale();
                if (Math.abs(eps) > 600) continue;
                Bracket here = c.pair().delta(eps);
                Bracket there = c.pair().delta(-eps);
                double x = Math.exp(eps);
                double tolerance = 1e-14 * (1 + x);
                assertThat(here.lower()).as(c.name()).isLessThanOrEqualTo(1 - x + x * there.upper() + tolerance);
                assertThat(here.upper()).as(c.name()).isGreaterThanOrEqualTo(1 - x + x * there.lower() - tolerance);
            }
        }
    }

    /** At an edge, delta is the sum of p - e^eps q over what lies above it, whatever the cells are. */
    @Test
    final void cellsAndAtomsGiveTheProfile() {
        for (Case c : cases()) {
            Pair pair = c.pair();
            for (double place : PLACES) {
                double eps = place * c.scale();
                if (Math.abs(eps) > 600) continue;
                double p = 0;
                double q = 0;
                double[] edges = new double[402];
                for (int i = 0; i <= 400; i++) edges[i] = eps + c.scale() * i * i / 2000;
                edges[401] = Double.POSITIVE_INFINITY;
                double[] ps = new double[401];
                double[] qs = new double[401];
                pair.cells(edges, ps, qs);
                for (int i = 400; i >= 0; i--) {
                    p += ps[i];
                    q += qs[i];
                }
                for (Atom atom : pair.atoms()) {
                    if (!(atom.loss() - eps + atom.rest() > 0)) continue;
                    p += atom.mass();
                    q += atom.mass() * Math.exp(-atom.loss());
                }
                double expected = p - Math.exp(eps) * q;
                double error = 4e-13 * (p + Math.exp(eps) * q);
                Bracket delta = pair.delta(eps);
                assertThat(delta.lower())
                        .as(c.name() + " at " + eps)
                        .isLessThanOrEqualTo(expected + error + pair.infinity().upper());
                assertThat(delta.upper())
                        .as(c.name() + " at " + eps)
                        .isGreaterThanOrEqualTo(
                                expected - error + pair.infinity().lower());
            }
        }
    }

    @Test
    final void wideCellsAreSumsOfNarrowOnes() {
        for (Case c : cases()) {
            if (!c.pair().continuous()) continue;
            for (double place : PLACES) {
                double from = place * c.scale();
                double to = from + 0.37 * c.scale();
                double[] edges = new double[38];
                for (int i = 0; i <= 37; i++) edges[i] = from + c.scale() * i / 100;
                edges[37] = to;
                double[] p = new double[37];
                double[] q = new double[37];
                c.pair().cells(edges, p, q);
                double[] wide = new double[2];
                double[] wideP = new double[1];
                double[] wideQ = new double[1];
                wide[0] = from;
                wide[1] = to;
                c.pair().cells(wide, wideP, wideQ);
                assertThat(total(p)).as(c.name()).isCloseTo(wideP[0], within(1e-12 * wideP[0]));
                assertThat(total(q)).as(c.name()).isCloseTo(wideQ[0], within(1e-12 * wideQ[0]));
            }
        }
    }

    @Test
    final void everythingLiesAboveOrNotAbove() {
        for (Case c : cases()) {
            for (double place : PLACES) {
                double loss = place * c.scale();
                double all = c.pair().above(loss)
                        + c.pair().notAbove(loss)
                        + c.pair().infinity().upper();
                assertThat(all).as(c.name()).isCloseTo(1, within(1e-13));
            }
        }
    }

    @Test
    final void deltaTendsToOneFarBelowZero() {
        for (Case c : cases()) {
            for (double eps : new double[] {-800, -1e5, -1e300, Double.NEGATIVE_INFINITY}) {
                if (!(eps < -800 * c.scale() || eps < -1e4)) continue;
                assertThat(c.pair().delta(eps).lower()).as(c.name()).isGreaterThan(1 - 1e-12);
                assertThat(c.pair().delta(eps).upper()).as(c.name()).isEqualTo(1);
            }
        }
    }

    @Test
    final void moreNoiseIsNeverWorse() {
        List<Case> cases = cases();
        for (int i = 0; i + 1 < cases.size(); i++) {
            for (double place : PLACES) {
                double eps = place * cases.get(i + 1).scale();
                assertThat(cases.get(i + 1).pair().logDelta(eps).lower())
                        .as(cases.get(i + 1).name() + " after " + cases.get(i).name() + " at " + eps)
                        .isLessThanOrEqualTo(cases.get(i).pair().logDelta(eps).upper());
            }
        }
    }

    @Test
    final void equalParametersMakeEqualPairs() {
        List<Case> first = cases();
        List<Case> second = cases();
        for (int i = 0; i < first.size(); i++) {
            assertThat(first.get(i).pair()).isEqualTo(second.get(i).pair());
            assertThat(first.get(i).pair().hashCode())
                    .isEqualTo(second.get(i).pair().hashCode());
            if (i > 0)
                assertThat(first.get(i).pair()).isNotEqualTo(first.get(i - 1).pair());
        }
    }

    /** The mean of (1 - e^(eps - loss))+ over draws from the definition is delta, up to chance. */
    @Test
    final void drawsFromTheDefinitionDoNotRefuteTheProfile() {
        System.out.println("seed " + SEED);
        for (Case c : cases()) {
            double[] losses = draws(c);
            for (double place : PLACES) {
                double eps = place * c.scale();
                double[] mean = mean(losses, eps);
                Bracket delta = c.pair().delta(eps);
                assertThat(mean[0] - mean[1]).as(c.name() + " at " + eps).isLessThanOrEqualTo(delta.upper());
                assertThat(mean[0] + mean[1]).as(c.name() + " at " + eps).isGreaterThanOrEqualTo(delta.lower());
            }
        }
    }

    /** The control: losses a third larger are told apart. */
    @Test
    final void drawsRefuteAWrongProfile() {
        Case c = cases().get(cases().size() / 2);
        double[] losses = draws(c);
        boolean refuted = false;
        for (int i = 0; i < losses.length; i++) losses[i] *= 4.0 / 3;
        for (double place : PLACES) {
            double[] mean = mean(losses, place * c.scale());
            refuted |= mean[0] - mean[1] > c.pair().delta(place * c.scale()).upper();
        }
        assertThat(refuted).isTrue();
    }

    private static double[] draws(Case c) {
        Random random = new Random(SEED);
        double[] losses = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) losses[i] = c.loss().applyAsDouble(random);
        return losses;
    }

    /** Mean and five standard errors, of which none is below the chance of never having met a rare loss. */
    private static double[] mean(double[] losses, double eps) {
        double sum = 0;
        double squares = 0;
        for (double loss : losses) {
            double gain = loss > eps ? -Math.expm1(eps - loss) : 0;
            sum += gain;
            squares += gain * gain;
        }
        double mean = sum / losses.length;
        double variance = Math.max(0, squares / losses.length - mean * mean);
        return new double[] {mean, 5 * Math.sqrt(variance / losses.length) + 12.0 / losses.length + 1e-12};
    }

    @Test
    final void extremesGiveNumbers() {
        List<Double> epsilons = new ArrayList<>();
        for (double x :
                new double[] {0, Double.MIN_VALUE, 1e-300, 1e-20, 1e-3, 1, 40, 1e4, 1e15, 1e300, Double.MAX_VALUE}) {
            epsilons.add(x);
            epsilons.add(-x);
        }
        epsilons.add(Double.POSITIVE_INFINITY);
        epsilons.add(Double.NEGATIVE_INFINITY);
        List<Pair> pairs = new ArrayList<>(extremes());
        for (Case c : cases()) pairs.add(c.pair());
        for (Pair pair : pairs) {
            for (double eps : epsilons) {
                Bracket log = pair.logDelta(eps);
                assertThat(log.upper()).as(pair + " at " + eps).isLessThanOrEqualTo(0);
                assertThat(pair.delta(eps).upper()).isBetween(0.0, 1.0);
            }
            double[] edges = {
                Double.NEGATIVE_INFINITY, -1e300, -1e4, -1, -1e-9, 0, 1e-300, 1, 1e4, 1e300, Double.POSITIVE_INFINITY
            };
            double[] p = new double[edges.length - 1];
            double[] q = new double[edges.length - 1];
            pair.cells(edges, p, q);
            for (int i = 0; i < p.length; i++) {
                assertThat(p[i]).as(pair.toString()).isBetween(0.0, 1 + 1e-12);
                assertThat(q[i]).as(pair.toString()).isBetween(0.0, 1 + 1e-12);
            }
            assertThat(pair.above(0) + pair.notAbove(0) + pair.infinity().upper())
                    .as(pair.toString())
                    .isCloseTo(1, within(1e-12));
            assertThat(pair.edgeError(1)).isGreaterThanOrEqualTo(0);
        }
    }

    private static double sum(Pair pair, double from, double to, int law) {
        double[] p = new double[1];
        double[] q = new double[1];
        pair.cells(new double[] {from, to}, p, q);
        double sum = law == 0 ? p[0] : q[0];
        for (Atom atom : pair.atoms())
            if (atom.loss() > from && atom.loss() <= to)
                sum += law == 0 ? atom.mass() : atom.mass() * Math.exp(-atom.loss());
        return sum;
    }

    private static double total(double[] values) {
        double sum = 0;
        for (double value : values) sum += value;
        return sum;
    }

    private static org.assertj.core.data.Offset<Double> within(double tolerance) {
        return org.assertj.core.data.Offset.offset(tolerance);
    }
}
