package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The band of shuffled batches: the published lower end, and above one step or what amplification leaves of it. */
final class ShuffledEpochTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("shuffled_batches(10, sinh_normal(2, 1))", "add-remove", "needs A >= sigma"));
    }

    private static Bracket epsilon(String plan, Relation relation, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), relation, delta, Precision.DEFAULT)
                .answer();
    }

    @ParameterizedTest
    @CsvSource({"0.5, 100, 10.9971, 10.9972", "1, 100, 4.681, 4.866", "0.7, 1000, 7.309, 7.373", "1, 1000, 3.724, 4.478"
    })
    void theBandIsThePublishedOne(double sigma, long batches, double lower, double upper) {
        String plan = "shuffled_batches(" + batches + ", gaussian(" + sigma + "))";
        for (Relation relation : new Relation[] {Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_SPECIAL}) {
            Bracket band = epsilon(plan, relation, 1e-6);
            assertThat(band.lower()).isBetween(lower - 1e-3, lower + 1e-3);
            assertThat(band.upper()).isBetween(upper - 1e-3, upper + 1e-3);
        }
    }

    /** The supremum over thresholds, written out; cells can only lose a little of it. */
    @Test
    void theLowerEndIsTheBestThreshold() {
        double sigma = 1;
        double eps = epsilon("shuffled_batches(100, gaussian(1))", Relation.REPLACE_SPECIAL, 1e-6)
                .lower();
        double best = 0;
        for (double c = 0; c < 12; c += 1e-3) {
            double others = Math.pow(Normal.cdf(c / sigma), 99);
            double p = 1 - Normal.cdf((c - 2) / sigma) * others;
            double q = 1 - Normal.cdf((c - 1) / sigma) * others;
            best = Math.max(best, p - Math.exp(eps) * q);
        }
        assertThat(best).isBetween(1e-6, 1.01e-6);
    }

    @Test
    void oneBatchIsTheBase() {
        assertThat(epsilon("shuffled_batches(1, gaussian(2))", Relation.REPLACE_SPECIAL, 1e-6))
                .isEqualTo(epsilon("gaussian(2)", Relation.REPLACE_SPECIAL, 1e-6));
    }

    @Test
    void aFreshOrderAndTheSameOneAreDifferentPlans() {
        Bracket fresh = epsilon("15 * shuffled_batches(235, gaussian(1.1))", Relation.REPLACE_SPECIAL, 1e-5);
        Bracket same = epsilon("shuffled_batches(235, 15 * gaussian(1.1))", Relation.REPLACE_SPECIAL, 1e-5);
        Bracket none = epsilon("15 * gaussian(1.1)", Relation.REPLACE_SPECIAL, 1e-5);
        assertThat(fresh.upper()).isLessThan(0.4 * none.upper());
        assertThat(fresh.lower()).isBetween(6.1, 6.2);
        assertThat(same.lower()).isGreaterThan(0.9999 * none.lower());
    }

    @Test
    void allocationIsBelowTheBandWhereNoiseIsLow() {
        Bracket batches = epsilon("shuffled_batches(100, gaussian(0.5))", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        Bracket allocated = epsilon("allocated(1, 100, gaussian(0.5))", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(allocated.upper()).isLessThan(0.6 * batches.lower());
    }

    @Test
    void replacedRecordsHaveABandToo() {
        Bracket band = epsilon("shuffled_batches(100, gaussian(1))", Relation.REPLACE_ONE, 1e-6);
        assertThat(band.upper())
                .isLessThanOrEqualTo(
                        epsilon("gaussian(1)", Relation.REPLACE_ONE, 1e-6).upper());
        assertThat(band.lower()).isBetween(6.39, 6.394);
    }

    /** For Laplace noise too the largest batch shows no less than the best threshold on it. */
    @ParameterizedTest
    @CsvSource({"0.2, 100", "0.4, 10"})
    void laplaceNoiseHasABandFromTheLargestBatch(double scale, int batches) {
        String plan = "shuffled_batches(" + batches + ", laplace(" + scale + "))";
        Bracket band = epsilon(plan, Relation.REPLACE_SPECIAL, 1e-6);
        assertThat(band.upper()).isBetween(1 / scale * (1 - 1e-4), 1 / scale * (1 + 1e-9));
        double best = 0;
        for (double c = -5 * scale; c < 40 * scale; c += 2e-3 * scale) {
            double others = Math.pow(laplace(c / scale), batches - 1);
            double p = 1 - laplace((c - 2) / scale) * others;
            double q = 1 - laplace((c - 1) / scale) * others;
            best = Math.max(best, p - Math.exp(band.lower()) * q);
        }
        assertThat(best).isLessThanOrEqualTo(1e-6);
        assertThat(band.lower()).isGreaterThan(0.8 / scale);
    }

    private static double laplace(double z) {
        return z < 0 ? Math.exp(z) / 2 : 1 - Math.exp(-z) / 2;
    }

    /** All others contribute nothing: one batch of four differs, by every outcome. */
    @Test
    void anyBaseHasALowerEndFromSilentOthers() {
        List<AllOutcomes.Outcome> all = AllOutcomes.allocated(1, 4, AllOutcomes.response(2, 2));
        for (Relation relation : new Relation[] {Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_SPECIAL})
            for (double delta : new double[] {1e-2, 1e-3}) {
                Bracket band = epsilon("shuffled_batches(4, randomized_response(2))", relation, delta);
                double at = worst(all, band.lower());
                double further = worst(all, band.lower() * 1.01);
                assertThat(at).isGreaterThanOrEqualTo(delta * (1 - 1e-9));
                assertThat(further).isLessThan(delta);
                assertThat(band.upper()).isBetween(band.lower(), 2 + 1e-9);
            }
    }

    private static double worst(List<AllOutcomes.Outcome> all, double epsilon) {
        return Math.max(
                AllOutcomes.delta(all, epsilon, Direction.REMOVE), AllOutcomes.delta(all, epsilon, Direction.ADD));
    }

    @ParameterizedTest
    @CsvSource({"laplace(1)", "laplace(10)", "randomized_response(1)", "discrete_laplace(2)", "2 * laplace(3)"})
    void lowerEndsComposeOverEpochs(String base) {
        Bracket one = epsilon("shuffled_batches(50, " + base + ")", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        Bracket ten = epsilon("10 * shuffled_batches(50, " + base + ")", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        Bracket none = epsilon("10 * (" + base + ")", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(one.lower()).isPositive();
        assertThat(ten.lower()).isGreaterThan(one.lower()).isLessThanOrEqualTo(none.upper());
        assertThat(ten.upper()).isLessThanOrEqualTo(none.upper() * 1.001);
    }

    /** A peer reports these for shuffled batches. */
    @Test
    void poissonNumbersAreNoBoundsOnShuffledBatches() {
        Bracket batches = epsilon("shuffled_batches(100, gaussian(0.5))", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        Bracket sampled = epsilon("100 * poisson(0.01, gaussian(0.5))", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(sampled.upper()).isLessThan(0.9 * batches.lower());
    }

    /** A step of which only lower ends are known. */
    @Test
    void aStepThatNothingBoundsFromAboveIsRefused() {
        String step = "group(1849, last_iterate(steps=885, step_size=1e-13, noise=0.01, lipschitz=881, smoothness=715,"
                + " dataset_size=127)) + randomized_response(195, k=36)";
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> Accountant.standard()
                        .epsilon(
                                Plans.parse("shuffled_batches(186, 48 * (" + step + "))"),
                                Relation.ADD_OR_REMOVE_ONE,
                                1e-6,
                                Precision.DEFAULT))
                .isInstanceOf(io.sordino.account.UnsupportedException.class);
    }
}
