package io.sordino.loss.tradeoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Profile;
import io.sordino.loss.composition.ComposedRandomizedResponse;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Contradiction;
import io.sordino.numeric.Normal;
import org.junit.jupiter.api.Test;

/** Trade-offs from profiles and back, and what they say about attackers. */
class TradeOffTest {
    private static final double[] RATES = {1e-6, 1e-3, 0.01, 0.2, 0.5, 0.9};

    @Test
    void gaussianIsItsFormula() {
        for (double mu : new double[] {0, 0.5, 2})
            for (double alpha : RATES) {
                Bracket beta = new GaussianTradeOff(mu).typeTwo(alpha);
                assertThat(beta.midpoint()).isCloseTo(Normal.cdf(-Normal.quantile(alpha) - mu), within(1e-11));
                assertThat(beta.upper() - beta.lower()).isLessThan(1e-11);
            }
    }

    @Test
    void profileOfAGaussianGivesItsTradeOff() {
        for (double mu : new double[] {0.3, 1, 3})
            for (double alpha : RATES) {
                Bracket direct = new GaussianTradeOff(mu).typeTwo(alpha);
                Bracket fromProfile = new ProfileTradeOff(new GaussianPair(mu)).typeTwo(alpha);
                assertThat(fromProfile.lower()).isLessThanOrEqualTo(direct.upper());
                assertThat(fromProfile.upper()).isGreaterThanOrEqualTo(direct.lower());
                assertThat(fromProfile.upper() - fromProfile.lower()).isLessThan(1e-6);
            }
    }

    @Test
    void responseHasTwoStraightPieces() {
        // 1 - e^eps alpha, then e^-eps (1 - alpha)
        ComposedRandomizedResponse response = new ComposedRandomizedResponse(1, 0, 1);
        for (double alpha : RATES) {
            double exact = Math.max(1 - Math.E * alpha, (1 - alpha) / Math.E);
            Bracket beta = new ProfileTradeOff(response).typeTwo(alpha);
            assertThat(beta.lower()).isLessThanOrEqualTo(exact + 1e-12).isGreaterThan(exact - 1e-4);
            assertThat(beta.upper()).isGreaterThanOrEqualTo(exact - 1e-12).isLessThan(exact + 1e-2);
        }
    }

    @Test
    void attackersAreBoundedByEveryKindOfLoss() {
        Bracket gaussian = Attack.truePositiveRate(new GaussianPair(1), 0.01);
        assertThat(gaussian.midpoint()).isCloseTo(Normal.sf(-Normal.quantile(0.01) - 1), within(1e-9));
        Bracket concentrated = Attack.truePositiveRate(ConcentratedCurve.gaussian(1), 0.01);
        assertThat(concentrated.upper()).isBetween(gaussian.lower(), 2 * gaussian.upper());
        assertThat(concentrated.lower()).isEqualTo(0.01);
        Bracket equal = Attack.truePositiveRate(AtomicPair.equal(), 0.001);
        assertThat(equal.upper()).isCloseTo(0.001, within(1e-5));
        assertThat(Attack.truePositiveRate(AtomicPair.certain(), 0.001).upper()).isEqualTo(1);
    }

    /** Controls: ends that are found apart are not sorted where they meet. */
    @Test
    void aTopAboveItsLimitIsSeen() {
        assertThatExceptionOfType(Contradiction.class)
                .isThrownBy(() -> ConcaveMaximum.top(x -> Bracket.exactly(1), Math::exp, 0, 1, 0.5));
    }

    /** No delta is below 1 - e^eps. */
    @Test
    void anImpossibleProfileIsSeen() {
        Profile impossible = epsilon -> Bracket.exactly(-50);
        assertThatExceptionOfType(Contradiction.class).isThrownBy(() -> new ProfileTradeOff(impossible).typeTwo(0.5));
    }
}
