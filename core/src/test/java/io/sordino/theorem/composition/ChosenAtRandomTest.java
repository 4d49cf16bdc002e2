package io.sordino.theorem.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Values;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One of several, by a public coin. */
final class ChosenAtRandomTest extends TheoremContract {
    private static final Accountant ACCOUNTANT = Accountant.standard();

    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn(
                        "mixture([0.5, 0.5], [gaussian(1), finite_pair([0.5, 0.5], [0.25, 0.75])])",
                        "replace-one",
                        "with the record and without"),
                notAbout("gaussian(1)"));
    }

    private static Bracket delta(Mechanism plan, double epsilon) {
        return ACCOUNTANT
                .delta(plan, Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                .delta();
    }

    /** Choices among random laws, once and twice, told and hidden, counted out in the direction that is asked for first. */
    @Test
    void randomLawsAreCountedOut() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        int hiddenIsLess = 0;
        for (int i = 0; i < 200; i++) {
            double w = random.nextInt(1, 16) / 16.0;
            double[] w2 = {w, 1 - w};
            double[][] p = {law(random, 3), law(random, 3)};
            double[][] q = {law(random, 3), law(random, 3)};
            Mechanism plan = new Mixture(
                    Values.of(w, 1 - w),
                    List.of(
                            new FinitePair(Values.of(p[0]), Values.of(q[0])),
                            new FinitePair(Values.of(p[1]), Values.of(q[1]))));
            double epsilon = random.nextDouble(0, 2);
            double once = Math.max(told(w2, p, q, epsilon), told(w2, q, p, epsilon));
            Bracket claimed = delta(plan, epsilon);
            assertThat(claimed.lower()).as("seed %s, %s", seed, plan).isLessThanOrEqualTo(once * (1 + 1e-9));
            assertThat(claimed.upper()).as("seed %s, %s", seed, plan).isGreaterThanOrEqualTo(once * (1 - 1e-9));
            double hidden = 0;
            for (int j = 0; j < 3; j++)
                hidden += Math.max(
                        0, w * p[0][j] + (1 - w) * p[1][j] - Math.exp(epsilon) * (w * q[0][j] + (1 - w) * q[1][j]));
            assertThat(hidden).isLessThanOrEqualTo(claimed.upper() * (1 + 1e-9));
            if (hidden < 0.9 * once) hiddenIsLess++;
            if (i < 40)
                assertThat(delta(new Repeated(2, plan), epsilon).upper())
                        .as("seed %s, twice %s", seed, plan)
                        .isGreaterThanOrEqualTo(twice(w2, p, q, epsilon) * (1 - 1e-9));
            // the control: neither part alone is a bound
            double first = told(new double[] {1, 0}, p, q, epsilon);
            double second = told(new double[] {0, 1}, p, q, epsilon);
            assertThat(told(w2, p, q, epsilon))
                    .isBetween(Math.min(first, second) - 1e-12, Math.max(first, second) + 1e-12);
        }
        assertThat(hiddenIsLess).isGreaterThan(5);
    }

    private static double told(double[] w, double[][] p, double[][] q, double epsilon) {
        double sum = 0;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++) sum += w[i] * Math.max(0, p[i][j] - Math.exp(epsilon) * q[i][j]);
        return sum;
    }

    private static double twice(double[] w, double[][] p, double[][] q, double epsilon) {
        double sum = 0;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 9; j++)
                sum += w[i / 2]
                        * w[i % 2]
                        * Math.max(
                                0,
                                p[i / 2][j / 3] * p[i % 2][j % 3]
                                        - Math.exp(epsilon) * q[i / 2][j / 3] * q[i % 2][j % 3]);
        return sum;
    }

    private static double[] law(SplittableRandom random, int outcomes) {
        int[] shares = new int[outcomes];
        for (int i = 0; i < 1024; i++) shares[random.nextInt(outcomes)]++;
        double[] law = new double[outcomes];
        for (int i = 0; i < outcomes; i++) law[i] = shares[i] / 1024.0;
        return law;
    }

    /** The choice is made once for all that is inside, or afresh for every part. */
    @Test
    void aSumOfChoicesIsNotAChoiceOfSums() {
        double fresh = delta(Plans.parse("2 * mixture([0.5, 0.5], [gaussian(1), gaussian(4)])"), 1)
                .upper();
        double once = delta(Plans.parse("mixture([0.5, 0.5], [2 * gaussian(1), 2 * gaussian(4)])"), 1)
                .lower();
        assertThat(once).isGreaterThan(fresh);
    }

    @Test
    void aCertainChoiceIsThatPlan() {
        Bracket chosen = delta(Plans.parse("mixture([1, 0], [gaussian(2), laplace(1)])"), 0.5);
        Bracket plain = delta(Plans.parse("gaussian(2)"), 0.5);
        assertThat(chosen.upper()).isBetween(plain.lower(), plain.upper() * (1 + 1e-12));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mixture([0.5, 0.4], [gaussian(1), gaussian(2)]) | add up to 1",
                "mixture([0.5, 0.5], [gaussian(1)]) | as many as plans",
                "mixture([1.5, -0.5], [gaussian(1), gaussian(2)]) | at least 0"
            })
    void slipsAreNamed(String plan, String reason) {
        assertThatThrownBy(() -> Plans.parse(plan)).hasMessageContaining(reason);
    }

    @Test
    void whatIsPrintedIsReadAgain() {
        for (String plan :
                List.of("mixture([0.25, 0.75], [gaussian(1), 3 * laplace(2)])", "poisson(0.1, mixture([1], [dp(1)]))"))
            assertThat(Plans.parse(Plans.print(Plans.parse(plan)))).isEqualTo(Plans.parse(plan));
    }
}
