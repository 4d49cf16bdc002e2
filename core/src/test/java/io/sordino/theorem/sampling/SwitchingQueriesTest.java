package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Precision;
import io.sordino.loss.Change;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.composition.SwitchingAttacker;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The attacker who turns the query round. */
final class SwitchingQueriesTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("10 * without_replacement(5, 50, gaussian(1))", "add-remove", "only a replaced record"),
                silentOn("10 * without_replacement(5, 50, randomized_response(1))", "replace-one", "noise on sums"),
                silentOn("10 * with_replacement(5, 50, laplace(1))", "replace-one", "Gaussian noise alone"),
                silentOn("10 * without_replacement(5, 5, gaussian(1))", "replace-one", "everyone is in the sample"),
                notAbout("10 * gaussian(1)"));
    }

    private static double lower(String plan, double delta, String theorem) {
        return Accountant.standard()
                .explain(Plans.parse(plan), Relation.REPLACE_ONE, delta, Precision.DEFAULT)
                .claims()
                .stream()
                .filter(claim -> claim.why().theorem().name().equals(theorem))
                .mapToDouble((Claim claim) -> claim.answer().lower())
                .max()
                .orElseThrow();
    }

    /** Values of the policy by numpy, step by step; blocks lose less than a thousandth. */
    @ParameterizedTest
    @CsvSource({
        "'3515 * without_replacement(256, 60000, gaussian(1.1))', 1e-5, 7.8502, 7.8574",
        "'100 * without_replacement(50, 1000, gaussian(2))', 1e-5, 3.521, 3.5224",
        "'3515 * with_replacement(256, 60000, gaussian(1.1))', 1e-5, 9.34, 9.3483",
        "'1000000 * without_replacement(1000, 1000000, gaussian(2))', 1e-6, 6.68, 6.7048"
    })
    void usualPlansAreNearlyExact(String plan, double delta, double least, double most) {
        double switching = lower(plan, delta, "SwitchingQueries");
        assertThat(switching).isBetween(least, most);
    }

    @Test
    void switchingBeatsAskingTheSame() {
        String plan = "100 * without_replacement(50, 1000, gaussian(2))";
        assertThat(lower(plan, 1e-5, "SwitchingQueries")).isGreaterThan(1.005 * lower(plan, 1e-5, "ProductOfPairs"));
    }

    /** The policy is played with random numbers: what it attains is no less than what is claimed, and little more. */
    @ParameterizedTest
    @CsvSource({"5, 0.2, 1.0, 0.5", "5, 0.2, 1.0, 2", "12, 0.05, 1.5, 0.3", "40, 0.1, 0.8, 1.5"})
    void theGameIsWonAsOftenAsClaimed(int steps, double rate, double mu, double epsilon) {
        long seed = 41;
        SplittableRandom random = new SplittableRandom(seed);
        int runs = 400_000;
        double sum = 0;
        double square = 0;
        for (int r = 0; r < runs; r++) {
            double wanted = epsilon;
            for (int t = 0; t < steps; t++) {
                boolean straight = wanted >= 0;
                boolean hit = straight && random.nextDouble() < rate;
                double y = random.nextGaussian() + (hit ? mu : 0);
                double loss = Math.log1p(rate * Math.expm1(mu * y - mu * mu / 2));
                wanted -= straight ? loss : -loss;
            }
            double gain = Math.max(0, -Math.expm1(wanted));
            sum += gain;
            square += gain * gain;
        }
        double mean = sum / runs;
        double error = Math.sqrt((square / runs - mean * mean) / runs);
        double claimed = new SwitchingAttacker(
                        new PoissonPair(rate, Change.REMOVED, GaussianPair.of(mu), Side.LOWER), steps, new Workspace())
                .delta(epsilon)
                .lower();
        assertThat(claimed).as("seed %s", seed).isLessThan(mean + 5 * error).isGreaterThan(0.995 * mean - 5 * error);
    }

    /** Far out and for many steps: an answer, or none, but never one above the bound. */
    @ParameterizedTest
    @CsvSource({
        "'2 * without_replacement(1, 2, gaussian(0.01))', 1e-5",
        "'1000000000 * without_replacement(1, 1000, gaussian(10))', 1e-9",
        "'300 * without_replacement(1, 1000000, gaussian(0.5))', 1e-30",
        "'50 * without_replacement(49, 50, gaussian(40))', 1e-3",
        "'7 * without_replacement(3, 9, laplace(2))', 1e-4",
        "'9 * without_replacement(3, 9, truncated_laplace(2, 5))', 1e-4",
        "'200 * with_replacement(20, 10, gaussian(30))', 1e-6"
    })
    void endsDoNotCross(String plan, double delta) {
        var answer = Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_ONE, delta, Precision.DEFAULT)
                .epsilon();
        assertThat(answer.lower()).isBetween(0.0, answer.upper());
    }
}
