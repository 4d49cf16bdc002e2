package io.sordino.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.numeric.Bracket;
import org.junit.jupiter.api.Test;

/** The integral over the profiles against closed forms of the divergence. */
class RenyiOfProfileTest {
    @Test
    void enclosesTheGaussian() {
        for (double mu : new double[] {0.3, 1, 2})
            for (double alpha : new double[] {1.5, 2, 4}) {
                GaussianPair pair = new GaussianPair(mu);
                Bracket at = new RenyiOfProfile(pair, pair, ConcentratedCurve.gaussian(mu)).at(alpha);
                double exact = alpha * mu * mu / 2;
                assertThat(at.contains(exact))
                        .as("mu %s alpha %s: %s holds %s", mu, alpha, at, exact)
                        .isTrue();
                assertThat(at.upper() - at.lower()).isLessThan(2e-4 * exact);
            }
    }

    @Test
    void enclosesTheLaplace() {
        for (double theta : new double[] {0.3, 1, 4})
            for (double alpha : new double[] {1.5, 2, 10}) {
                Pair pair = LaplacePair.noise(theta, 1);
                Bracket at = new RenyiOfProfile(pair, pair, new PureCurve(theta)).at(alpha);
                double exact = new LaplaceCurve(theta).at(alpha);
                assertThat(at.contains(exact))
                        .as("theta %s alpha %s: %s holds %s", theta, alpha, at, exact)
                        .isTrue();
                assertThat(at.upper() - at.lower()).isLessThan(1e-3 * exact);
            }
    }
}
