package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A shuffled epoch amplifies, and does so no further than what is attained. */
final class EpochBySwapsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("shuffled_batches(100, gaussian(1))", "replace-one", "contributes nothing"),
                silentOn(
                        "shuffled_batches(100, 15 * gaussian(1))",
                        "replace-special",
                        "order of the records is used again"),
                silentOn("shuffled_batches(100, laplace(1))", "replace-special", "Gaussian noise"),
                silentOn("shuffled_batches(2, gaussian(1))", "replace-special", "two batches"),
                silentOn("shuffled_batches(100, gaussian(0.2))", "replace-special", "below 0.25"));
    }

    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_SPECIAL, delta, Precision.DEFAULT)
                .answer();
    }

    /** How wide the question stays: the lower end is attained, the upper end is proved. */
    @ParameterizedTest
    @CsvSource({
        "'15 * shuffled_batches(235, gaussian(1.1))', 1e-5, 6.1, 7.55",
        "'shuffled_batches(1000, gaussian(2))', 1e-6, 0.127, 0.215",
        "'shuffled_batches(1000, gaussian(4))', 1e-6, 0.0305, 0.048",
        "'shuffled_batches(1000, gaussian(8))', 1e-6, 0.0128, 0.0165",
        "'shuffled_batches(1000, gaussian(1))', 1e-6, 3.72, 4.49",
    })
    void theBandIsNarrow(String plan, double delta, double lower, double upper) {
        Bracket band = epsilon(plan, delta);
        assertThat(band.lower()).isGreaterThanOrEqualTo(lower).isLessThanOrEqualTo(band.upper());
        assertThat(band.upper()).isLessThanOrEqualTo(upper);
    }

    @Test
    void moreBatchesHideMore() {
        double before = Double.POSITIVE_INFINITY;
        for (int batches : new int[] {20, 100, 500, 3000}) {
            double upper = epsilon("shuffled_batches(" + batches + ", gaussian(2))", 1e-6)
                    .upper();
            assertThat(upper).as("%s batches", batches).isLessThan(before * 1.002);
            before = upper;
        }
    }

    /** The old bound is a claim beside the new one. */
    @Test
    void theBoundWithoutAmplificationStaysInSight() {
        Guarantee all = Accountant.standard()
                .explain(
                        Plans.parse("shuffled_batches(235, gaussian(1.1))"),
                        Relation.REPLACE_SPECIAL,
                        1e-5,
                        Precision.DEFAULT);
        double old = upper(all, "ShuffledEpoch");
        assertThat(old).isBetween(3.92, 3.93);
        assertThat(upper(all, "EpochBySwaps")).isLessThan(0.95 * old);
    }

    private static double upper(Guarantee all, String theorem) {
        return all.claims().stream()
                .filter(claim -> claim.why().theorem().name().equals(theorem)
                        && claim.reach().boundsAbove())
                .mapToDouble((Claim claim) -> claim.answer().upper())
                .max()
                .orElseThrow();
    }

    /** Inside a sample the number of records is random, which the proof does not allow: the bound is not used there. */
    @Test
    void aSampleOfRandomSizeDoesNotUseIt() {
        double sampled = epsilon("poisson(0.9, shuffled_batches(1000, gaussian(2)))", 1e-6)
                .upper();
        double old = epsilon("poisson(0.9, gaussian(2))", 1e-6).upper();
        assertThat(sampled).isEqualTo(old);
    }

    @Test
    void aReusedOrderStaysWithoutAmplification() {
        assertThat(epsilon("shuffled_batches(1000, 2 * gaussian(2))", 1e-6).upper())
                .isEqualTo(epsilon("2 * gaussian(2)", 1e-6).upper());
    }
}
