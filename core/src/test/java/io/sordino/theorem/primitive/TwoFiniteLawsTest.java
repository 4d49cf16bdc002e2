package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two lists of probabilities. */
final class TwoFiniteLawsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("finite_pair([0.5, 0.5], [0.25, 0.75])", "replace-one", "with the record and without"));
    }

    private static Bracket delta(String plan, double epsilon) {
        return Accountant.standard()
                .delta(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                .delta();
    }

    /** Sums and samples of random laws, counted out. */
    @Test
    void randomLawsAreCountedOut() {
        long seed = 84;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            int outcomes = random.nextInt(2, 6);
            double[] p = law(random, outcomes);
            double[] q = law(random, outcomes);
            double rate = random.nextInt(1, 16) / 16.0;
            double epsilon = random.nextDouble(0, 2);
            double once = 0;
            double twice = 0;
            double[] sampled = new double[outcomes];
            for (int j = 0; j < outcomes; j++) sampled[j] = rate * p[j] + (1 - rate) * q[j];
            for (int j = 0; j < outcomes; j++) once += Math.max(0, sampled[j] - Math.exp(epsilon) * q[j]);
            for (int j = 0; j < outcomes; j++)
                for (int k = 0; k < outcomes; k++) twice += Math.max(0, p[j] * p[k] - Math.exp(epsilon) * q[j] * q[k]);
            String pair = "finite_pair(" + Arrays.toString(p) + ", " + Arrays.toString(q) + ")";
            // the other direction may be the worse one
            assertThat(delta("2 * " + pair, epsilon).upper())
                    .as("seed %s: %s", seed, pair)
                    .isGreaterThanOrEqualTo(twice * (1 - 1e-9));
            if (rate < 1)
                assertThat(delta("poisson(" + rate + ", " + pair + ")", epsilon).upper())
                        .as("seed %s: %s at rate %s", seed, pair, rate)
                        .isGreaterThanOrEqualTo(once * (1 - 1e-9));
        }
    }

    private static double[] law(SplittableRandom random, int outcomes) {
        int[] shares = new int[outcomes];
        for (int i = 0; i < 1024; i++) shares[random.nextInt(outcomes)]++;
        double[] law = new double[outcomes];
        for (int i = 0; i < outcomes; i++) law[i] = shares[i] / 1024.0;
        return law;
    }

    @Test
    void aResponseIsTheResponse() {
        Bracket own = delta("7 * finite_pair([0.75, 0.25], [0.25, 0.75])", 2);
        Bracket response = delta("7 * randomized_response(" + Math.log(3) + ")", 2);
        assertThat(own.lower()).isLessThanOrEqualTo(response.upper());
        assertThat(own.upper()).isBetween(response.lower(), response.upper() * (1 + 1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "finite_pair([0.5, 0.5], [1]) | same outcomes",
                "finite_pair([0.5, 0.4], [0.5, 0.5]) | add up to 1",
                "finite_pair([0.5, 0.5], [0.5, 0.6]) | add up to 1",
                "finite_pair([1.5, -0.5], [0.5, 0.5]) | at least 0",
                "finite_pair([], []) | the list is empty"
            })
    void slipsAreNamed(String plan, String reason) {
        assertThatThrownBy(() -> Plans.parse(plan)).hasMessageContaining(reason);
    }

    @Test
    void whatIsPrintedIsReadAgain() {
        for (String plan : List.of(
                "finite_pair([0.5, 0.3125, 0.1875], [0.1875, 0.3125, 0.5])",
                "3 * profile([0.1, 1], [0.1, 0.001])",
                "poisson(0.1, rdp_orders([2, 8], [0.1, 0.5]))"))
            assertThat(Plans.parse(Plans.print(Plans.parse(plan)))).isEqualTo(Plans.parse(plan));
    }

    /** Lists that add up to 1 in doubles and to a little more in truth: the laws are the lists over their sums. */
    @Test
    void whatADoubleCannotAddUpIsSeenByManyRepetitions() {
        // P is certain of an outcome that Q has but for 1e-17
        String nearlyCertain = "finite_pair([0, 1], [1e-17, 1])";
        assertThat(removed(nearlyCertain).delta(0).upper()).isBetween(1e-17, 1.0001e-17);
        assertThat(removed("1000000000000000 * " + nearlyCertain).delta(0.001).upper())
                .isBetween(-Math.expm1(-0.009), 0.02);
        // some 1e60 runs tell chances of 3e-36 and 6e-27 apart
        assertThat(delta(
                                "repeat_and_select(8.514137776337913e59, 2.637793808497173,"
                                        + " finite_pair([2.9554385215235693e-36, 1], [6.084114538817596e-27, 1]))",
                                26.74521824851468)
                        .upper())
                .isGreaterThan(5.584e-64);
    }

    private static Loss removed(String plan) {
        return Accountant.standard()
                .knowledge(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, Direction.REMOVE, Precision.DEFAULT)
                .dominatingPair()
                .orElseThrow()
                .loss();
    }
}
