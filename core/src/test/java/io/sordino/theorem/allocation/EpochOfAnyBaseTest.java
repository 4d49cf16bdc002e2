package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A shuffled epoch amplifies whatever a batch releases. */
final class EpochOfAnyBaseTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("shuffled_batches(100, gaussian(1))", "replace-one", "Gaussian are the better ones"),
                silentOn("shuffled_batches(100, 15 * laplace(1))", "replace-one", "order of the records is used again"),
                silentOn("shuffled_batches(100, poisson(0.1, laplace(1)))", "replace-special", "a plan inside"),
                silentOn("shuffled_batches(2, laplace(1))", "add-remove", "two batches"),
                silentOn("shuffled_batches(100, unary(1))", "add-remove", "a local report hides"),
                silentOn("shuffled_batches(100, dp(400))", "add-remove", "no doubles"));
    }

    private static Bracket epsilon(String plan, Relation relation, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), relation, delta, Precision.DEFAULT)
                .answer();
    }

    /** Upper ends were 4.455, 104, 47.7, 191.7 and 318.7 without amplification. */
    @ParameterizedTest
    @CsvSource({
        "'100 * shuffled_batches(183, laplace(10.48))', 0.268, 0.291",
        "'1000 * shuffled_batches(528, discrete_laplace(2.985))', 2.0, 2.6",
        "'100 * shuffled_batches(338, exponential(1.108))', 1.3, 3.1",
        "'1000 * shuffled_batches(19, dp(0.497))', 23, 35",
        "'1000 * shuffled_batches(912, randomized_response(0.6827))', 3.4, 5.2",
    })
    void theBandIsNarrow(String plan, double lower, double upper) {
        Bracket band = epsilon(plan, Relation.ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(band.lower()).isBetween(lower, band.upper());
        assertThat(band.upper()).isLessThanOrEqualTo(upper);
    }

    /** Noise on integers is nearly Gaussian noise, whose bound knows more. */
    @Test
    void noiseWithoutLargestLossAmplifiesToo() {
        Bracket discrete = epsilon("shuffled_batches(1000, discrete_gaussian(4))", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        Bracket continuous = epsilon("shuffled_batches(1000, gaussian(4))", Relation.ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(discrete.upper()).isBetween(continuous.lower(), 1.15 * continuous.upper());
    }

    /** What an absent record may send, others seldom do: the laws with and without the record are not each other's mirror. */
    @Test
    void anAddedRecordHidesAmongOthersAsFarAsTheyCouldBeNobody() {
        double x = Math.exp(0.1);
        double attained = 0;
        double others = Math.pow(0.99, 100);
        double before = 0;
        for (int ones = 0; ones < 20; ones++) {
            attained += Math.max(0, 0.9 * others + 0.1 * before - x * (0.99 * others + 0.01 * before));
            before = others;
            others *= (100 - ones) / (ones + 1.0) * 0.01 / 0.99;
        }
        double upper = Accountant.standard()
                .delta(
                        Plans.parse("shuffled_batches(101, finite_pair([0.01, 0.99], [0.1, 0.9]))"),
                        Relation.ADD_OR_REMOVE_ONE,
                        0.1,
                        Precision.DEFAULT)
                .answer()
                .upper();
        assertThat(attained).isBetween(0.0080, 0.0081);
        assertThat(upper).isGreaterThanOrEqualTo(attained);
    }

    /** With the record an outcome is seen less often or else alone, so that the largest finite loss lies below 0. */
    @ParameterizedTest
    @CsvSource({
        "'finite_pair([0.67, 0.33], [0, 1])', 0.67",
        "'finite_pair([0, 1], [0.67, 0.33])', 0.67",
        "'finite_pair([0.5, 0.5, 0], [0.4, 0.4, 0.2])', 0.2",
        "'dp(0, 0.1)', 0.1",
    })
    void aLargestLossBelowZeroIsTheEndOfNoDots(String base, double mostOfOneStep) {
        double upper = Accountant.standard()
                .delta(
                        Plans.parse("shuffled_batches(40, " + base + ")"),
                        Relation.ADD_OR_REMOVE_ONE,
                        0.1,
                        Precision.DEFAULT)
                .answer()
                .upper();
        assertThat(upper).isLessThanOrEqualTo(mostOfOneStep * (1 + 1e-9));
    }

    @Test
    void moreBatchesHideMore() {
        double before = Double.POSITIVE_INFINITY;
        for (int batches : new int[] {3, 20, 100, 500, 3000}) {
            double upper = epsilon("shuffled_batches(" + batches + ", laplace(2))", Relation.REPLACE_ONE, 1e-6)
                    .upper();
            assertThat(upper).as("%s batches", batches).isLessThan(before * 1.002);
            before = upper;
        }
    }

    /** Where nothing is gained the pair is that of one step, largest loss included, so that sums lose nothing by it. */
    @ParameterizedTest
    @CsvSource({
        "'2 * shuffled_batches(10, randomized_response(1)) + laplace(6)', '2 * randomized_response(1) + laplace(6)'",
        "'3 * shuffled_batches(3, dp(0.2, 1e-7)) + gaussian(20)', '3 * dp(0.2, 1e-7) + gaussian(20)'",
        "'2 * shuffled_batches(5, laplace(0.1))', '2 * laplace(0.1)'",
    })
    void sumsAreNeverWorseThanWithoutAmplification(String shuffled, String plain) {
        double upper = epsilon(shuffled, Relation.ADD_OR_REMOVE_ONE, 1e-6).upper();
        assertThat(upper)
                .isLessThanOrEqualTo((1 + Precision.DEFAULT.width())
                        * epsilon(plain, Relation.ADD_OR_REMOVE_ONE, 1e-6).upper());
    }

    /** One batch fewer than there are, since the last may be smaller: three are two, and two records hide less than all three. */
    @Test
    void theLastBatchDoesNotCount() {
        double three = Accountant.standard()
                .delta(
                        Plans.parse("shuffled_batches(3, randomized_response(1))"),
                        Relation.REPLACE_ONE,
                        0.5,
                        Precision.DEFAULT)
                .answer()
                .upper();
        // two slots: alone with probability 1 - e^-1, else one of two
        double alone = (Math.exp(1) - Math.exp(0.5)) / (1 + Math.exp(1));
        double p = Math.exp(1) / (1 + Math.exp(1));
        // both outputs 1, or one of them, whose ratios are e and (e + 1/e) / 2
        double two = Math.pow(1 - p, 2) * (Math.E - Math.exp(0.5));
        assertThat(three).isBetween((1 - Math.exp(-1)) * alone + Math.exp(-1) * two, 1.01 * alone);
    }
}
