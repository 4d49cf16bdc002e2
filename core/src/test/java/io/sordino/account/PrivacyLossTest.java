package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tails of the loss, rho and mu of plans. */
final class PrivacyLossTest {
    private static PrivacyLoss of(String plan) {
        return Accountant.standard().loss(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, Precision.DEFAULT);
    }

    private static Divergences divergences(String plan) {
        return Accountant.standard().divergences(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, Precision.DEFAULT);
    }

    /** The loss of Gaussian noise is N(mu^2/2, mu^2). */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 1, 2, 5})
    void tailsOfNoiseAreNormal(double threshold) {
        for (double mu : new double[] {0.5, 1, 2}) {
            double truth = Normal.sf(threshold / mu - mu / 2);
            Bracket found = of("gaussian(" + 1 / mu + ")").exceeds(threshold);
            assertThat(found.lower()).as("mu %s", mu).isBetween(0.6 * truth, truth);
            assertThat(found.upper()).as("mu %s", mu).isBetween(truth, 12 * truth);
        }
        // the control: delta itself, which many take for it, is not an upper end
        assertThat(new GaussianPair(1).delta(threshold).upper()).isLessThan(Normal.sf(threshold - 0.5));
    }

    /** 20 answers: the loss is (2k - 20) eps with k binomial. */
    @Test
    void tailsOfAnswersAreBinomial() {
        double p = Math.exp(0.3) / (1 + Math.exp(0.3));
        for (double threshold : new double[] {0.4, 1.3, 2.5, 4.0}) {
            double truth = 0;
            double mass = Math.pow(1 - p, 20);
            for (int k = 0; k <= 20; k++) {
                if ((2 * k - 20) * 0.3 > threshold) truth += mass;
                mass *= (20 - k) * p / ((k + 1) * (1 - p));
            }
            Bracket found = of("20 * randomized_response(0.3)").exceeds(threshold);
            assertThat(found.lower()).as("above %s", threshold).isLessThanOrEqualTo(truth * (1 + 1e-9));
            assertThat(found.upper()).as("above %s", threshold).isGreaterThanOrEqualTo(truth * (1 - 1e-9));
            assertThat(found.upper()).isLessThan(truth * 8);
        }
        assertThat(of("20 * randomized_response(0.3)").exceeds(6.5).upper()).isZero();
    }

    /** Where a loss may be infinite it is above every threshold. */
    @Test
    void infiniteLossesCount() {
        Bracket found = of("dp(0.1, 0.01)").exceeds(50);
        assertThat(found.lower()).isLessThanOrEqualTo(0.01);
        assertThat(found.upper()).isBetween(0.01, 0.0103);
    }

    @Test
    void muOfNoiseIsThatOfNoise() {
        Bracket mu = of("8 * gaussian(4)").mu(1e-9);
        assertThat(mu.lower()).isBetween(Math.sqrt(0.5) * 0.999, Math.sqrt(0.5));
        assertThat(mu.upper()).isBetween(Math.sqrt(0.5), Math.sqrt(0.5) * 1.01);
    }

    /** At every epsilon the noise of the upper end covers the plan, down to what is left over; noise below the lower end does not. */
    @ParameterizedTest
    @CsvSource({
        "'1000 * poisson(0.01, gaussian(1))', 1e-6",
        "'20 * laplace(10)', 1e-8",
        "'randomized_response(1)', 1e-3"
    })
    void muCoversThePlan(String plan, double leftover) {
        Bracket mu = of(plan).mu(leftover);
        assertThat(mu.upper()).isLessThan(1.1 * mu.lower());
        boolean refuted = false;
        for (double epsilon = 0; epsilon < 6; epsilon += 0.0371) {
            Bracket delta = Accountant.standard()
                    .delta(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                    .delta();
            double noise = new GaussianPair(mu.upper()).delta(epsilon).upper();
            assertThat(delta.lower()).as("%s at %s", plan, epsilon).isLessThanOrEqualTo(Math.max(noise, leftover));
            double less = new GaussianPair(0.97 * mu.lower()).delta(epsilon).upper();
            refuted |= delta.lower() > Math.max(less, leftover);
        }
        assertThat(refuted).as("a mu that is 3 %% smaller is refuted").isTrue();
    }

    /** Samples do not lower rho: at large orders the sampled noise has nearly the divergence of the noise. */
    @Test
    void rhoOfASampleIsThatOfItsBase() {
        Bracket rho = divergences("10 * poisson(0.01, gaussian(2))").rho();
        assertThat(rho.lower()).isBetween(1.2499999, 1.25);
        assertThat(rho.upper()).isBetween(1.25, 1.2501);
        // the control: far orders count, near ones alone would promise less
        assertThat(divergences("10 * poisson(0.01, gaussian(2))").rho(8).upper())
                .isLessThan(0.1);
    }

    @Test
    void rhoOfBoundedLossesIsKnown() {
        // D_alpha of randomized response, by its definition
        double p = Math.exp(1) / (1 + Math.exp(1));
        double least = 0;
        for (double alpha = 1.0001; alpha < 400; alpha += 0.01) {
            double moment =
                    Math.pow(p, alpha) * Math.pow(1 - p, 1 - alpha) + Math.pow(1 - p, alpha) * Math.pow(p, 1 - alpha);
            least = Math.max(least, Math.log(moment) / (alpha - 1) / alpha);
        }
        Bracket rho = divergences("randomized_response(1)").rho();
        // the largest is that of orders next to 1, tanh(1/2)
        assertThat(rho.lower()).isBetween(least * 0.999, Math.tanh(0.5));
        assertThat(rho.upper()).isBetween(Math.tanh(0.5), least * 1.01);
        // pure privacy is eps^2/2-concentrated, no less
        assertThat(rho.upper()).isLessThan(0.5);
    }

    @Test
    void rhoIsInfiniteWhereALossMayBe() {
        assertThat(divergences("dp(1, 1e-9)").rho().lower()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(divergences("tcdp(0.1, 20)").rho().upper()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void slipsAreNamed() {
        assertThatThrownBy(() -> of("gaussian(1)").exceeds(0))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("threshold");
        assertThatThrownBy(() -> of("gaussian(1)").mu(0))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("in (0, 1)");
    }
}
