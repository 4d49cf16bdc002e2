package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.allocation.AllocatedInverseMoments;
import io.sordino.loss.allocation.AllocatedMoments;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.loss.renyi.PureCurve;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Renyi routes against sums over partitions, over outcomes and against a published bound that fails. */
final class AllocationInRenyiTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(2, 10, gaussian(1))", "add-remove", "more than one step"),
                silentOn("allocated(1, 10, laplace(1))", "add", "stated for a Gaussian step"));
    }

    @Test
    void theSeriesIsTheSumOverPartitions() {
        // E[M^3] = t^-3 (t mu_3 + 3 t (t-1) mu_2 + t (t-1) (t-2)), mu_j = e^(j (j-1) / (2 sigma^2))
        for (double t : new double[] {2, 3, 10, 1000}) {
            double sigma = 0.8;
            double mu2 = Math.exp(1 / (sigma * sigma));
            double mu3 = Math.exp(3 / (sigma * sigma));
            double truth = (t * mu3 + 3 * t * (t - 1) * mu2 + t * (t - 1) * (t - 2)) / (t * t * t);
            double got = new AllocatedMoments((long) t, ConcentratedCurve.gaussian(1 / sigma)).at(3);
            assertThat(got)
                    .isGreaterThanOrEqualTo(Math.log(truth) / 2 * (1 - 1e-14))
                    .isLessThan(Math.log(truth) / 2 + 1e-11);
        }
    }

    @Test
    void theSeriesBoundsEveryOutcome() {
        List<AllOutcomes.Outcome> all = AllOutcomes.allocated(1, 6, AllOutcomes.response(1, 2));
        List<AllOutcomes.Outcome> step = AllOutcomes.response(1, 2);
        RenyiCurve base = new RenyiCurve() {
            @Override
            public double at(double alpha) {
                return Math.log(AllOutcomes.moment(step, alpha)) / (alpha - 1) * (1 + 1e-14);
            }

            @Override
            public double largestOrder() {
                return 40;
            }
        };
        AllocatedMoments curve = new AllocatedMoments(6, base);
        for (double alpha : new double[] {2, 2.5, 3, 7, 11.25, 32}) {
            double truth = Math.log(AllOutcomes.moment(all, alpha)) / (alpha - 1);
            assertThat(curve.at(alpha)).as("order %s", alpha).isGreaterThanOrEqualTo(truth * (1 - 1e-13));
            if (alpha == Math.rint(alpha)) assertThat(curve.at(alpha)).isLessThan(truth + 1e-11);
        }
        assertThat(new AllocatedMoments(6, new PureCurve(1)).at(3)).isGreaterThanOrEqualTo(curve.at(3) * (1 - 1e-12));
    }

    /** A released bound says 0.01195 here, below the truth of 0.03601. */
    @Test
    void theIntegralIsNotBelowTheTruthWhereAReleasedBoundIs() {
        double ours = new AllocatedInverseMoments(1000, 2).at(2);
        assertThat(ours).isGreaterThan(0.0359).isLessThan(0.0362);
    }

    @Test
    void oneStepGivesTheGaussianCurve() {
        for (double alpha : new double[] {1.5, 2, 4, 10})
            assertThat(new AllocatedInverseMoments(1, 0.5).at(alpha))
                    .isGreaterThanOrEqualTo(alpha / 8)
                    .isLessThan(alpha / 8 * 1.01 + 1e-3);
    }

    /** The same released bound on added records, by its formula, at every plan of two steps that is tried. */
    @ParameterizedTest
    @CsvSource({"0.5, 2", "1, 2", "1, 5", "2, 3", "0.7, 8"})
    void aReleasedBoundOnAddedRecordsIsBelowTheTruth(double sigma, double order) {
        double released = released(sigma, 2, order);
        double truth = twoSteps(sigma, order);
        double ours = new AllocatedInverseMoments(2, 1 / sigma).at(order);
        assertThat(released).isLessThan(truth);
        assertThat(ours).isGreaterThanOrEqualTo(truth * (1 - 1e-9)).isLessThan(truth * 1.01 + 1e-3);
    }

    private static double released(double sigma, double t, double order) {
        double s2 = sigma * sigma;
        return order / (2 * s2 * t)
                + order * (t - 1) / (2 * s2 * t * (order - 1))
                - t * Math.log1p(order * Math.expm1((t - 1) / (s2 * t * t))) / (2 * (order - 1));
    }

    /** log E[M^(1 - order)] / (order - 1) for two steps, on a fine grid of both noises. */
    private static double twoSteps(double sigma, double order) {
        double h = 0.02;
        int n = (int) (12 / h);
        double[] ratio = new double[2 * n + 1];
        double[] mass = new double[2 * n + 1];
        for (int i = -n; i <= n; i++) {
            ratio[i + n] = Math.exp(i * h / sigma - 0.5 / (sigma * sigma));
            mass[i + n] = h * Math.exp(-0.5 * i * h * i * h) / Math.sqrt(2 * Math.PI);
        }
        double sum = 0;
        for (int i = 0; i <= 2 * n; i++)
            for (int j = 0; j <= 2 * n; j++) sum += mass[i] * mass[j] * Math.pow((ratio[i] + ratio[j]) / 2, 1 - order);
        return Math.log(sum) / (order - 1);
    }
}
