package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruncatedSampleTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("truncated_poisson(0.1, 5, 20, dp(1))", "add-remove", "both under add-remove"),
                silentOn(
                        "truncated_poisson(0.1, 5, 20, without_replacement(2, 5, gaussian(1)))",
                        "add-remove",
                        "size is random"));
    }

    private static Bracket delta(Mechanism plan, Relation relation, double epsilon) {
        return Accountant.standard()
                .delta(plan, relation, epsilon, Precision.DEFAULT)
                .delta();
    }

    /** How often each sum of a batch of these records is seen, by all samples and all subsets of those that are too large. */
    private static double[] sums(int[] records, double rate, int most, int offset) {
        double[] weights = new double[2 * offset + 1];
        int n = records.length;
        for (int sample = 0; sample < 1 << n; sample++) {
            int size = Integer.bitCount(sample);
            double probability = Math.pow(rate, size) * Math.pow(1 - rate, n - size);
            int kept = 0;
            for (int batch = sample; ; batch = (batch - 1) & sample) {
                if (Integer.bitCount(batch) == Math.min(size, most)) kept++;
                if (batch == 0) break;
            }
            for (int batch = sample; ; batch = (batch - 1) & sample) {
                if (Integer.bitCount(batch) == Math.min(size, most)) {
                    int sum = 0;
                    for (int i = 0; i < n; i++) if ((batch >> i & 1) == 1) sum += records[i];
                    weights[offset + sum] += probability / kept;
                }
                if (batch == 0) break;
            }
        }
        return weights;
    }

    /** The positive part of the difference of two mixtures of normal laws, by the trapezoidal rule. */
    private static double shown(double[] p, double[] q, double sigma, double epsilon) {
        int offset = p.length / 2;
        double step = sigma / 60;
        double sum = 0;
        for (double z = -offset - 9 * sigma; z <= offset + 9 * sigma; z += step) {
            double gap = 0;
            for (int i = 0; i < p.length; i++) {
                double d = (z - (i - offset)) / sigma;
                gap += (p[i] - Math.exp(epsilon) * q[i]) * Math.exp(-d * d / 2);
            }
            if (gap > 0) sum += gap;
        }
        return sum * step / sigma / Math.sqrt(2 * Math.PI);
    }

    /** Every dataset of four others that hold -1, 0 or 1, and every value of the record. */
    @Test
    void noDatasetOfFiveRecordsShowsMore() {
        double closest = 0;
        for (int most : new int[] {1, 2, 4})
            for (double rate : new double[] {0.3, 0.8}) {
                double sigma = 1.5;
                TruncatedPoissonSampled plan = new TruncatedPoissonSampled(rate, most, 5, new Gaussian(sigma));
                for (double epsilon : new double[] {0, 0.4, 1.2}) {
                    double removed =
                            delta(plan, Relation.ADD_OR_REMOVE_ONE, epsilon).upper();
                    double replaced = delta(plan, Relation.REPLACE_ONE, epsilon).upper();
                    double special =
                            delta(plan, Relation.REPLACE_SPECIAL, epsilon).upper();
                    for (int others = 0; others < 81; others++) {
                        int[] four = {others % 3 - 1, others / 3 % 3 - 1, others / 9 % 3 - 1, others / 27 - 1};
                        double[] without = sums(four, rate, most, 5);
                        double[] plus = sums(with(four, 1), rate, most, 5);
                        double[] minus = sums(with(four, -1), rate, most, 5);
                        double[] zero = sums(with(four, 0), rate, most, 5);
                        String as = plan + " at " + epsilon + " on " + java.util.Arrays.toString(four);
                        double slack = 1 + 1e-3;
                        double out =
                                Math.max(shown(plus, without, sigma, epsilon), shown(without, plus, sigma, epsilon));
                        assertThat(out).as(as).isLessThanOrEqualTo(removed * slack);
                        assertThat(shown(plus, minus, sigma, epsilon)).as(as).isLessThanOrEqualTo(replaced * slack);
                        assertThat(shown(plus, zero, sigma, epsilon)).as(as).isLessThanOrEqualTo(special * slack);
                        assertThat(shown(zero, plus, sigma, epsilon)).as(as).isLessThanOrEqualTo(special * slack);
                        closest = Math.max(closest, out / removed);
                    }
                }
            }
        // the control: the bound could be broken by less than twice
        assertThat(closest).isGreaterThan(0.8);
    }

    private static int[] with(int[] others, int value) {
        int[] all = java.util.Arrays.copyOf(others, others.length + 1);
        all[others.length] = value;
        return all;
    }

    /** Where the batch hides the others no more, a bound for plain Poisson samples is broken. */
    @Test
    void aPlainPoissonSampleShowsLess() {
        double sigma = 1.5;
        int[] four = {-1, -1, -1, -1};
        double seen = shown(sums(with(four, 1), 0.8, 2, 5), sums(four, 0.8, 2, 5), sigma, 1.2);
        double plain = delta(Plans.parse("poisson(0.4, gaussian(1.5))"), Relation.ADD_OR_REMOVE_ONE, 1.2)
                .upper();
        assertThat(seen).isGreaterThan(plain);
    }

    @ParameterizedTest
    @CsvSource({
        "'truncated_poisson(0.1, 20, 20, gaussian(1))', 'poisson(0.1, gaussian(1))'",
        "'truncated_poisson(0.1, 1000, 20, laplace(1))', 'poisson(0.1, laplace(1))'",
        "'truncated_poisson(1, 20, 20, gaussian(1))', 'gaussian(1)'"
    })
    void aBatchThatIsNeverFullIsAPoissonSample(String truncated, String plain) {
        for (Relation relation : Relation.values())
            assertThat(delta(Plans.parse(truncated), relation, 0.3).upper())
                    .isEqualTo(delta(Plans.parse(plain), relation, 0.3).upper());
    }

    @ParameterizedTest
    @CsvSource({
        "'truncated_poisson(1e-300, 1, 2, gaussian(1))'",
        "'truncated_poisson(0.5, 1, 1000000000, gaussian(1))'",
        "'truncated_poisson(0.001, 5000, 1000000, laplace(2) + gaussian(3))'",
        "'truncated_poisson(1, 3, 7, discrete_laplace(2))'",
        "'10 * truncated_poisson(0.01, 2000, 100000, gaussian(1e-3))'"
    })
    void extremesAreAnswered(String plan) {
        for (Relation relation : Relation.values())
            for (double epsilon : new double[] {0, 1, 50}) {
                Bracket delta = delta(Plans.parse(plan), relation, epsilon);
                assertThat(delta.lower()).isBetween(0.0, delta.upper());
            }
    }
}
