package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.Privacy;
import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import org.junit.jupiter.api.Test;

/** Shuffled reports as parts of plans. */
final class ShuffledPlansTest {
    private final Accountant accountant = Accountant.standard();

    private Guarantee epsilon(String plan, double delta) {
        return accountant.epsilon(Plans.parse(plan), Relation.REPLACE_ONE, delta, Precision.DEFAULT);
    }

    @Test
    void thirtyDaysOfReportsCompose() {
        Bracket month =
                epsilon("30 * shuffled(100000, randomized_response(4))", 1e-6).answer();
        Bracket day = epsilon("shuffled(100000, randomized_response(4))", 1e-6).answer();
        assertThat(month.upper()).isBetween(3 * day.upper(), 12 * day.upper());
        assertThat(month.lower()).isGreaterThan(0.99 * month.upper());
        assertThat(day.lower()).isGreaterThan((1 - 1e-8) * day.upper());
    }

    @Test
    void calibrationFindsTheLocalEpsilonAndTheBatchFloor() {
        Calibration.Calibrated local =
                Privacy.calibrate("shuffled(100000, randomized_response(?))", Relation.REPLACE_ONE, 1, 1e-6);
        assertThat(local.least()).isFalse();
        assertThat(local.value()).isBetween(7.97, 7.99);
        assertThat(local.guarantee().epsilon().upper()).isBetween(0.999, 1.0);
        Calibration.Calibrated many =
                Privacy.calibrate("shuffled(950000, randomized_response(?))", Relation.REPLACE_ONE, 0.1, 1e-8);
        assertThat(many.value()).isBetween(6.0, 6.1);
        Calibration.Calibrated floor =
                Privacy.calibrate("shuffled(?, randomized_response(4))", Relation.REPLACE_ONE, 1, 1e-6);
        assertThat(floor.least()).isTrue();
        assertThat(floor.value()).isEqualTo(1790);
        assertThat(epsilon("shuffled(1789, randomized_response(4))", 1e-6)
                        .answer()
                        .lower())
                .isGreaterThan(1);
    }

    @Test
    void aSampleOfUsersIsBoundedFromAboveAlone() {
        Guarantee sampled = epsilon("without_replacement(1000, 10000, shuffled(1000, randomized_response(2)))", 1e-6);
        double whole =
                epsilon("shuffled(1000, randomized_response(2))", 1e-5).answer().upper();
        assertThat(sampled.answer().upper())
                .isBetween(
                        Math.log1p(0.1 * Math.expm1(whole)) * (1 - 1e-6),
                        Math.log1p(0.1 * Math.expm1(whole)) * (1 + 1e-6));
        // who else was drawn decides what neighbours attain
        assertThat(sampled.answer().lower()).isZero();
    }

    @Test
    void exactPairsComposeTightly() {
        Bracket few =
                epsilon("10 * shuffled(1000, randomized_response(1))", 1e-6).answer();
        assertThat(few.lower()).isGreaterThan(0.98 * few.upper());
    }

    @Test
    void oneReportTwiceIsNotBelowTheEnumeratedProduct() {
        // two rounds of two users, all others' records the same: the square of the law of counts, by hand
        double e0 = Math.exp(1);
        double q = 1 / (e0 + 1);
        double[] zero = {(1 - q) * (1 - q), 2 * q * (1 - q), q * q};
        double[] one = {q * (1 - q), q * q + (1 - q) * (1 - q), q * (1 - q)};
        double x = Math.exp(0.5);
        double truth = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) truth += Math.max(0, zero[i] * zero[j] - x * one[i] * one[j]);
        Bracket found = accountant
                .delta(
                        Plans.parse("2 * shuffled(2, randomized_response(1))"),
                        Relation.REPLACE_ONE,
                        0.5,
                        Precision.DEFAULT)
                .delta();
        assertThat(found.upper()).isGreaterThanOrEqualTo(truth);
        assertThat(found.lower()).isLessThanOrEqualTo(truth * (1 + 1e-9));
        // the rounds may ask different questions, so each has its own worst dataset
        assertThat(found.upper()).isLessThan(1.5 * truth);
    }

    /** The laws of the number of ones, when so many others hold a one and the victims a zero or a one. */
    private static double[][] counted(int others, int ones, int victims, double epsilon0) {
        double q = 1 / (Math.exp(epsilon0) + 1);
        double[] rest = coins(coins(new double[] {1}, ones, 1 - q), others - ones, q);
        return new double[][] {coins(rest, victims, q), coins(rest, victims, 1 - q)};
    }

    private static double[] coins(double[] law, int more, double rate) {
        double[] sum = law;
        for (int i = 0; i < more; i++) {
            double[] next = new double[sum.length + 1];
            for (int k = 0; k < sum.length; k++) {
                next[k] += (1 - rate) * sum[k];
                next[k + 1] += rate * sum[k];
            }
            sum = next;
        }
        return sum;
    }

    private static double[][] product(double[][] a, double[][] b) {
        double[][] both = new double[2][a[0].length * b[0].length];
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < a[0].length; i++)
                for (int j = 0; j < b[0].length; j++) both[side][i * b[0].length + j] = a[side][i] * b[side][j];
        return both;
    }

    private static double delta(double[][] laws, double epsilon) {
        double sum = 0;
        for (int i = 0; i < laws[0].length; i++) sum += Math.max(0, laws[0][i] - Math.exp(epsilon) * laws[1][i]);
        return sum;
    }

    private Bracket deltaOf(String plan, double epsilon) {
        return accountant
                .delta(Plans.parse(plan), Relation.REPLACE_ONE, epsilon, Precision.DEFAULT)
                .delta();
    }

    @Test
    void theRarestCountsAreAttainedInASum() {
        // near the largest loss of the sum only the count of no ones at all is left of the reports
        double r = Math.exp(-1 / 15.83);
        double[][] noise = {{1 / (1 + r), r * (1 - r) / (1 + r), r * r / (1 + r)}, {0, 0, 0}};
        for (int j = 0; j < 3; j++) noise[1][j] = noise[0][2 - j];
        double[][] sum = product(counted(19, 0, 1, 1.0), product(noise, product(noise, noise)));
        Bracket found = deltaOf("shuffled(20, randomized_response(1.0)) + 3 * discrete_laplace(15.83)", 1.201);
        double truth = delta(sum, 1.201);
        assertThat(truth).isBetween(4.4811e-5, 4.4812e-5);
        assertThat(found.lower()).isBetween(truth * (1 - 1e-6), truth * (1 + 1e-9));
        assertThat(found.upper()).isBetween(truth, truth * 1.001);
    }

    @Test
    void aFewRoundsAreAttainedValueByValue() {
        double[][] one = counted(9, 0, 1, 1.87193);
        double[][] four = product(product(one, one), product(one, one));
        for (double epsilon : new double[] {0.5, 2, 4, 5.5, 7}) {
            double truth = delta(four, epsilon);
            Bracket found = deltaOf("4 * shuffled(10, randomized_response(1.87193))", epsilon);
            assertThat(found.lower()).as("at %s", epsilon).isBetween(truth * (1 - 1e-6), truth * (1 + 1e-9));
            assertThat(found.upper()).isGreaterThanOrEqualTo(truth);
        }
        Bracket epsilon = epsilon("4 * shuffled(10, randomized_response(1.87193))", 0.00353)
                .answer();
        assertThat(epsilon.lower()).isBetween(5.809, 5.810);
        assertThat(epsilon.upper()).isBetween(5.810, 6.0);
    }

    @Test
    void groupsOfReportsComposeAboveEveryPairOfDatasets() {
        for (double epsilon : new double[] {0, 0.5, 1, 2}) {
            double truth = 0;
            for (int ones = 0; ones <= 4; ones++)
                for (boolean swapped : new boolean[] {false, true}) {
                    double[][] one = counted(4, ones, 2, 1.0);
                    if (swapped) one = new double[][] {one[1], one[0]};
                    truth = Math.max(truth, delta(product(one, one), epsilon));
                }
            Bracket inside = deltaOf("2 * group(2, shuffled(6, randomized_response(1.0)))", epsilon);
            Bracket outside = deltaOf("group(2, 2 * shuffled(6, randomized_response(1.0)))", epsilon);
            assertThat(inside.upper()).as("at %s", epsilon).isBetween(truth, 1.0);
            assertThat(outside.upper()).isBetween(truth, inside.upper() * (1 + 1e-9));
            assertThat(inside.lower()).isLessThanOrEqualTo(truth);
        }
        assertThat(deltaOf("2 * group(2, shuffled(100, randomized_response(1.0))) + gaussian(3)", 1)
                        .upper())
                .isLessThan(0.05);
    }

    @Test
    void blanketsAndNamedRandomizersCompose() {
        for (String randomizer : new String[] {
            "randomized_response(2, k=10)",
            "local(2)",
            "subset(2, 10, 3)",
            "local_hash(2, 4)",
            "hadamard(2)",
            "unary(2)",
            "rappor(0.5)",
            "local_laplace(2)"
        }) {
            double one = epsilon("shuffled(10000, " + randomizer + ")", 1e-6)
                    .answer()
                    .upper();
            double four = epsilon("4 * shuffled(10000, " + randomizer + ")", 1e-6)
                    .answer()
                    .upper();
            assertThat(one).as(randomizer).isBetween(0.01, 0.2);
            assertThat(four).as(randomizer).isBetween(1.8 * one, 2.6 * one);
        }
    }

    @Test
    void namedRandomizersAreNeverWorseThanAnyLocalOne() {
        for (String randomizer :
                new String[] {"subset(%s, 8, 2)", "local_hash(%s, 3)", "unary(%s)", "local_laplace(%s)"})
            for (double epsilon0 : new double[] {0.5, 1, 3}) {
                String plan = "shuffled(1000, " + randomizer.formatted(epsilon0) + ")";
                double named = epsilon(plan, 1e-6).answer().upper();
                double any = epsilon("shuffled(1000, local(" + epsilon0 + "))", 1e-6)
                        .answer()
                        .upper();
                assertThat(named).as(plan).isLessThanOrEqualTo(any);
            }
    }

    @Test
    void anyLocalRandomizerHasALowerEnd() {
        Bracket found = epsilon("shuffled(1000, local(1))", 1e-6).answer();
        assertThat(found.lower()).isGreaterThan(0.8 * found.upper());
    }

    @Test
    void reportsThatSayNothingArePrivate() {
        assertThat(epsilon("shuffled(10, randomized_response(0))", 1e-6)
                        .answer()
                        .upper())
                .isZero();
        assertThat(epsilon("3 * shuffled(10, local(0))", 1e-6).answer().upper()).isZero();
    }

    @Test
    void deltaZeroAsksForTheLocalEpsilon() {
        assertThat(epsilon("shuffled(100, randomized_response(1.5))", 0)
                        .answer()
                        .contains(1.5))
                .isTrue();
        assertThat(epsilon("shuffled(100, local(1.5))", 0).answer().contains(1.5))
                .isTrue();
    }

    @Test
    void otherRelationsAndCentralMechanismsAreRefusedWithTheRemedy() {
        assertThatThrownBy(() -> accountant.epsilon(
                        Plans.parse("shuffled(100, local(1))"), Relation.ADD_OR_REMOVE_ONE, 1e-6, Precision.DEFAULT))
                .isInstanceOfSatisfying(
                        UnsupportedException.class, e -> assertThat(e.remedy()).contains("replace-one"));
        assertThatThrownBy(() -> epsilon("shuffled(100, gaussian(1))", 1e-6))
                .isInstanceOfSatisfying(
                        UnsupportedException.class, e -> assertThat(e.remedy()).contains("randomized_response"));
    }
}
