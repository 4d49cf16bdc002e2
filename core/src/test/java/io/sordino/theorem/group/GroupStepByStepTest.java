package io.sordino.theorem.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.loss.renyi.OneOrderCurve;
import io.sordino.loss.renyi.SteppedGroup;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Groups record by record. */
final class GroupStepByStepTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("group(20000, tcdp(0.1, 20))", "add-remove", "at most 1000 records"),
                notAbout("tcdp(0.1, 20)"));
    }

    private static double upper(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    /** Groups as large as omega and larger have an answer, and it grows with the group. */
    @Test
    void groupsBeyondOmegaDegradeGracefully() {
        double before = upper("group(3, tcdp(0.001, 20))", 1e-5);
        for (int k : new int[] {6, 12, 19, 20, 21, 30, 60}) {
            double here = upper("group(" + k + ", tcdp(0.001, 20))", 1e-5);
            assertThat(here).as("%s records", k).isBetween(before, Double.MAX_VALUE);
            before = here;
        }
        assertThat(upper("2 * group(30, tcdp(0.001, 20))", 1e-5))
                .isBetween(upper("group(30, tcdp(0.001, 20))", 1e-5), 1e6);
    }

    /**
     * Exponential laws whose rates are in a geometric row lose one order a record: P(S) = Q(S)^g with g = ((w-1)/w)^k, w the order up to which neighbours' divergences are finite. The steps
     * cover that, and the control that forgets the factors e^(e_1 + ... ) does not.
     */
    @Test
    void exponentialLawsAreCoveredAndEqualStepsAreNotEnough() {
        double ratio = 1.25;
        double order = 0.8 * ratio / (ratio - 1);
        double rho = 0;
        for (double alpha = 1.0001; alpha < order; alpha += 0.001)
            rho = Math.max(rho, Math.max(divergence(1, ratio, alpha), divergence(ratio, 1, alpha)) / alpha);
        ConcentratedCurve curve = new ConcentratedCurve(rho * 1.001, 0, order);
        int broken = 0;
        for (int k : new int[] {1, 2, 4, 8, 16}) {
            SteppedGroup group = new SteppedGroup(k, curve);
            double power = Math.pow(ratio, -k);
            for (double epsilon : new double[] {0.5, 1, 3, 8, 20}) {
                // the largest q^g - e^eps q is where its slope is 0
                double q = Math.min(1, Math.exp((Math.log(power) - epsilon) / (1 - power)));
                double truth = Math.pow(q, power) - Math.exp(epsilon) * q;
                assertThat(group.delta(epsilon).upper())
                        .as("%s records at %s", k, epsilon)
                        .isGreaterThanOrEqualTo(truth);
                if (k * curve.delta(epsilon / k).upper() < truth) broken++;
            }
        }
        assertThat(broken)
                .as("cases in which a sum without growing factors is below the truth")
                .isGreaterThan(5);
    }

    private static double divergence(double a, double b, double alpha) {
        double mixed = alpha * a + (1 - alpha) * b;
        return mixed > 0 ? (alpha * Math.log(a) + (1 - alpha) * Math.log(b) - Math.log(mixed)) / (alpha - 1) : 1e300;
    }

    /** Chains of random laws, counted out: each neighbour has the divergence of one order that the next one is allowed. */
    @Test
    void chainsOfRandomLawsAreCountedOut() {
        long seed = 128;
        SplittableRandom random = new SplittableRandom(seed);
        int near = 0;
        for (int i = 0; i < 20_000; i++) {
            int outcomes = random.nextInt(2, 4);
            int k = random.nextInt(1, 6);
            double alpha = 1 + random.nextDouble(0.2, 4);
            double[][] chain = new double[k + 1][];
            double most = 0;
            for (int j = 0; j <= k; j++) {
                chain[j] = law(random, outcomes);
                if (j > 0)
                    most = Math.max(
                            most, Math.max(renyi(chain[j - 1], chain[j], alpha), renyi(chain[j], chain[j - 1], alpha)));
            }
            SteppedGroup group = new SteppedGroup(k, new OneOrderCurve(alpha, most * (1 + 1e-12) + 1e-15));
            double epsilon = random.nextDouble(0, 3);
            double truth = 0;
            for (int j = 0; j < outcomes; j++) truth += Math.max(0, chain[0][j] - Math.exp(epsilon) * chain[k][j]);
            double claimed = group.delta(epsilon).upper();
            assertThat(claimed).as("seed %s, chain %s", seed, i).isGreaterThanOrEqualTo(truth * (1 - 1e-12));
            if (truth > 0.3 * claimed) near++;
        }
        assertThat(near).as("chains that come near").isGreaterThan(100);
    }

    private static double renyi(double[] p, double[] q, double alpha) {
        double sum = 0;
        for (int j = 0; j < p.length; j++) sum += Math.pow(p[j], alpha) * Math.pow(q[j], 1 - alpha);
        return Math.log(sum) / (alpha - 1);
    }

    private static double[] law(SplittableRandom random, int n) {
        double[] law = new double[n];
        double sum = 0;
        for (int j = 0; j < n; j++) sum += law[j] = Math.exp(-6 * random.nextDouble());
        for (int j = 0; j < n; j++) law[j] /= sum;
        return law;
    }
}
