package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import org.junit.jupiter.api.Test;

/** Formulas that are misprinted in the founding documents: the printed form fails where the true one holds. */
class MisprintsTest {
    private static Bracket delta(Mechanism plan, double epsilon) {
        return Accountant.standard()
                .delta(plan, Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                .delta();
    }

    /** Balle, Barthe and Gaboardi 2018, Theorem 3: the sign in the exponent. */
    @Test
    void laplaceProfile() {
        double theta = 1;
        for (double epsilon : new double[] {0, 0.3, 0.9}) {
            double printed = 1 - Math.exp(-(epsilon - theta) / 2);
            double truth = 1 - Math.exp((epsilon - theta) / 2);
            assertThat(printed).isNegative();
            assertThat(delta(new Laplace(1 / theta), epsilon).midpoint()).isCloseTo(truth, within(1e-14));
        }
        assertThat(delta(new Laplace(1), 0).midpoint()).isCloseTo(0.3935, within(1e-4));
    }

    /** Dwork's survey, (5.1): the sampling rate that turns epsilon* into epsilon. */
    @Test
    void samplingRate() {
        double base = 1;
        double wanted = 0.5;
        double printed = Math.expm1(wanted) / (Math.exp(base) - Math.exp(wanted - base) - 1);
        double right = Math.expm1(wanted) / Math.expm1(base);
        assertThat(printed).isCloseTo(0.5835, within(1e-4));
        assertThat(right).isCloseTo(0.3775, within(1e-4));
        assertThat(pure(new PoissonSampled(printed, new RandomizedResponse(base, 2)))
                        .lower())
                .isGreaterThan(0.69);
        assertThat(pure(new PoissonSampled(right, new RandomizedResponse(base, 2)))
                        .midpoint())
                .isCloseTo(wanted, within(1e-12));
    }

    private static Bracket pure(Mechanism plan) {
        return Accountant.standard()
                .epsilon(plan, Relation.ADD_OR_REMOVE_ONE, 0, Precision.DEFAULT)
                .epsilon();
    }

    /** Dwork's survey, Theorem 4.3: noise c / epsilon with c^2 = 2 ln(2 / delta) is not enough for large epsilon. */
    @Test
    void gaussianNoise() {
        double promised = 1e-5;
        double c = Math.sqrt(2 * Math.log(2 / promised));
        assertThat(delta(new Gaussian(c / 0.5), 0.5).upper()).isLessThan(promised);
        assertThat(delta(new Gaussian(c / 10), 10).lower())
                .isGreaterThan(1.35e-5)
                .isLessThan(1.37e-5);
        assertThat(delta(new Gaussian(c / 20), 20).lower())
                .isGreaterThan(9.6e-4)
                .isLessThan(9.8e-4);
    }

    /** Dwork's survey, Remark 4.5: k e^(k-1) delta is below what a group of k loses; k e^((k-1) epsilon) delta is not. */
    @Test
    void groups() {
        double epsilon = 2;
        double delta = 1e-6;
        int k = 3;
        Bracket attained = delta(new Group(k, new ApproximateDp(epsilon, delta)), k * epsilon);
        assertThat(attained.upper()).isLessThanOrEqualTo(k * Math.exp((k - 1) * epsilon) * delta);
        assertThat(attained.upper()).isGreaterThan(k * Math.exp(k - 1) * delta);
        // records that change one after the other lose (e^(k eps) - 1) / (e^eps - 1) delta together, and some mechanism
        // does
        assertThat(delta * Math.expm1(k * epsilon) / Math.expm1(epsilon)).isGreaterThan(k * Math.exp(k - 1) * delta);
    }

    /** Dwork's survey, 6.3: two draws of half the deviation have half the variance of one; they need 1/sqrt 2 each. */
    @Test
    void sharedNoise() {
        double sigma = 2;
        double printed = Math.sqrt(2 * Math.pow(sigma / 2, 2));
        double right = Math.sqrt(2 * Math.pow(sigma / Math.sqrt(2), 2));
        double promised = delta(new Gaussian(sigma), 1).upper();
        assertThat(delta(new Gaussian(printed), 1).lower()).isGreaterThan(3 * promised);
        assertThat(delta(new Gaussian(right), 1).midpoint()).isCloseTo(promised, within(1e-9 * promised));
    }
}
