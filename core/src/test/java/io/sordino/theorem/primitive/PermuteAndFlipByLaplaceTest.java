package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PermuteAndFlipByLaplaceTest extends TheoremContract {
    private static final long SEED = 2209;

    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("exponential(1)"));
    }

    private static Bracket delta(Mechanism mechanism, double epsilon) {
        return Accountant.standard()
                .delta(mechanism, Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                .delta();
    }

    /** The mechanism as it is defined: every order of the candidates, every coin. */
    private static double[] law(double[] scores, double epsilon) {
        double best = Double.NEGATIVE_INFINITY;
        for (double score : scores) best = Math.max(best, score);
        double[] law = new double[scores.length];
        draw(scores, epsilon, best, new boolean[scores.length], 1, law);
        return law;
    }

    private static void draw(
            double[] scores, double epsilon, double best, boolean[] seen, double probability, double[] law) {
        int left = 0;
        for (boolean one : seen) if (!one) left++;
        if (left == 0 || probability == 0) return;
        for (int i = 0; i < scores.length; i++) {
            if (seen[i]) continue;
            double coin = Math.exp(epsilon * (scores[i] - best) / 2);
            law[i] += probability / left * coin;
            seen[i] = true;
            draw(scores, epsilon, best, seen, probability / left * (1 - coin), law);
            seen[i] = false;
        }
    }

    private static double shown(double[] p, double[] q, double epsilon) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
        return sum;
    }

    @Test
    void noScoresOfUpToFiveCandidatesShowMore() {
        System.out.println("seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        double closest = 0;
        for (int i = 0; i < 3000; i++) {
            int n = random.nextInt(2, 6);
            double epsilon = random.nextDouble(0.05, 4);
            double[] scores = random.doubles(n, -5, 5).toArray();
            double[] moved = scores.clone();
            for (int j = 0; j < n; j++)
                moved[j] += random.nextBoolean() ? (random.nextBoolean() ? 1 : -1) : random.nextDouble(-1, 1);
            double order = random.nextDouble(0, epsilon);
            double seen = shown(law(scores, epsilon), law(moved, epsilon), order);
            double upper = delta(new PermuteAndFlip(epsilon), order).upper();
            assertThat(upper).as("%s at %s", epsilon, order).isGreaterThanOrEqualTo(seen * (1 - 1e-12));
            closest = Math.max(closest, seen / upper);
        }
        // the control: the bound could be broken by less
        assertThat(closest).isGreaterThan(0.8);
    }

    @Test
    void twoCandidatesAttainEveryOrder() {
        for (double epsilon : new double[] {0.1, 1, 3})
            for (double share : new double[] {0.1, 0.5, 0.9}) {
                double order = share * epsilon;
                double best = 0;
                for (double d = -3; d <= 3; d += 1e-3)
                    best = Math.max(
                            best,
                            shown(law(new double[] {d + 1, -1}, epsilon), law(new double[] {d, 0}, epsilon), order));
                assertThat(delta(new PermuteAndFlip(epsilon), order).lower())
                        .isBetween(best * (1 - 1e-3), best * (1 + 1e-3));
            }
    }

    @Test
    void compositionsLieBetweenAnswersAndNoise() {
        Mechanism many = new Repeated(20, new PermuteAndFlip(0.3));
        double order = 1;
        Bracket delta = delta(many, order);
        assertThat(delta.upper())
                .isLessThanOrEqualTo(delta(new Repeated(20, new Laplace(1 / 0.3)), order)
                                .upper()
                        * 1.01);
        double p = 1 - Math.exp(-0.15) / 2;
        double seen = 0;
        double choose = 1;
        for (int j = 0; j <= 20; j++) {
            double mine = choose * Math.pow(p, 20 - j) * Math.pow(1 - p, j);
            double theirs = choose * Math.pow(1 - p, 20 - j) * Math.pow(p, j);
            seen += Math.max(0, mine - Math.exp(order) * theirs);
            choose *= (20 - j) / (j + 1.0);
        }
        assertThat(delta.lower()).isBetween(seen * 0.99, seen * (1 + 1e-9));
    }
}
