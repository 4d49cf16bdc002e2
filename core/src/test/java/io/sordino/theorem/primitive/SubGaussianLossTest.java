package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.RenyiConversion;
import io.sordino.loss.renyi.SubGaussianCurve;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** (mu, tau)-concentrated privacy. */
final class SubGaussianLossTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("zcdp(0.1)"));
    }

    private static Bracket epsilon(String plan) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 1e-5, Precision.DEFAULT)
                .epsilon();
    }

    /** A mean above tau^2/2 is no news: the loss cannot have it. */
    @Test
    void theMeanIsAtMostHalfTheSquare() {
        assertThat(epsilon("cdp(0.5, 1)").upper())
                .isEqualTo(epsilon("cdp(7, 1)").upper());
        assertThat(epsilon("cdp(0.5, 1)").upper())
                .isEqualTo(epsilon("zcdp(0.5)").upper());
        assertThat(epsilon("cdp(0.1, 1)").upper())
                .isLessThan(epsilon("cdp(0.5, 1)").upper());
    }

    /** Means and squares add up. */
    @Test
    void sumsAreConcentratedToo() {
        assertThat(epsilon("4 * cdp(0.1, 0.5)").upper())
                .isCloseTo(epsilon("cdp(0.4, 1)").upper(), org.assertj.core.data.Percentage.withPercentage(1e-6));
    }

    /**
     * Every pair of laws with finitely many outcomes has a mean and a smallest tau; both of its directions must be within what is promised for the larger ones.
     */
    @Test
    void pairsOfLawsKeepWhatTheirMeanAndTauPromise() {
        long seed = 118;
        SplittableRandom random = new SplittableRandom(seed);
        int tight = 0;
        for (int i = 0; i < 2000; i++) {
            int n = random.nextInt(2, 6);
            double[] p = law(random, n);
            double[] q = law(random, n);
            double mu = Math.max(mean(p, q), mean(q, p));
            double tau = Math.max(tau(p, q), tau(q, p));
            SubGaussianCurve curve = new SubGaussianCurve(Math.min(mu, tau * tau / 2), tau);
            assertThat(mu).as("seed %s, law %s", seed, i).isLessThanOrEqualTo(tau * tau / 2 * (1 + 1e-6));
            for (double epsilon : new double[] {0.1, 0.5, 1, 2}) {
                double delta = 0;
                for (int j = 0; j < n; j++) delta += Math.max(0, p[j] - Math.exp(epsilon) * q[j]);
                double claimed = Math.exp(RenyiConversion.logDelta(curve, epsilon));
                assertThat(delta)
                        .as("seed %s, law %s at %s", seed, i, epsilon)
                        .isLessThanOrEqualTo(claimed * (1 + 1e-9));
                if (delta > 0.5 * claimed) tight++;
            }
        }
        assertThat(tight).isGreaterThan(10);
    }

    /** The control: half of the square is not enough. */
    @Test
    void aSmallerTauIsRefuted() {
        double tau = 1;
        SubGaussianCurve half = new SubGaussianCurve(tau * tau / 4, tau / Math.sqrt(2));
        double truth = io.sordino.loss.primitive.GaussianPair.of(tau).delta(2).lower();
        assertThat(Math.exp(RenyiConversion.logDelta(half, 2))).isLessThan(truth);
    }

    private static double mean(double[] p, double[] q) {
        double mean = 0;
        for (int j = 0; j < p.length; j++) mean += p[j] * Math.log(p[j] / q[j]);
        return mean;
    }

    /** The least tau, by trying many s; a little more for those between. */
    private static double tau(double[] p, double[] q) {
        double mean = mean(p, q);
        double most = 0;
        for (double s = -40; s <= 40; s += 0.05) {
            if (Math.abs(s) < 1e-9) continue;
            double sum = 0;
            for (int j = 0; j < p.length; j++) sum += p[j] * Math.exp(s * (Math.log(p[j] / q[j]) - mean));
            most = Math.max(most, 2 * Math.log(sum) / (s * s));
        }
        return Math.sqrt(most) * 1.001;
    }

    private static double[] law(SplittableRandom random, int n) {
        double[] law = new double[n];
        double sum = 0;
        for (int j = 0; j < n; j++) sum += law[j] = 0.05 + random.nextDouble();
        for (int j = 0; j < n; j++) law[j] /= sum;
        return law;
    }

    @Test
    void slipsAreNamed() {
        assertThatThrownBy(() -> Plans.parse("cdp(-1, 1)")).hasMessageContaining("mu");
        assertThatThrownBy(() -> Plans.parse("cdp(1, -1)")).hasMessageContaining("tau");
    }
}
