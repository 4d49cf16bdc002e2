package io.sordino.theorem.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Change;
import io.sordino.loss.CountedPair;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.pair.GroupProfile;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Knowledge;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a group sees, by noises with k times the shift and by promises that are chained k times. */
class GroupTest {
    private static final Accountant ACCOUNTANT = Accountant.standard();

    private static Bracket epsilon(Mechanism mechanism, double delta) {
        return ACCOUNTANT
                .epsilon(mechanism, Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    private static void same(Mechanism one, Mechanism other) {
        Bracket a = epsilon(one, 1e-6);
        Bracket b = epsilon(other, 1e-6);
        assertThat(a.lower()).as("%s", one).isCloseTo(b.lower(), within(1e-9 * b.upper()));
        assertThat(a.upper()).as("%s", one).isCloseTo(b.upper(), within(1e-9 * b.upper()));
    }

    @Test
    void noisesMoveAsFarAsTheGroupIsLarge() {
        same(new Group(4, new Gaussian(6)), new Gaussian(1.5));
        same(new Group(4, new GaussianDp(0.25)), new GaussianDp(1));
        same(new Group(4, new Laplace(6)), new Laplace(1.5));
        same(new Group(4, new TruncatedLaplace(6, 80)), new TruncatedLaplace(1.5, 20));
        same(new Group(4, new SinhNormal(6, 80)), new SinhNormal(1.5, 20));
        same(new Group(4, new Exponential(0.25)), new Exponential(1));
        same(new Group(4, new RandomizedResponse(0.25, 3)), new RandomizedResponse(0.25, 3));
    }

    @Test
    void groupsPassThroughCompositionsAndGroups() {
        same(new Group(2, new Group(3, new Gaussian(6))), new Gaussian(1));
        same(
                new Group(2, new Composed(List.of(new Gaussian(4), new Repeated(5, new Gaussian(8))))),
                new Composed(List.of(new Gaussian(2), new Repeated(5, new Gaussian(4)))));
    }

    @Test
    void groupOfTwoDiscreteNoisesIsOneReplacement() {
        for (Mechanism noise : List.of(new DiscreteLaplace(3), new DiscreteGaussian(3))) {
            Bracket group = epsilon(new Group(2, noise), 1e-4);
            Bracket replaced = ACCOUNTANT
                    .epsilon(noise, Relation.REPLACE_ONE, 1e-4, Precision.DEFAULT)
                    .epsilon();
            assertThat(group.upper()).isCloseTo(replaced.upper(), within(1e-12));
        }
    }

    @Test
    void geometricNoiseIsSummedExactly() {
        double scale = 2;
        int k = 5;
        double r = Math.exp(-1 / scale);
        Loss group = only(new Group(k, new DiscreteLaplace(scale)));
        for (double eps = -3; eps < 3; eps += 0.37) {
            double sum = 0;
            for (int z = -200; z <= 200; z++) {
                double p = (1 - r) / (1 + r) * Math.pow(r, Math.abs(z - k));
                double q = (1 - r) / (1 + r) * Math.pow(r, Math.abs(z));
                sum += Math.max(0, p - Math.exp(eps) * q);
            }
            assertThat(group.delta(eps).midpoint()).isCloseTo(sum, within(1e-12));
        }
    }

    /** The largest true-positive rate of any chain of k pure steps, iterated as a function. */
    @Test
    void pureGroupIsTheIteratedTradeOff() {
        double step = 0.4;
        int k = 6;
        Loss group = only(new Group(k, new ApproximateDp(step, 0)));
        for (double eps = 0; eps < k * step; eps += 0.1) {
            double best = 0;
            for (int i = 0; i <= 40_000; i++) {
                double alpha = Math.pow(i / 40_000.0, 2);
                double rate = iterated(alpha, step, 0, k);
                best = Math.max(best, rate - Math.exp(eps) * alpha);
            }
            assertThat(group.delta(eps).upper()).isGreaterThanOrEqualTo(best - 1e-12);
            assertThat(group.delta(eps).lower()).isLessThanOrEqualTo(best + 1e-5);
        }
    }

    @Test
    void printedGroupFormulaOfTheSurveyFails() {
        double delta = 1e-6;
        // a chain of three (2, delta)-private steps from a test that never fires
        double attained = iterated(0, 2, delta, 3);
        double printed = 3 * Math.exp(2) * delta;
        double corrected = 3 * Math.exp(4) * delta;
        assertThat(attained).isGreaterThan(printed);
        assertThat(attained)
                .isLessThanOrEqualTo(GroupBlackBox.groupDelta(2, delta, 3))
                .isLessThan(corrected);
        assertThat(only(new Group(3, new ApproximateDp(2, delta))).delta(6).upper())
                .isGreaterThanOrEqualTo(attained);
    }

    @Test
    void concentratedBoxesGrowWithTheSquare() {
        same(new Group(3, new ZeroConcentrated(0.1, 0)), new ZeroConcentrated(0.9, 0));
        // step by step it may be a little less
        double curve = epsilon(new TruncatedConcentrated(0.4, 6), 1e-6).upper();
        assertThat(epsilon(new Group(2, new TruncatedConcentrated(0.1, 12)), 1e-6)
                        .upper())
                .isBetween(0.98 * curve, curve * (1 + 1e-9));
        same(new Group(3, new ZeroConcentrated(0.1, 0.2)), new ZeroConcentrated(0.9, 0.2 * 3 * (1 + 0.5 + 1.0 / 3)));
    }

    @Test
    void oneOrderIsAboveTheGaussianThatHasIt() {
        // at order 12 a Gaussian with mu = 1 has divergence 6; three records see mu = 3
        Bracket group = epsilon(new Group(3, new RenyiBounded(12, 6)), 1e-6);
        assertThat(group.upper())
                .isGreaterThan(epsilon(new Gaussian(1.0 / 3), 1e-6).upper());
        assertThat(group.lower()).isCloseTo(epsilon(new Gaussian(1.0 / 3), 1e-6).lower(), within(1e-9));
    }

    @Test
    void anyProfileIsAboveTheExactOne() {
        for (int k : new int[] {1, 2, 7}) {
            GroupProfile bound = new GroupProfile(k, LaplacePair.noise(1, 3), LaplacePair.noise(1, 3));
            Loss exact = LaplacePair.noise(k, 3);
            for (double eps = -2; eps < 3; eps += 0.1)
                assertThat(bound.delta(eps).upper())
                        .isGreaterThanOrEqualTo(exact.delta(eps).lower());
        }
    }

    @Test
    void saysWhyItIsSilent() {
        assertThat(knowledge(new Group(5, new TruncatedConcentrated(0.1, 4))).silences())
                .anyMatch(silence -> silence.why().reason().contains("omega"));
        assertThat(knowledge(new Group(30, new TruncatedConcentrated(0.1, 20))).silences())
                .anyMatch(silence -> silence.why().reason().equals("needs a group smaller than omega = 20.0, was 30"));
    }

    @Test
    void aGroupBeyondAllOrdersStillHasAProfile() {
        // Gaussian noise has this curve at every order, so the group may see it shifted by k mu
        double mu = Math.sqrt(2e-8);
        for (Mechanism box : List.of(new TruncatedConcentrated(1e-8, 20), new RenyiBounded(20, 2e-7))) {
            for (double eps : new double[] {0, 1e-3, 0.01}) {
                Bracket group = ACCOUNTANT
                        .delta(new Group(30, box), Relation.ADD_OR_REMOVE_ONE, eps, Precision.DEFAULT)
                        .delta();
                double gaussian = GaussianPair.of(30 * mu).delta(eps).lower();
                assertThat(group.upper()).as("%s at %s", box, eps).isBetween(gaussian, 0.01);
                assertThat(group.lower()).isBetween(gaussian * (1 - 1e-9), gaussian * (1 + 1e-9));
            }
        }
    }

    @Test
    void anyProfileComposesAboveTheExactOne() {
        // a sampled pair is another one with the roles of the neighbours swapped
        for (Change change : Change.values())
            for (int k : new int[] {2, 5}) {
                Pair one = new PoissonPair(0.5, change, GaussianPair.of(0.3), Side.UPPER);
                Pair other = new PoissonPair(
                        0.5, change == Change.ADDED ? Change.REMOVED : Change.ADDED, GaussianPair.of(0.3), Side.UPPER);
                Pair bound = new GroupProfile(k, one, other).pair(Side.UPPER);
                for (double eps = -3; eps < 3; eps += 0.1) {
                    // k runs of it are a chain of k neighbours
                    double chained = new Composition(List.of(new CountedPair(one, k)), 1e-3, new Workspace())
                            .delta(eps / 10)
                            .lower();
                    assertThat(bound.delta(eps / 10).upper())
                            .as("%s of %s at %s", k, change, eps / 10)
                            .isGreaterThanOrEqualTo(chained);
                }
            }
    }

    private static double iterated(double alpha, double eps, double delta, int k) {
        double rate = alpha;
        for (int i = 0; i < k; i++)
            rate = Math.min(1, Math.min(delta + Math.exp(eps) * rate, 1 - Math.exp(-eps) * (1 - delta - rate)));
        return rate;
    }

    private static Knowledge knowledge(Mechanism mechanism) {
        return ACCOUNTANT.knowledge(mechanism, Relation.ADD_OR_REMOVE_ONE, Direction.REMOVE, Precision.DEFAULT);
    }

    private static Loss only(Mechanism mechanism) {
        return knowledge(mechanism).known().get(0).loss();
    }
}
