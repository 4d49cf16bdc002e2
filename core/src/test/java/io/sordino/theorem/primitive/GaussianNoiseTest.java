package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Pair;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import java.util.List;
import org.junit.jupiter.api.Test;

class GaussianNoiseTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("laplace(1)"));
    }

    private static final GaussianNoise THEOREM = new GaussianNoise();

    @Override
    List<Case> cases() {
        return List.of(of(0.1), of(0.5), of(1), of(4), of(30), of(1e6));
    }

    private static Case of(double noise) {
        double mu = 1 / noise;
        return new Case("gaussian(" + noise + ")", pair(noise), mu, random -> mu * (mu / 2 + random.nextGaussian()));
    }

    private static Pair pair(double noise) {
        return Leaf.pair(THEOREM, new Gaussian(noise));
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                pair(Double.MIN_VALUE),
                pair(1e-300),
                pair(1e-100),
                pair(1e-5),
                pair(1e5),
                pair(1e100),
                pair(1e300),
                pair(Double.MAX_VALUE),
                Leaf.pair(new GaussianDpPair(), new GaussianDp(0)));
    }

    @Test
    void theBlackBoxIsTheSamePairAndIsNeverDoubled() {
        for (Relation relation : Relation.values())
            assertThat(Leaf.pair(new GaussianDpPair(), new GaussianDp(0.25), relation))
                    .isEqualTo(pair(4));
        assertThat(Leaf.pair(THEOREM, new Gaussian(8), Relation.REPLACE_ONE)).isEqualTo(pair(4));
    }

    /** Dwork, Theorem 4.3, as printed: sigma = c / eps with c^2 >= 2 ln(2 / delta), for every eps. */
    @Test
    void theClassicalConstantFailsForALargeEpsilon() {
        double delta = 1e-5;
        double c = Math.sqrt(2 * Math.log(2 / delta));
        assertThat(pair(c / 1).delta(1).upper()).isLessThan(delta);
        Bracket atTen = pair(c / 10).delta(10);
        Bracket atTwenty = pair(c / 20).delta(20);
        assertThat(atTen.lower()).isGreaterThan(1.3 * delta);
        assertThat(atTen.lower()).isCloseTo(1.36e-5, org.assertj.core.data.Offset.offset(1e-7));
        assertThat(atTwenty.lower()).isCloseTo(9.7e-4, org.assertj.core.data.Offset.offset(1e-5));
    }

    @Test
    void widthStaysBelowElevenDigitsOverTheWholeRange() {
        for (double noise = 0.02; noise < 1e15; noise *= 1.7) {
            Pair pair = pair(noise);
            double mu = 1 / noise;
            for (double x = -20; x < 37; x += 0.37) {
                double eps = x * mu + (x > 0 ? mu * mu / 2 : 0);
                Bracket log = pair.logDelta(eps);
                if (log.upper() < -690) continue;
                assertThat(log.width()).as(noise + " at " + eps).isLessThan(3e-11);
                if (log.upper() > -400)
                    assertThat(log.width()).as(noise + " at " + eps).isLessThan(1e-11);
            }
        }
    }
}
