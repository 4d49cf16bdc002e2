package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples given by how often they hit a record. */
final class NaturalSamplingTest extends TheoremContract {
    private static final Accountant ACCOUNTANT = Accountant.standard();

    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("sampled([0.1, 0.1], dp(1))", "replace-one", "needs its base both"),
                silentOn(
                        "sampled([0.1], without_replacement(5, 10, gaussian(1)))",
                        "add-remove",
                        "a sample of fixed size"));
    }

    private static Bracket delta(String plan, Relation relation, double epsilon) {
        return ACCOUNTANT
                .delta(Plans.parse(plan), relation, epsilon, Precision.DEFAULT)
                .delta();
    }

    private static Bracket delta(String plan, double epsilon) {
        return delta(plan, Relation.ADD_OR_REMOVE_ONE, epsilon);
    }

    @Test
    void oneHitIsAPoissonSample() {
        for (Relation relation : List.of(Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_ONE))
            for (String base : List.of("gaussian(1)", "laplace(2)"))
                assertThat(delta("sampled([0.25], " + base + ")", relation, 0.3))
                        .isEqualTo(delta("poisson(0.25, " + base + ")", relation, 0.3));
    }

    /** Draws with replacement hit a record as often as a binomial law says. */
    @Test
    void binomialHitsAreDrawsWithReplacement() {
        double[] hits = new double[6];
        for (int k = 1; k <= 6; k++) hits[k - 1] = binomial(6, k) * Math.pow(0.05, k) * Math.pow(0.95, 6 - k);
        Bracket own = delta("sampled(" + java.util.Arrays.toString(hits) + ", gaussian(2))", 0.2);
        // the draws replace other records, which moves a sum twice as far
        Bracket draws = delta("with_replacement(6, 20, gaussian(4))", 0.2);
        assertThat(own.lower()).isLessThanOrEqualTo(draws.upper());
        assertThat(own.upper()).isGreaterThanOrEqualTo(draws.lower());
    }

    private static double binomial(int n, int k) {
        double value = 1;
        for (int i = 0; i < k; i++) value = value * (n - i) / (i + 1);
        return value;
    }

    /**
     * Random bases with three outcomes whose laws for 0, 1 and 2 copies of the record are each e^eps0 apart from the next: 100,000 of them, in both directions. The control counts the second copy
     * for nothing, and is broken.
     */
    @Test
    void randomBasesAreCountedOut() {
        long seed = 84;
        SplittableRandom random = new SplittableRandom(seed);
        int close = 0;
        int broken = 0;
        for (double[] p : new double[][] {{0.25, 0.125}, {0.0625, 0.5}, {0.5, 0.25}, {0.125, 0.0625}})
            for (double epsilon0 : new double[] {0.5, 1.5})
                for (double epsilon : new double[] {0, 0.2, 0.5}) {
                    double claimed = delta("sampled([" + p[0] + ", " + p[1] + "], dp(" + epsilon0 + "))", epsilon)
                            .upper();
                    double once = delta("sampled([" + (p[0] + p[1]) + "], dp(" + epsilon0 + "))", epsilon)
                            .upper();
                    for (int i = 0; i < 4200; i++) {
                        double[] none = law(random);
                        double[] one = near(none, epsilon0, random);
                        double[] two = near(one, epsilon0, random);
                        double removed = 0;
                        double added = 0;
                        for (int j = 0; j < none.length; j++) {
                            double with = (1 - p[0] - p[1]) * none[j] + p[0] * one[j] + p[1] * two[j];
                            removed += Math.max(0, with - Math.exp(epsilon) * none[j]);
                            added += Math.max(0, none[j] - Math.exp(epsilon) * with);
                        }
                        double truth = Math.max(removed, added);
                        assertThat(truth).as("seed %s, %s", seed, i).isLessThanOrEqualTo(claimed * (1 + 1e-9) + 1e-14);
                        if (truth > 0.8 * claimed) close++;
                        if (truth > once * (1 + 1e-6) + 1e-12) broken++;
                    }
                }
        assertThat(close).as("bases that come near the bound").isGreaterThan(100);
        assertThat(broken).as("bases above what one copy would allow").isGreaterThan(100);
    }

    /** All of one outcome's mass that may, moves up or down by e^eps0; the rest in proportion. */
    private static double[] near(double[] law, double epsilon0, SplittableRandom random) {
        int j = random.nextInt(law.length);
        double factor = Math.exp(
                epsilon0 * (random.nextBoolean() ? 1 : -1) * (random.nextInt(3) == 0 ? random.nextDouble() : 1));
        double mass = law[j] * factor;
        double rest = (1 - mass) / (1 - law[j]);
        if (!(rest <= Math.exp(epsilon0) && rest >= Math.exp(-epsilon0))) return law;
        double[] moved = new double[law.length];
        for (int i = 0; i < law.length; i++) moved[i] = i == j ? mass : law[i] * rest;
        return moved;
    }

    private static double[] law(SplittableRandom random) {
        double[] law = new double[3];
        double sum = 0;
        for (int j = 0; j < law.length; j++) sum += law[j] = Math.exp(-5 * random.nextDouble());
        for (int j = 0; j < law.length; j++) law[j] /= sum;
        return law;
    }

    /**
     * What breaks without independence: a record that is drawn together with another one, as a cluster. The base answers at random whether each of the two is there, which keeps eps0 for either; who
     * sees the answer about the other one knows whether the cluster was drawn, and the sample hides nothing.
     */
    @Test
    void recordsThatAreDrawnTogetherAreNotCovered() {
        double q = 0.1;
        double epsilon0 = 3;
        double truth = 1 / (1 + Math.exp(-epsilon0));
        double delta = 0;
        double epsilon = 1;
        for (int mine = 0; mine < 2; mine++)
            for (int other = 0; other < 2; other++) {
                double both = answer(mine, 1, truth) * answer(other, 1, truth);
                double without = answer(mine, 0, truth) * answer(other, 1, truth);
                double none = answer(mine, 0, truth) * answer(other, 0, truth);
                delta += Math.max(0, q * both + (1 - q) * none - Math.exp(epsilon) * (q * without + (1 - q) * none));
            }
        assertThat(delta)
                .isGreaterThan(1.2 * delta("sampled([0.1], dp(3))", epsilon).upper());
    }

    private static double answer(int said, int true_, double truth) {
        return said == true_ ? truth : 1 - truth;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sampled([0.9, 0.2], gaussian(1)) | at most 1",
                "sampled([0, 0], gaussian(1)) | more than 0",
                "sampled([-0.1], gaussian(1)) | at least 0"
            })
    void slipsAreNamed(String plan, String reason) {
        assertThatThrownBy(() -> Plans.parse(plan)).hasMessageContaining(reason);
    }

    @Test
    void whatIsPrintedIsReadAgain() {
        for (String plan : List.of("sampled([0.2, 0.05], laplace(2))", "3 * sampled([1], dp(1))"))
            assertThat(Plans.parse(Plans.print(Plans.parse(plan)))).isEqualTo(Plans.parse(plan));
    }
}
