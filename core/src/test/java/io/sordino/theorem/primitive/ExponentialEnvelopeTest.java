package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem.Holds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExponentialEnvelopeTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("dp(1)"));
    }

    private static final ExponentialEnvelope THEOREM = new ExponentialEnvelope();

    @Override
    List<Case> cases() {
        return List.of(of(12), of(3), of(1), of(0.01));
    }

    private static Case of(double epsilon) {
        // P(L > a) = (1 - e^((a - eps)/2)) / (1 - e^-eps), inverted
        return new Case(
                "exponential(" + epsilon + ")",
                pair(epsilon),
                epsilon,
                random -> epsilon + 2 * Math.log1p(random.nextDouble() * Math.expm1(-epsilon)));
    }

    private static Pair pair(double epsilon) {
        return Leaf.pair(THEOREM, new Exponential(epsilon));
    }

    @Override
    List<Pair> extremes() {
        return List.of(pair(0), pair(Double.MIN_VALUE), pair(1e-300), pair(1e-160), pair(700), pair(1e4), pair(1e300));
    }

    /** The profile of the member with losses t and t - eps. */
    private static double member(double epsilon, double t, double a) {
        double p = Math.expm1(t - epsilon) / Math.expm1(-epsilon);
        double high = p * Math.max(0, -Math.expm1(a - t));
        double low = (1 - p) * Math.max(0, -Math.expm1(a - (t - epsilon)));
        return high + low;
    }

    @Test
    void dominatesEveryMemberOfTheClass() {
        for (double epsilon : new double[] {0.2, 1, 5}) {
            for (int i = 0; i <= 60; i++) {
                for (int j = -70; j <= 70; j++) {
                    double a = epsilon * j / 60;
                    double largest = pair(epsilon).delta(a).upper();
                    assertThat(member(epsilon, epsilon * i / 60, a)).isLessThanOrEqualTo(largest * (1 + 1e-12));
                }
            }
        }
    }

    @Test
    void everyOrderIsAttained() {
        for (double epsilon : new double[] {0.2, 1, 5}) {
            for (double a : new double[] {-0.9 * epsilon, -0.1, 0, 0.1, 0.8 * epsilon}) {
                Bracket delta = pair(epsilon).delta(a);
                double attained = member(epsilon, (a + epsilon) / 2, a);
                assertThat(attained).isBetween(delta.lower() * (1 - 1e-12), delta.upper() * (1 + 1e-12));
            }
        }
        assertThat(pair(2).delta(0).contains(Math.tanh(0.5))).isTrue();
    }

    @Test
    void isAnUpperEndOnlySinceNoMemberAttainsAllOrders() {
        Holds holds = (Holds) Leaf.ask(THEOREM, new Exponential(1), Relation.ADD_OR_REMOVE_ONE);
        assertThat(holds.reach()).isEqualTo(Reach.ABOVE);
    }

    @Test
    void theAttainedCurveIsNoPairAndCannotBeComposed() {
        Holds holds = (Holds) Leaf.ask(new ExponentialAttained(), new Exponential(1), Relation.ADD_OR_REMOVE_ONE);
        Loss loss = holds.loss();
        assertThat(holds.reach()).isEqualTo(Reach.BELOW);
        assertThat(loss).isInstanceOf(Profile.class).isNotInstanceOf(Pair.class);
        assertThat(loss.logDelta(0.3)).isEqualTo(pair(1).logDelta(0.3));
    }

    @Test
    void twoCandidatesStayBelowTheEnvelopeAndTouchItAtZero() {
        Holds holds = (Holds) Leaf.ask(new ExponentialOfTwo(), new Exponential(2), Relation.ADD_OR_REMOVE_ONE);
        assertThat(holds.reach()).isEqualTo(Reach.BELOW);
        for (double a : new double[] {-1.5, -0.3, 0, 0.4, 0.99, 1.5})
            assertThat(holds.loss().delta(a).lower())
                    .isLessThanOrEqualTo(pair(2).delta(a).upper());
        assertThat(holds.loss().delta(0).upper())
                .isGreaterThanOrEqualTo(pair(2).delta(0).lower());
    }

    /** The definition on random scores: losses of real exponential mechanisms never beat the envelope. */
    @Test
    void randomMechanismsNeverExceedTheEnvelope() {
        Random random = new Random(7);
        double epsilon = 1.3;
        for (int trial = 0; trial < 3000; trial++) {
            int n = 2 + random.nextInt(6);
            double[] p = new double[n];
            double[] q = new double[n];
            double sumP = 0;
            double sumQ = 0;
            for (int i = 0; i < n; i++) {
                double score = 6 * random.nextDouble();
                double other =
                        score + (random.nextInt(3) == 0 ? 2 * random.nextDouble() - 1 : random.nextBoolean() ? 1 : -1);
                sumP += p[i] = Math.exp(epsilon * score / 2);
                sumQ += q[i] = Math.exp(epsilon * other / 2);
            }
            double a = epsilon * (2 * random.nextDouble() - 1);
            double delta = 0;
            for (int i = 0; i < n; i++) delta += Math.max(0, p[i] / sumP - Math.exp(a) * q[i] / sumQ);
            assertThat(delta).isLessThanOrEqualTo(pair(epsilon).delta(a).upper() + 1e-14);
        }
    }
}
