package io.sordino.loss.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.CountedPair;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.MixturePair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a pair made for one side promises, before and after it is sampled: {@link Side}. */
final class SidesOfAPairTest {
    private static final double[] EPSILONS = {-12, -3, -1, -0.4, -0.1, -0.02, -0.003, 0, 0.01, 0.05, 0.3, 1, 1.7};

    /** Outcomes with their masses under both laws. */
    private static final class Laws {
        private final double[] p;
        private final double[] q;

        Laws(double[] p, double[] q) {
            this.p = p;
            this.q = q;
        }

        static Laws of(double epsilon, double delta) {
            double high = (1 - delta) / (1 + Math.exp(-epsilon));
            double low = (1 - delta) / (1 + Math.exp(epsilon));
            return new Laws(new double[] {high, low, delta, 0}, new double[] {low, high, 0, delta});
        }

        Laws times(Laws other) {
            double[] p = new double[this.p.length * other.p.length];
            double[] q = new double[p.length];
            for (int i = 0; i < p.length; i++) {
                p[i] = this.p[i / other.p.length] * other.p[i % other.p.length];
                q[i] = this.q[i / other.p.length] * other.q[i % other.p.length];
            }
            return new Laws(p, q);
        }

        Laws sampled(double rate, Change change) {
            double[] p = this.p.clone();
            double[] q = this.q.clone();
            for (int i = 0; i < p.length; i++) {
                if (change == Change.ADDED) q[i] = (1 - rate) * p[i] + rate * q[i];
                else p[i] = (1 - rate) * q[i] + rate * p[i];
            }
            return new Laws(p, q);
        }

        double delta(double epsilon) {
            double sum = 0;
            for (int i = 0; i < p.length; i++) sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
            return sum;
        }
    }

    private static AtomicPair dp(double epsilon, double delta) {
        double high = (1 - delta) / (1 + Math.exp(-epsilon));
        double low = (1 - delta) / (1 + Math.exp(epsilon));
        return AtomicPair.of(List.of(new Atom(epsilon, high), new Atom(-epsilon, low)), Bracket.exactly(delta));
    }

    private static double delta(Pair pair, Side side, double epsilon) {
        double sum =
                side == Side.UPPER ? pair.infinity().upper() : pair.infinity().lower();
        for (Atom atom : pair.atoms())
            if (atom.loss() > epsilon) sum += atom.mass() * -Math.expm1(epsilon - atom.loss());
        return sum;
    }

    private static double totalOfP(Pair pair, Side side) {
        return delta(pair, side, -740);
    }

    private static double totalOfQ(Pair pair) {
        double sum = pair.missing().upper();
        for (Atom atom : pair.atoms()) sum += atom.mass() * Math.exp(-atom.loss());
        return sum;
    }

    private static void keepsItsSide(Pair pair, Side side, Laws truth) {
        double doubt = pair.massError() + 1e-13;
        if (side == Side.LOWER) {
            assertThat(totalOfP(pair, side)).isLessThanOrEqualTo(1 + doubt);
            assertThat(totalOfQ(pair)).isLessThanOrEqualTo(1 + doubt);
        } else {
            assertThat(totalOfP(pair, side)).isGreaterThanOrEqualTo(1 - doubt);
        }
        for (double epsilon : EPSILONS) {
            double exact = truth.delta(epsilon);
            if (side == Side.LOWER)
                assertThat(delta(pair, side, epsilon))
                        .as("%s", epsilon)
                        .isLessThanOrEqualTo(exact * (1 + doubt) + 1e-16);
            else
                assertThat(delta(pair, side, epsilon))
                        .as("%s", epsilon)
                        .isGreaterThanOrEqualTo(exact * (1 - doubt) - 1e-16);
            assertThat(delta(pair, side, epsilon))
                    .as("near, at %s", epsilon)
                    .isBetween(exact * 0.9, exact * 1.1 + 1e-15);
        }
    }

    @Test
    void aComposedBaseKeepsItsSideInTheSample() {
        double[][] bases = {{1.482, 0.2962, 1e-3}, {1.304, 0.626, 1e-3}, {0.3289, 0.7432, 1e-5}, {0.9, 0.31, 0}};
        for (double[] base : bases) {
            HasPair sum = new Composition(
                    List.of(new CountedPair(dp(base[0], 0), 1), new CountedPair(dp(base[1], base[2]), 1)),
                    1e-3,
                    new Workspace());
            Laws truth = Laws.of(base[0], 0).times(Laws.of(base[1], base[2]));
            for (Side side : Side.values()) {
                Pair pair = sum.pair(side);
                keepsItsSide(pair, side, truth);
                for (double rate : new double[] {0.01, 0.3})
                    for (Change change : Change.values()) {
                        Change opposite = change == Change.ADDED ? Change.REMOVED : Change.ADDED;
                        Pair sampled = new PoissonPair(rate, change, pair, side);
                        keepsItsSide(sampled, side, truth.sampled(rate, change));
                        Pair again = new PoissonPair(0.4, opposite, sampled, side);
                        keepsItsSide(again, side, truth.sampled(rate, change).sampled(0.4, opposite));
                    }
            }
        }
    }

    /** Points moved down have more Q-mass than Q, dropped ones less P-mass than P. */
    @Test
    void whatLiesBelowBecomesAPairThatLiesBelow() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            int n = 2 + random.nextInt(12);
            double[] p = shares(random, n);
            double[] q = shares(random, n);
            Laws truth = new Laws(p, q);
            List<Atom> moved = new ArrayList<>();
            double scale = Math.pow(10, -random.nextInt(14));
            for (int i = 0; i < n; i++) {
                double loss = Math.log(p[i] / q[i]) - scale * random.nextDouble();
                moved.add(new Atom(loss, p[i] * (1 - scale * random.nextDouble() * 0.5)));
            }
            moved.sort((a, b) -> Double.compare(a.loss(), b.loss()));
            Garbling below = new Garbling(
                    moved.stream().mapToDouble(Atom::loss).toArray(),
                    moved.stream().mapToDouble(Atom::mass).toArray(),
                    0);
            List<Atom> atoms = new ArrayList<>();
            double ofP = 0;
            double ofQ = below.missing;
            for (int i = 0; i < below.loss.length; i++) {
                atoms.add(new Atom(below.loss[i], below.mass[i]));
                ofP += below.mass[i];
                ofQ += below.mass[i] * Math.exp(-below.loss[i]);
            }
            assertThat(ofP).isBetween(1 - 1e-11, 1 + 1e-14);
            assertThat(ofQ).isBetween(1 - 1e-14, 1 + 1e-14);
            Pair pair = new AtomicPair(atoms, Bracket.exactly(0), 0, 0);
            Pair plain = new AtomicPair(moved, Bracket.exactly(0), 0, 0);
            for (double epsilon = -6; epsilon < 6; epsilon += 0.25) {
                double delta = delta(pair, Side.LOWER, epsilon);
                assertThat(delta).isLessThanOrEqualTo(truth.delta(epsilon) + 1e-15);
                assertThat(delta).isGreaterThanOrEqualTo(delta(plain, Side.LOWER, epsilon) - 2e-11);
                assertThat(delta).isGreaterThanOrEqualTo(-Math.expm1(epsilon) - 2e-11);
            }
        }
    }

    private static double[] shares(Random random, int n) {
        double[] shares = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            shares[i] = Math.exp(3 * random.nextGaussian());
            sum += shares[i];
        }
        for (int i = 0; i < n; i++) shares[i] /= sum;
        return shares;
    }

    @Test
    void nextToTheLargestLossOnlyTheSizeOfTheFactorIsKnown() {
        Bracket log = new PoissonPair(0.5, Change.ADDED, GaussianPair.of(100)).logDelta(0.6931471805599373);
        assertThat(log.upper()).isGreaterThanOrEqualTo(-32.46).isLessThan(-31.5);
        assertThat(log.lower()).isLessThanOrEqualTo(-32.47);
    }

    /** Of the mass at infinity only its size from above is known: the lower side has none of it. */
    @Test
    void doubtfulMassAtInfinityServesOneSideOnly() {
        Pair base = new AtomicPair(List.of(new Atom(1, 0.6), new Atom(-1, 0.2)), Bracket.of(0, 0.2), 1e-15);
        PoissonPair below = new PoissonPair(0.3, Change.ADDED, base, Side.LOWER);
        PoissonPair above = new PoissonPair(0.3, Change.ADDED, base, Side.UPPER);
        assertThat(delta(below, Side.LOWER, 0.34)).isZero();
        assertThat(delta(above, Side.UPPER, 0.34)).isPositive();
        assertThat(below).isNotEqualTo(above);
        assertThatThrownBy(() -> new PoissonPair(0.3, Change.ADDED, base)).hasMessageContaining("infinity");
    }

    @Test
    void anExactBaseServesBothSidesWithOnePair() {
        for (Change change : Change.values())
            for (Pair base : List.of(GaussianPair.of(1), dp(1, 1e-6), dp(0.3, 0.1)))
                assertThat(new PoissonPair(0.2, change, base, Side.LOWER))
                        .isEqualTo(new PoissonPair(0.2, change, base, Side.UPPER))
                        .isEqualTo(new PoissonPair(0.2, change, base));
    }

    /** However little of Q a bound from above has lost, the sampled law has all of its mass. */
    @Test
    void nothingOfQIsDropped() {
        for (double lost : new double[] {1e-6, 1e-10, 1e-12, 1e-13}) {
            double high = 1 / (1 + Math.exp(-1));
            Pair base = new AtomicPair(
                    List.of(new Atom(1 + lost, high), new Atom(-1 + lost, 1 - high)), Bracket.exactly(0), 1e-15);
            Pair sampled = new PoissonPair(0.01, Change.REMOVED, base, Side.UPPER);
            assertThat(totalOfP(sampled, Side.UPPER)).isGreaterThanOrEqualTo(1 - 0.2 * lost);
        }
    }

    /** Sampling may leave Q-mass without P where P has none without Q, and a mixture says so. */
    @Test
    void aMixtureKnowsItsMissingMass() {
        Pair removed = new PoissonPair(0.5, Change.REMOVED, dp(1, 0.1));
        Pair added = new PoissonPair(0.5, Change.ADDED, dp(1, 0.1));
        MixturePair mixture = new MixturePair(List.of(0.5, 0.5), List.of(removed, added), 0);
        assertThat(mixture.infinity().upper()).isBetween(0.025, 0.02500001);
        assertThat(mixture.missing().upper()).isBetween(0.025, 0.02500001);
        MixturePair only = new MixturePair(List.of(1.0), List.of(removed), 0);
        assertThat(only.missing().upper()).isZero();
    }
}
