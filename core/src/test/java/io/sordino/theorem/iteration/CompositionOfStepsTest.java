package io.sordino.theorem.iteration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompositionOfStepsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn(
                        "last_iterate(steps=10, step_size=0.1, noise=1, lipschitz=1, smoothness=4, strong_convexity=0.5, dataset_size=10)",
                        "add-remove",
                        "another record in the same place"),
                silentOn(
                        "last_iterate(steps=10, step_size=0.1, noise=1, lipschitz=1, smoothness=4, dataset_size=10, batch_size=3, order=cyclic)",
                        "replace-one",
                        "does not divide"));
    }

    private static Guarantee epsilon(String plan) {
        return Accountant.standard().explain(Plans.parse(plan), Relation.REPLACE_ONE, 1e-5, Precision.DEFAULT);
    }

    @Test
    void stepsTooLargeFallBackToComposition() {
        Guarantee guarantee = epsilon(
                "last_iterate(steps=50, step_size=3, noise=2, lipschitz=1, smoothness=1, diameter=0.1, dataset_size=10)");
        Guarantee composed = epsilon("50 * gaussian(20)");
        assertThat(guarantee.epsilon().upper()).isCloseTo(composed.epsilon().upper(), within(1e-9));
        assertThat(guarantee.why().get(0).theorem().name()).isEqualTo("CompositionOfSteps");
        assertThat(guarantee.silences().stream().map(silence -> silence.why().toString()))
                .anyMatch(why -> why.contains("above 2 / smoothness"));
    }

    @Test
    void sampledStepsAreSamplingWithoutReplacement() {
        Guarantee guarantee = epsilon("last_iterate(steps=50, step_size=3, noise=0.1, lipschitz=1, smoothness=1,"
                + " dataset_size=100, batch_size=10, order=sampled)");
        Guarantee composed = epsilon("50 * without_replacement(10, 100, gaussian(1))");
        assertThat(guarantee.epsilon().upper())
                .isCloseTo(
                        composed.epsilon().upper(),
                        within(2e-3 * composed.epsilon().upper()));
    }

    @Test
    void aSchedulesWorstRecordIsFound() {
        String text = "last_iterate(steps=4, step_size=3, noise=[1,2,3,4], lipschitz=1, smoothness=1, dataset_size=20,"
                + " batch_size=10, order=cyclic, position=%s)";
        double first = epsilon(text.formatted("first")).epsilon().upper();
        double last = epsilon(text.formatted("last")).epsilon().upper();
        assertThat(first).isGreaterThan(last);
        assertThat(epsilon(text.formatted("worst")).epsilon().upper()).isEqualTo(first);
        // the squares of 0.2 / 1 and 0.2 / 3
        double mu = 0.2 * Math.sqrt(1 + 1 / 9.0);
        double expected = epsilon("gdp(" + mu + ")").epsilon().upper();
        assertThat(first).isCloseTo(expected, within(1e-9));
    }

    @Test
    void nothingIsSharperThanContraction() {
        for (String order : List.of("full", "cyclic")) {
            String batch = order.equals("full") ? "" : ", batch_size=5";
            Guarantee guarantee = epsilon("last_iterate(steps=50, step_size=1, noise=2, lipschitz=1, smoothness=1,"
                    + " strong_convexity=0.1, dataset_size=10, order=" + order + batch + ")");
            assertThat(guarantee.why().get(0).theorem().name()).isEqualTo("LastIterateOfFixedOrder");
        }
    }
}
