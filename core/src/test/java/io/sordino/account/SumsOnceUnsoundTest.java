package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums and allocations whose bracket once missed the truth, with truths from closed forms or from sums in many digits. */
final class SumsOnceUnsoundTest {
    private final Accountant accountant = Accountant.standard();

    /** A list of atoms ends somewhere, a discrete Gaussian law does not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2 * discrete_gaussian(1)",
                "2 * poisson(0.1, discrete_gaussian(1))",
                "poisson(0.1, 2 * discrete_gaussian(1))",
                "discrete_gaussian(1) + laplace(1)",
                "3 * poisson(0.1, discrete_gaussian(1)) + randomized_response(1)",
                "group(2, 2 * discrete_gaussian(1))",
                "2 * allocated(1, 3, discrete_gaussian(1))",
                "2 * allocated(1, 3, gaussian(1))",
                "laplace(1) + 2 * gaussian(1e170)",
                "2 * gaussian(1e170)"
            })
    void unboundedLossesHaveNoPureEpsilon(String plan) {
        for (Relation relation : new Relation[] {Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_ONE}) {
            if (relation == Relation.REPLACE_ONE && plan.contains("allocated")) continue;
            assertThat(epsilon(plan, relation, 0).upper()).as("%s", relation).isEqualTo(Double.POSITIVE_INFINITY);
        }
    }

    /** Losses that are bounded reach their largest values together. */
    @ParameterizedTest
    @CsvSource({
        "2 * laplace(1), 2",
        "2 * discrete_laplace(1), 2",
        "laplace(3) + discrete_laplace(2) + dp(1), 1.83333333333333333",
        "group(3; laplace(3) + discrete_laplace(2) + dp(1)), 5.5",
        // log(1 + (e - 1)/10)
        "3 * poisson(0.1; laplace(1)), 0.47569523622128733300",
        "3 * poisson(0.1; laplace(1)) + laplace(3), 0.80902856955462066634",
    })
    void boundedLossesHaveOne(String plan, double truth) {
        Bracket epsilon = epsilon(plan.replace(';', ','), Relation.ADD_OR_REMOVE_ONE, 0);
        assertThat(epsilon.lower()).isBetween(truth * (1 - 1e-12), truth * (1 + 1e-15));
        assertThat(epsilon.upper()).isBetween(truth * (1 - 1e-15), truth * (1 + 1e-12));
    }

    /** Delta at 0 is 2 Phi(mu/2) - 1, about mu / sqrt(2 pi), and squares of mu are far smaller than any double. */
    @ParameterizedTest
    @CsvSource({
        "2 * gaussian(1e170), 0, 5.6418958354775628695e-171",
        "2 * gaussian(1e160), 0, 5.6418958354775628695e-161",
        "2 * gaussian(1e170) + 3 * gaussian(2e170), 0, 6.615709285501533987e-171",
        "1000000 * gaussian(1e308), 0, 3.98942280401432678e-306",
        "2 * gaussian(1e170) + gaussian(1), 1, 0.1269367375066439458",
    })
    void squaresMayUnderflow(String plan, double at, double truth) {
        Bracket delta = delta(plan, Relation.ADD_OR_REMOVE_ONE, at);
        assertThat(delta.lower()).isBetween(truth * (1 - 1e-9), truth * (1 + 1e-15));
        assertThat(delta.upper()).isBetween(truth * (1 - 1e-15), truth * (1 + 1e-9));
    }

    /** Every one of a hundred sums may merge two values. */
    @Test
    void everyMergeOfValuesIsCounted() {
        StringBuilder plan = new StringBuilder("randomized_response(10)");
        for (int i = 0; i < 100; i++)
            plan.append(" + randomized_response(").append(1.9e-13 + i * 5e-17).append(')');
        Bracket delta = delta(plan.toString(), Relation.ADD_OR_REMOVE_ONE, 9.99999999999);
        // the gap of 1e-11 to the largest loss, by a convolution of all the others on a lattice of step 1e-17
        assertThat(delta.lower()).isLessThanOrEqualTo(9.998658726e-12);
        assertThat(delta.upper()).isBetween(9.998658726e-12, 1e-10);
    }

    /** The largest loss of a bin is at most 6009.34 for every output within reach of a mass of 1e-40. */
    @Test
    void massesThatUnderflowAreNotInfiniteLoss() {
        assertThat(epsilon("poisson(0.5, sinh_normal(0.1, 1))", Relation.REPLACE_ONE, 1e-40)
                        .lower())
                .isBetween(100.0, 6009.34);
    }

    /** No output of the second law is beyond bound - 1, where the first one has mass. */
    @Test
    void whereTheSecondLawEndsTheLossIsInfinite() {
        assertThat(epsilon("poisson(0.1, truncated_laplace(1, 5))", Relation.REPLACE_ONE, 1e-10)
                        .lower())
                .isGreaterThan(1e300);
    }

    /** Beyond all finite losses delta is what one step gives away. */
    @Test
    void whatOneStepGivesAwayIsRoundedDownBelow() {
        Bracket delta = delta("allocated(1, 5, dp(0.1, 1e-8)) + dp(0.1, 0)", Relation.ADD_OR_REMOVE_ONE, 2);
        assertThat(delta.lower()).isBetween(0.99e-8, 1e-8);
        assertThat(delta.upper()).isBetween(1e-8, 1.01e-8);
    }

    /** Ratios so large that the law without the record has no mass there that is a double; one step alone attains this much. */
    @ParameterizedTest
    @CsvSource({
        "4, 0.1, 1e-200, 349.74993160831599668",
        "2, 0.2, 1e-260, 183.77426062303533169",
        "3, 0.125, 1e-220, 283.75601629041976334",
    })
    void massesThatUnderflowInAnAllocationAreCharged(int steps, double sigma, double delta, double attained) {
        Bracket epsilon =
                epsilon("allocated(1, " + steps + ", gaussian(" + sigma + "))", Relation.ADD_OR_REMOVE_ONE, delta);
        assertThat(epsilon.upper()).isGreaterThanOrEqualTo(attained);
        assertThat(epsilon.lower()).isBetween(attained * (1 - 1e-9), attained * (1 + 1e-3));
        assertThat(epsilon.upper()).isLessThan(1.01 * attained);
    }

    private Bracket epsilon(String plan, Relation relation, double delta) {
        return accountant
                .epsilon(Plans.parse(plan), relation, delta, Precision.DEFAULT)
                .epsilon();
    }

    private Bracket delta(String plan, Relation relation, double epsilon) {
        return accountant
                .delta(Plans.parse(plan), relation, epsilon, Precision.DEFAULT)
                .delta();
    }
}
