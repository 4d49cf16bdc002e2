package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.loss.sampling.ReplacedInSample;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoissonReplacedTest {
    private static final Precision FINE = new Precision(1e-3);

    private static Guarantee epsilon(String plan, double delta) {
        return Accountant.standard().epsilon(Plans.parse(plan), Relation.REPLACE_ONE, delta, FINE);
    }

    private static Bracket delta(String plan, double epsilon) {
        Bracket log = Accountant.standard()
                .delta(Plans.parse(plan), Relation.REPLACE_ONE, epsilon, FINE)
                .logDelta();
        return Bracket.of(Math.exp(log.lower()), Math.exp(log.upper()));
    }

    private static double geometric(double z, double scale) {
        return Math.exp(-Math.abs(z) / scale);
    }

    private static double laplaceCdf(double z) {
        return z < 0 ? 0.5 * Math.exp(z) : 1 - 0.5 * Math.exp(-z);
    }

    @Test
    void integerNoiseIsExact() {
        for (double rate : new double[] {0.01, 0.3, 0.9}) {
            double[] none = Laws.noise(200, 0, z -> geometric(z, 2));
            double[] up = Laws.mixed(rate, none, Laws.noise(200, 1, z -> geometric(z, 2)));
            double[] down = Laws.mixed(rate, none, Laws.noise(200, -1, z -> geometric(z, 2)));
            for (double eps : new double[] {0, 0.001, 0.05, 0.3}) {
                double truth = Laws.delta(up, down, eps);
                Bracket ours = delta("poisson(" + rate + ", discrete_laplace(2))", eps);
                assertThat(truth).isBetween(ours.lower() * (1 - 1e-9), ours.upper() * (1 + 1e-9) + 1e-15);
                assertThat(ours.width()).isLessThanOrEqualTo(1e-9 * truth + 1e-15);
            }
        }
    }

    @Test
    void twoStepsOfDiscreteGaussianNoiseAreEnumerated() {
        double[] none = Laws.noise(40, 0, z -> Math.exp(-z * z / 8));
        double[] up = Laws.mixed(0.2, none, Laws.noise(40, 1, z -> Math.exp(-z * z / 8)));
        double[] down = Laws.mixed(0.2, none, Laws.noise(40, -1, z -> Math.exp(-z * z / 8)));
        for (double eps : new double[] {0.1, 0.4, 0.9}) {
            double truth = Laws.delta(Laws.product(up, up), Laws.product(down, down), eps);
            Bracket ours = delta("2 * poisson(0.2, discrete_gaussian(2))", eps);
            assertThat(truth).isBetween(ours.lower() * (1 - 1e-9), ours.upper() * (1 + 1e-9));
            assertThat(ours.relativeWidth()).isLessThan(2e-3);
        }
    }

    /** Neighbours that no one-dimensional argument covers: the two values move different coordinates. */
    @Test
    void contributionsInDifferentDirectionsStayBelow() {
        double rate = 0.2;
        double[] still = Laws.gathered(60, 0.15, 0, PoissonReplacedTest::laplaceCdf);
        double[] moved = Laws.gathered(60, 0.15, 1, PoissonReplacedTest::laplaceCdf);
        double[] none = Laws.product(still, still);
        double[] p = Laws.mixed(rate, none, Laws.product(moved, still));
        double[] q = Laws.mixed(rate, none, Laws.product(still, moved));
        for (double eps : new double[] {0, 0.02, 0.1, 0.2, 0.3})
            assertThat(Laws.eitherWay(p, q, eps))
                    .isLessThanOrEqualTo(delta("poisson(0.2, laplace(1))", eps).upper());
    }

    /** Both parts on one sample: all ways in which the two values may move the two integers. */
    @Test
    void aSampleSeenByTwoNoisesIsEnumerated() {
        double rate = 0.25;
        for (double eps : new double[] {0, 0.05, 0.2, 0.5}) {
            Bracket ours = delta("poisson(0.25, discrete_laplace(2) + discrete_laplace(3))", eps);
            double worst = 0;
            double[] none = both(0, 0);
            for (int a = -1; a <= 1; a++)
                for (int b = -1; b <= 1; b++)
                    for (int c = -1; c <= 1; c++)
                        for (int d = -1; d <= 1; d++)
                            worst = Math.max(
                                    worst,
                                    Laws.eitherWay(
                                            Laws.mixed(rate, none, both(a, b)),
                                            Laws.mixed(rate, none, both(c, d)),
                                            eps));
            assertThat(ours.upper()).isGreaterThanOrEqualTo(worst * (1 - 1e-9));
            assertThat(ours.lower()).isLessThanOrEqualTo(worst * (1 + 1e-9));
            assertThat(ours.upper()).isLessThan(1.35 * worst + 1e-3);
        }
    }

    private static double[] both(int first, int second) {
        return Laws.product(Laws.noise(30, first, z -> geometric(z, 2)), Laws.noise(30, second, z -> geometric(z, 3)));
    }

    /** The control: leaving out the part of the replaced record would be unsound. */
    @Test
    void theRemovedProfileAloneIsTooSmall() {
        double eps = 0.18;
        double rate = 0.1;
        double truth = delta("poisson(0.1, laplace(1))", eps).lower();
        double removedAlone = rate * (1 - Math.exp((Math.log1p(Math.expm1(eps) / rate) - 1) / 2));
        assertThat(truth).isGreaterThan(removedAlone).isGreaterThan(0);
    }

    @Test
    void theBestShareIsNeverWorseThanAdvancedJointConvexity() {
        double rate = 0.1;
        LaplacePair removed = (LaplacePair) LaplacePair.noise(1, 1);
        LaplacePair replaced = (LaplacePair) LaplacePair.noise(2, 1);
        ReplacedInSample bound = new ReplacedInSample(rate, removed, replaced);
        boolean better = false;
        for (double eps = 0.01; eps < 0.5; eps += 0.01) {
            double x = 1 + Math.expm1(eps) / rate;
            double beta = Math.exp(eps) / x;
            double plain = rate
                    * ((1 - beta) * removed.delta(Math.log(x)).upper()
                            + beta * replaced.delta(Math.log(x)).upper());
            assertThat(bound.delta(eps).upper()).isLessThanOrEqualTo(plain * (1 + 1e-6));
            better |= bound.delta(eps).upper() < 0.9 * plain;
        }
        assertThat(better).isTrue();
    }

    @Test
    void bracketsOfSmoothNoiseAreNarrow() {
        for (String plan : List.of(
                "poisson(0.1, laplace(1))",
                "1000 * poisson(0.01, laplace(1))",
                "100000 * poisson(0.001, laplace(20))",
                "100 * poisson(0.1, gaussian(2) + gaussian(3))",
                "100 * poisson(0.1, sinh_normal(2, 10))")) {
            Bracket ours = epsilon(plan, 1e-6).epsilon();
            assertThat(ours.relativeWidth()).as(plan).isLessThan(2e-3);
        }
    }

    @Test
    void theSumOfGaussianNoisesIsOneGaussianNoise() {
        Bracket two =
                epsilon("10 * poisson(0.1, gaussian(3) + gaussian(4))", 1e-6).epsilon();
        Bracket one = epsilon("10 * poisson(0.1, gaussian(2.4))", 1e-6).epsilon();
        assertThat(two.lower()).isLessThanOrEqualTo(one.upper());
        assertThat(one.lower()).isLessThanOrEqualTo(two.upper());
    }

    @Test
    void aSampleOfASampleIsOneSample() {
        Bracket nested =
                epsilon("20 * poisson(0.5, poisson(0.2, laplace(1)))", 1e-6).epsilon();
        Bracket flat = epsilon("20 * poisson(0.1, laplace(1))", 1e-6).epsilon();
        assertThat(nested.lower()).isLessThanOrEqualTo(flat.upper());
        assertThat(flat.lower()).isLessThanOrEqualTo(nested.upper());
        assertThat(nested.relativeWidth()).isLessThan(2e-3);
    }

    @Test
    void ratesThatMultiplyBelowEveryDoubleSayNothingFromBelow() {
        Bracket nested = delta("poisson(1e-200, poisson(1e-200, gaussian(1)))", 0);
        assertThat(nested.lower()).isZero();
        assertThat(nested.upper()).isPositive();
    }

    /** At the first, e^634.6 times a tail of 1e-375 is half of what P has; at the second, a loss is known to 10 at best. */
    @Test
    void littleNoiseFarOutHoldsTheTruth() {
        Bracket far = delta("poisson(0.01825, gaussian(0.04895))", 634.6);
        assertThat(far.lower()).isLessThanOrEqualTo(1.1586880939753675e-100 * (1 + 1e-12));
        assertThat(far.upper()).isGreaterThanOrEqualTo(1.1586880939753675e-100 * (1 - 1e-12));
        Bracket unsure = delta("poisson(0.5463496005100573, gaussian(1.3044171022454186e-08))", 2938576806816307.0);
        assertThat(unsure.lower()).isLessThanOrEqualTo(0.09504843283250028);
        assertThat(unsure.upper()).isGreaterThanOrEqualTo(0.09504843283250028);
    }

    @Test
    void blackBoxesAreRefusedWithTheRemedy() {
        for (String plan : List.of(
                "poisson(0.1, dp(1, 1e-6))",
                "poisson(0.1, gaussian(2) + zcdp(0.1))",
                "poisson(0.1, without_replacement(5, 10, gaussian(1)))"))
            assertThatThrownBy(() -> epsilon(plan, 1e-6))
                    .as(plan)
                    .isInstanceOf(UnsupportedException.class)
                    .hasMessageContaining("both under add-remove and under replace-one")
                    .extracting(e -> ((UnsupportedException) e).remedy())
                    .asString()
                    .contains("relation add-remove")
                    .contains("without_replacement(");
    }
}
