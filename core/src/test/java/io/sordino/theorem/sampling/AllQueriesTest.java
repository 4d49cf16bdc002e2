package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The game over all places of three records. */
final class AllQueriesTest extends TheoremContract {
    /** A game of a hundred steps takes a second. */
    @Override
    protected boolean isQuick(String plan) {
        return !plan.startsWith("100 ");
    }

    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("10 * without_replacement(5, 50, gaussian(2))", "add-remove", "a replaced record"),
                silentOn("10 * without_replacement(5, 50, laplace(2))", "replace-one", "Gaussian noise on one sum"),
                silentOn(
                        "10 * without_replacement(5, 50, 2 * gaussian(3))", "replace-one", "Gaussian noise on one sum"),
                silentOn("10 * without_replacement(5, 50, gaussian(0.5))", "replace-one", "deviation from 1 to"),
                silentOn("10 * without_replacement(5, 5, gaussian(2))", "replace-one", "everyone is in the sample"),
                silentOn("3515 * without_replacement(256, 60000, gaussian(1.1))", "replace-one", "narrower answer"),
                notAbout("10 * with_replacement(5, 50, gaussian(1))"));
    }

    private static Bracket epsilon(String plan, double delta, double width) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_ONE, delta, new Precision(width))
                .epsilon();
    }

    @Test
    void aHundredStepsAreNearlyExact() {
        Bracket answer = epsilon("100 * without_replacement(50, 1000, gaussian(2))", 1e-5, 1e-3);
        assertThat(answer.lower()).isGreaterThan(3.521);
        assertThat(answer.upper()).isLessThan(3.534);
    }

    /** Whoever asks for the usual width gets the envelope at once. */
    @Test
    void manyStepsAreForThoseWhoWait() {
        String plan = "1000 * without_replacement(256, 60000, gaussian(1.1))";
        Bracket usual = epsilon(plan, 1e-5, 1e-3);
        Bracket narrow = epsilon(plan, 1e-5, 5e-4);
        assertThat(narrow.upper()).isLessThan(0.95 * usual.upper());
        assertThat(narrow.upper() / narrow.lower()).isLessThan(1.005);
    }

    @ParameterizedTest
    @CsvSource({
        "'2 * without_replacement(1, 1000000, gaussian(1))', 1e-9",
        "'40 * without_replacement(1, 10, gaussian(80))', 1e-12",
        "'7 * without_replacement(999, 1000, gaussian(3))', 1e-30",
        "'100 * without_replacement(1, 200, gaussian(1))', 0.3",
        "'20 * without_replacement(3, 10, gaussian(1.2))', 1e-6"
    })
    void endsDoNotCross(String plan, double delta) {
        Bracket answer = epsilon(plan, delta, 1e-3);
        assertThat(answer.lower()).isBetween(0.0, answer.upper());
    }

    /** Tilted masses of states far beyond the answer were no numbers any more, and neither was the answer. */
    @Test
    void deltasThatAreTooSmallAreLeftToOthers() {
        Mechanism plan = Plans.parse("3 * without_replacement(4, 2356, gaussian(7.716))");
        for (double epsilon : new double[] {0.02, 0.05, 0.1, 0.3, 0.5, 1, 5, 20}) {
            Bracket delta = Accountant.standard()
                    .delta(plan, Relation.REPLACE_ONE, epsilon, Precision.DEFAULT)
                    .delta();
            // one step of three whose loss is 1.5 epsilon, the others losing at most q each
            double q = 4 / 2356.0;
            double mu = 2 / 7.716;
            double z = Math.log1p(Math.expm1(1.5 * epsilon) / q) / mu + mu / 2;
            double attained = q * -Math.expm1(-0.25 * epsilon) * Normal.sf(z - mu);
            assertThat(delta.upper()).as("epsilon %s", epsilon).isGreaterThan(attained);
        }
    }
}
