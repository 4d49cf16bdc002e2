package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.loss.sampling.PoissonCurve;
import io.sordino.loss.sampling.PoissonGaussianCurve;
import io.sordino.loss.sampling.SubsetCurve;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Knowledge;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Renyi curves of sampled mechanisms, against sums and integrals over pairs that are known exactly. */
class RenyiOfSamplesTest {
    /** The Renyi curve of a finite pair. */
    private static final class Finite implements RenyiCurve {
        private final double[] p;
        private final double[] q;

        Finite(double[] p, double[] q) {
            this.p = p;
            this.q = q;
        }

        @Override
        public double at(double alpha) {
            if (alpha == Double.POSITIVE_INFINITY) {
                double most = 0;
                for (int i = 0; i < p.length; i++) most = Math.max(most, Math.log(p[i] / q[i]));
                return most;
            }
            return renyi(p, q, alpha) * (1 + 1e-13) + 1e-15;
        }

        @Override
        public double largestOrder() {
            return Double.POSITIVE_INFINITY;
        }
    }

    private static double renyi(double[] p, double[] q, double alpha) {
        double excess = 0;
        // E_Q[V^a - 1 - a (V - 1)], so that a small divergence keeps its digits
        for (int i = 0; i < p.length; i++) {
            double v = p[i] / q[i] - 1;
            excess += q[i] * (Math.expm1(alpha * Math.log1p(v)) - alpha * v);
        }
        return Math.log1p(excess) / (alpha - 1);
    }

    /** Simpson's rule over the outputs of N(0, 1). */
    private static double gaussianMoment(double rate, double mu, DoubleUnaryOperator ofRatio) {
        int n = 200_000;
        double low = -40;
        double high = 60;
        double h = (high - low) / n;
        double sum = 0;
        for (int i = 0; i <= n; i++) {
            double z = low + i * h;
            double ratio = 1 + rate * Math.expm1(mu * z - mu * mu / 2);
            double value = ofRatio.applyAsDouble(ratio) * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
            sum += value * (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2);
        }
        return sum * h / 3;
    }

    private static double sampledGaussian(double rate, double mu, double alpha, Direction direction) {
        double exponent = direction == Direction.ADD ? 1 - alpha : alpha;
        return Math.log(gaussianMoment(rate, mu, v -> Math.pow(v, exponent))) / (alpha - 1);
    }

    @Test
    void sampledGaussianNoiseIsExactAtEveryOrder() {
        for (double rate : new double[] {0.01, 0.2})
            for (double mu : new double[] {0.5, 1})
                for (double alpha : new double[] {1.25, 1.5, 2, 2.5, 3.7, 5, 7.5, 12}) {
                    double truth = sampledGaussian(rate, mu, alpha, Direction.REMOVE);
                    double ours = new PoissonGaussianCurve(rate, mu).at(alpha);
                    assertThat(ours).isGreaterThanOrEqualTo(truth * (1 - 1e-9));
                    assertThat(ours).isCloseTo(truth, within((alpha < 8 ? 1e-4 : 1e-8) * truth));
                    // the direction of an added record is the better one
                    assertThat(sampledGaussian(rate, mu, alpha, Direction.ADD)).isLessThanOrEqualTo(ours);
                }
    }

    /** The control: the chord between whole orders is well above the integral. */
    @Test
    void fractionalOrdersAreIntegratedNotInterpolated() {
        double chord =
                PoissonCurve.removing(0.01, ConcentratedCurve.gaussian(1)).at(1.5);
        assertThat(new PoissonGaussianCurve(0.01, 1).at(1.5)).isLessThan(0.95 * chord);
    }

    @Test
    void removedRecordsAreExactAtWholeOrders() {
        double e = Math.E;
        double[] p = {e / (1 + e), 1 / (1 + e)};
        double[] q = {p[1], p[0]};
        for (double rate : new double[] {1e-4, 0.05, 0.6}) {
            PoissonCurve curve = PoissonCurve.removing(rate, new Finite(p, q));
            for (int alpha : new int[] {2, 3, 8, 40})
                assertThat(curve.at(alpha)).isCloseTo(renyi(Laws.mixed(rate, q, p), q, alpha), within(1e-9));
            assertThat(curve.at(2.5)).isGreaterThan(renyi(Laws.mixed(rate, q, p), q, 2.5));
        }
    }

    @Test
    void addedRecordsOfRandomPairsStayBelow() {
        long seed = 20;
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            int size = 2 + random.nextInt(3);
            double[] with = law(random, size);
            double[] without = law(random, size);
            double rate = Math.exp(-5 * random.nextDouble());
            if (!(rate < 0.99)) continue;
            double[] sampled = Laws.mixed(rate, without, with);
            PoissonCurve curve = PoissonCurve.adding(rate, new Finite(with, without), new Finite(without, with));
            for (int alpha : new int[] {2, 3, 5, 17})
                assertThat(renyi(without, sampled, alpha))
                        .as("seed %d, round %d, rate %s, order %d", seed, round, rate, alpha)
                        .isLessThanOrEqualTo(curve.at(alpha) * (1 + 1e-9) + 1e-12);
        }
    }

    private static double[] law(Random random, int size) {
        double[] law = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) sum += law[i] = Math.exp(4 * random.nextGaussian());
        for (int i = 0; i < size; i++) law[i] /= sum;
        return law;
    }

    /** The control: with the curve of added records alone the sum is below the truth. */
    @Test
    void theCurveOfOneDirectionIsNotEnoughForAddedRecords() {
        double worst = 0;
        double rate = 0.3;
        for (double a = 0.001; a < 1; a += 0.004)
            for (double b = 0.001; b < 1; b += 0.004) {
                double[] with = {a, 1 - a};
                double[] without = {b, 1 - b};
                Finite adding = new Finite(without, with);
                double bound = PoissonCurve.adding(rate, adding, adding).at(2);
                worst = Math.max(worst, renyi(without, Laws.mixed(rate, without, with), 2) - bound);
            }
        assertThat(worst).isGreaterThan(0.05);
    }

    @Test
    void subsetsStayBelowTheirRenyiBound() {
        double e = Math.exp(0.7);
        double[] p = {e / (1 + e), 1 / (1 + e)};
        double[] q = {p[1], p[0]};
        for (double share : new double[] {0.001, 0.05, 0.4})
            for (int alpha : new int[] {2, 3, 7, 30}) {
                double response = renyi(Laws.mixed(share, q, p), q, alpha);
                double gaussian = sampledGaussian(share, 1, Math.min(alpha, 7), Direction.REMOVE);
                assertThat(new SubsetCurve(share, new Finite(p, q)).at(alpha)).isGreaterThan(response);
                assertThat(new SubsetCurve(share, ConcentratedCurve.gaussian(1)).at(Math.min(alpha, 7)))
                        .isGreaterThan(gaussian)
                        .isLessThan(200 * gaussian);
            }
    }

    /** The control: the bound at a third of the share is refuted. */
    @Test
    void aSmallerShareWouldBeRefuted() {
        double truth = sampledGaussian(0.05, 1, 2, Direction.REMOVE);
        assertThat(new SubsetCurve(0.05 / 3, ConcentratedCurve.gaussian(1)).at(2))
                .isLessThan(truth);
    }

    @Test
    void concentratedSubsetsStayBelowTheirBound() {
        double rho = 0.02;
        double share = 0.01;
        double omega = -Math.log(share) / (4 * rho);
        String plan = "without_replacement(10, 1000, tcdp(0.02, 1000))";
        RenyiCurve bound = (RenyiCurve) knowledge(plan).known().stream()
                .filter(known -> known.why().theorem().name().equals("SubsetConcentrated"))
                .findFirst()
                .orElseThrow()
                .loss();
        assertThat(bound.largestOrder()).isBetween(omega * (1 - 1e-9), omega);
        double mu = Math.sqrt(2 * rho);
        for (double alpha : new double[] {2, 5, 20, Math.floor(omega)}) {
            double truth = new PoissonGaussianCurve(share, mu).at(alpha);
            assertThat(bound.at(alpha)).isBetween(truth, 40 * truth);
            // the control: a constant of 0.9 in the place of 13 is refuted
            assertThat(bound.at(alpha) * 0.9 / 13).isLessThan(truth);
        }
    }

    @Test
    void conditionsOfConcentratedSubsetsAreSaid() {
        assertThat(silence("without_replacement(500, 1000, tcdp(0.02, 1000))")).contains("in (0, 0.1]");
        assertThat(silence("without_replacement(10, 1000, tcdp(0.02, 50))")).contains("larger omega");
        assertThat(silence("without_replacement(10, 1000, gaussian(1))")).contains("stated for tcdp");
    }

    private static String silence(String plan) {
        return knowledge(plan).silences().stream()
                .filter(silence -> silence.theorem().name().equals("SubsetConcentrated"))
                .findFirst()
                .orElseThrow()
                .why()
                .toString();
    }

    private static Knowledge knowledge(String plan) {
        return Accountant.standard()
                .knowledge(Plans.parse(plan), Relation.REPLACE_ONE, Direction.REPLACE, Precision.DEFAULT);
    }

    @Test
    void curvesOnSamplesAnswerAlone() {
        // a sum of black boxes is known by its curve and by no pair
        Bracket curve = epsilon("100 * poisson(0.01, 3 * zcdp(0.05))");
        Bracket gaussian = epsilon("100 * poisson(0.01, gaussian(" + 1 / Math.sqrt(0.3) + "))");
        assertThat(curve.lower()).isLessThanOrEqualTo(gaussian.upper());
        assertThat(curve.upper()).isGreaterThanOrEqualTo(gaussian.lower());
        assertThat(curve.upper()).isLessThan(2 * gaussian.upper());
    }

    private static Bracket epsilon(String plan) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 1e-6, Precision.DEFAULT)
                .epsilon();
    }
}
