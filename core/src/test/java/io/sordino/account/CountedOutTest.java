package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Combinations that once had an end on the wrong side of the truth, against all outcomes counted out. */
class CountedOutTest {
    private static final double[] ORDERS = {0, 0.3, 0.9, 1.2, 1.5, 2.4, 3.9};

    /** Masses of every outcome under two neighbours. */
    private record Law(List<double[]> outcomes) {
        Law times(Law other) {
            List<double[]> all = new ArrayList<>();
            for (double[] a : outcomes)
                for (double[] b : other.outcomes) all.add(new double[] {a[0] * b[0], a[1] * b[1]});
            return new Law(all);
        }

        double delta(double epsilon) {
            double x = Math.exp(epsilon);
            double there = 0;
            double back = 0;
            for (double[] one : outcomes) {
                there += Math.max(0, one[0] - x * one[1]);
                back += Math.max(0, one[1] - x * one[0]);
            }
            return Math.max(there, back);
        }
    }

    private static Law response(double epsilon) {
        double high = 1 / (1 + Math.exp(-epsilon));
        return new Law(List.of(new double[] {high, 1 - high}, new double[] {1 - high, high}));
    }

    /** The multiset of two reports, the other user holding {@code other}. */
    private static Law pairOfReports(double epsilon, int k, int other) {
        Map<List<Integer>, double[]> counts =
                new TreeMap<>((a, b) -> a.get(0).equals(b.get(0)) ? a.get(1) - b.get(1) : a.get(0) - b.get(0));
        for (int victims = 0; victims < k; victims++)
            for (int others = 0; others < k; others++) {
                double[] mass = counts.computeIfAbsent(
                        List.of(Math.min(victims, others), Math.max(victims, others)), key -> new double[2]);
                double second = report(epsilon, k, other, others);
                mass[0] += report(epsilon, k, 0, victims) * second;
                mass[1] += report(epsilon, k, 1, victims) * second;
            }
        return new Law(List.copyOf(counts.values()));
    }

    private static double report(double epsilon, int k, int held, int said) {
        return (held == said ? Math.exp(epsilon) : 1) / (Math.exp(epsilon) + k - 1);
    }

    /** Rows of counts that were taken together passed the local epsilon, and their mass was moved down to it. */
    @ParameterizedTest
    @CsvSource({"2, 4", "4.5, 3", "4.5, 4", "8, 3", "0.7, 5"})
    void twoShufflesOfTwoUsersReachNoMoreThanTheirUpperEnd(double epsilon0, int k) {
        String one = "shuffled(2, randomized_response(" + epsilon0 + ", k=" + k + "))";
        for (double epsilon : ORDERS) {
            double twice = 0;
            double beside = 0;
            for (int other : new int[] {0, 1, 2}) {
                Law law = pairOfReports(epsilon0, k, other);
                twice = Math.max(twice, law.times(law).delta(epsilon));
                beside = Math.max(beside, law.times(response(1.5)).delta(epsilon));
            }
            assertBetween(delta("2 * " + one, Relation.REPLACE_ONE, epsilon), twice);
            assertBetween(delta(one + " + randomized_response(1.5)", Relation.REPLACE_ONE, epsilon), beside);
        }
    }

    /** One of t answers to randomized response is about the record: the counts of the answers are all that matters. */
    private static Law allocated(double epsilon, int k, int steps) {
        double z = Math.exp(epsilon) + k - 1;
        double[] ratio = {Math.exp(epsilon), 1, Math.exp(-epsilon)};
        double[] mass = {1 / z, (k - 2) / z, Math.exp(epsilon) / z};
        List<double[]> outcomes = new ArrayList<>();
        for (int a = 0; a <= steps; a++)
            for (int b = 0; b <= (k > 2 ? steps - a : 0); b++) {
                int c = steps - a - b;
                double q = Math.exp(logFactorial(steps) - logFactorial(a) - logFactorial(b) - logFactorial(c))
                        * Math.pow(mass[0], a)
                        * Math.pow(mass[1], b)
                        * Math.pow(mass[2], c);
                double mean = (a * ratio[0] + b * ratio[1] + c * ratio[2]) / steps;
                if (q > 1e-18 || q * mean > 1e-18) outcomes.add(new double[] {q * mean, q});
            }
        return new Law(outcomes);
    }

    private static double logFactorial(int n) {
        double sum = 0;
        for (int i = 2; i <= n; i++) sum += Math.log(i);
        return sum;
    }

    /** The law without the record had more than all its mass, where what did not balance was moved down with P's. */
    @ParameterizedTest
    @CsvSource({"4.23, 3, 50", "6, 2, 100", "4.23, 2, 3", "3, 5, 20", "1, 2, 50"})
    void allocatedAnswersHaveTheTruthBetweenTheirEnds(double epsilon0, int k, int steps) {
        String one = "allocated(1, " + steps + ", randomized_response(" + epsilon0 + ", k=" + k + "))";
        Law law = allocated(epsilon0, k, steps);
        Law beside = law.times(response(1.5));
        Law twice = law.times(law);
        for (double epsilon : new double[] {0, 0.3, 1.5}) {
            assertBetween(delta(one, Relation.ADD_OR_REMOVE_ONE, epsilon), law.delta(epsilon));
            assertBetween(delta("2 * " + one, Relation.ADD_OR_REMOVE_ONE, epsilon), twice.delta(epsilon));
            String sum = one + " + randomized_response(1.5)";
            assertBetween(delta(sum, Relation.ADD_OR_REMOVE_ONE, epsilon), beside.delta(epsilon));
        }
    }

    /** The others, drawn anew inside, are noise of their own: (1-q) N(0) + q N(-1) is no law of theirs. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 6.547})
    void aSubsetOfManyThatIsSampledAgainAttainsWhatOneRecordAmongNothingShows(double epsilon) {
        Bracket many = delta("without_replacement(2, 3, poisson(0.9, gaussian(1)))", Relation.REPLACE_ONE, epsilon);
        Bracket alone = delta("poisson(0.6, gaussian(1))", Relation.REPLACE_ONE, epsilon);
        assertThat(many.lower()).isBetween(alone.lower() * (1 - 1e-9), alone.upper());
        // a sample of one record has no others
        Bracket single = delta("without_replacement(1, 3, poisson(0.9, gaussian(1)))", Relation.REPLACE_ONE, epsilon);
        assertThat(single.lower()).isGreaterThan(0.99 * single.upper());
    }

    @Test
    void aSubsetOfASubsetIsOne() {
        Bracket nested =
                delta("without_replacement(4, 8, without_replacement(2, 4, laplace(1)))", Relation.REPLACE_ONE, 0.5);
        Bracket flat = delta("without_replacement(2, 8, laplace(1))", Relation.REPLACE_ONE, 0.5);
        assertThat(nested.lower()).isEqualTo(flat.lower());
        assertThat(nested.upper()).isBetween(flat.lower(), flat.upper() * (1 + 1e-9));
    }

    /** The worst dataset of a shuffle is not one in which all others hold one value. */
    @Test
    void shuffledBatchesOfAShuffleHaveNoLowerEnd() {
        Bracket delta = delta("shuffled_batches(2, shuffled(100, randomized_response(1)))", Relation.REPLACE_ONE, 0.1);
        assertThat(delta.lower()).isZero();
        assertThat(delta.upper()).isGreaterThan(0);
    }

    /** Draws from few of the records hit one of them more often, and how few there are is random. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "poisson(0.5, with_replacement(1, 2, gaussian(1)))",
                "poisson(0.5, 3 * with_replacement(1, 2, randomized_response(1)))",
                "allocated(1, 5, with_replacement(5, 50, gaussian(1)))",
                "allocated(2, 5, gaussian(1) + with_replacement(5, 50, gaussian(1)))"
            })
    void drawsFromAPartOfRandomSizeAreRefused(String plan) {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> delta(plan, Relation.ADD_OR_REMOVE_ONE, 1))
                .withMessageContaining("size is random");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "poisson(1, with_replacement(1, 2, gaussian(1)))",
                "allocated(2, 2, with_replacement(1, 2, gaussian(1)))"
            })
    void drawsFromAllRecordsAreNot(String plan) {
        assertThat(delta(plan, Relation.ADD_OR_REMOVE_ONE, 1).upper()).isLessThan(1);
    }

    private static void assertBetween(Bracket bracket, double truth) {
        assertThat(bracket.lower()).isLessThanOrEqualTo(truth * (1 + 1e-12) + 1e-15);
        assertThat(bracket.upper()).isGreaterThanOrEqualTo(truth * (1 - 1e-12) - 1e-15);
    }

    private static Bracket delta(String plan, Relation relation, double epsilon) {
        return Accountant.standard()
                .delta(Plans.parse(plan), relation, epsilon, Precision.DEFAULT)
                .delta();
    }
}
