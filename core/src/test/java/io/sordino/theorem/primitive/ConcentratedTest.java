package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.numeric.Bracket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The black boxes that promise Renyi divergences: bounded above by conversion, below by the Gaussian among them. */
class ConcentratedTest {
    private static final Accountant ACCOUNTANT = new Accountant(List.of(
            new GaussianNoise(),
            new ZeroConcentratedCurve(),
            new TruncatedConcentratedCurve(),
            new RenyiAtOneOrder(),
            ConcentratedByGaussian.zero(),
            ConcentratedByGaussian.truncated(),
            ConcentratedByGaussian.oneOrder()));

    private static Bracket epsilon(Mechanism mechanism, double delta) {
        return ACCOUNTANT
                .epsilon(mechanism, Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    @Test
    void lowerEndIsTheGaussianOfTheSameRho() {
        Bracket black = epsilon(new ZeroConcentrated(0.5, 0), 1e-5);
        Bracket gaussian = epsilon(new Gaussian(1), 1e-5);
        assertThat(black.lower()).isBetween(gaussian.lower() * (1 - 1e-9), gaussian.upper());
        assertThat(black.upper()).isGreaterThan(gaussian.upper());
    }

    @Test
    void truncationCostsOnlyWhenItCutsTheBestOrder() {
        double whole = epsilon(new ZeroConcentrated(0.5, 0), 1e-5).upper();
        assertThat(epsilon(new TruncatedConcentrated(0.5, 1000), 1e-5).upper())
                .isBetween(whole * (1 - 1e-9), whole * (1 + 1e-9));
        assertThat(epsilon(new TruncatedConcentrated(0.5, 3), 1e-5).upper()).isGreaterThan(whole * 1.05);
    }

    @Test
    void oneOrderOfAGaussianIsAboveTheGaussian() {
        double alpha = 6;
        Bracket one = epsilon(new RenyiBounded(alpha, alpha / 2), 1e-5);
        assertThat(one.upper())
                .isGreaterThan(epsilon(new ZeroConcentrated(0.5, 0), 1e-5).upper() * (1 - 1e-12));
        assertThat(one.lower())
                .isLessThanOrEqualTo(epsilon(new Gaussian(1), 1e-5).upper());
    }

    @Test
    void offsetShiftsEpsilonAtLeastAsMuchAsNothing() {
        double without = epsilon(new ZeroConcentrated(0.1, 0), 1e-6).upper();
        double with = epsilon(new ZeroConcentrated(0.1, 0.3), 1e-6).upper();
        assertThat(with).isBetween(without, without + 0.301);
    }
}
