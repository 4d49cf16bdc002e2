package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The band of shuffled batches: the published lower end, no amplification above. */
final class ShuffledEpochTest {
    private static Bracket epsilon(String plan, Relation relation, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), relation, delta, Precision.DEFAULT)
                .answer();
    }

    @ParameterizedTest
    @CsvSource({"0.5, 100, 10.9971, 10.9972", "1, 100, 4.681, 4.887", "0.7, 1000, 7.309, 7.373", "1, 1000, 3.724, 4.887"
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
        assertThat(fresh.upper()).isEqualTo(none.upper());
        assertThat(fresh.lower()).isBetween(5.9, 6.1);
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
                .isEqualTo(epsilon("gaussian(1)", Relation.REPLACE_ONE, 1e-6).upper());
        assertThat(band.lower()).isBetween(6.39, 6.394);
    }
}
