package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BlanketMessagesTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("blanket_histogram(100, 0.3)", "add-remove", "not whether there is a user"));
    }

    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    /** Poisson noise of 42.654531 messages a cell is what epsilon 1 at delta 1e-6 asks for. */
    @Test
    void rareMessagesAreNearlyPoisson() {
        Bracket found = epsilon("blanket_histogram(1000000000, 4.2654531e-8)", 1e-6);
        assertThat(found.lower()).isLessThan(1.00001);
        assertThat(found.upper()).isBetween(0.99999, 1.002);
    }

    @Test
    void moreClientsAreNeverWorseBeyondWhatIsCounted() {
        assertThat(epsilon("blanket_histogram(10000000000, 0.5)", 1e-6).upper())
                .isLessThanOrEqualTo(
                        epsilon("blanket_histogram(40000000, 0.5)", 1e-6).upper() * 1.001);
    }

    /** Noise that is there for certain hides nothing. */
    @Test
    void aFullBlanketHidesNothing() {
        assertThat(epsilon("blanket_histogram(100, 1)", 0.5).lower()).isInfinite();
    }

    @Test
    void daysCompose() {
        Bracket one = epsilon("blanket_histogram(1000000, 0.001)", 1e-6);
        Bracket month = epsilon("30 * blanket_histogram(1000000, 0.001)", 1e-6);
        assertThat(month.lower()).isGreaterThan(4 * one.lower());
        assertThat(month.upper()).isLessThan(8 * one.upper());
    }

    /** More clients than a binomial law is worked out for: the bound for fewer holds. */
    @Test
    void veryManyClientsAreAnswered() {
        for (String plan : List.of(
                "blanket_histogram(9000000000000000000, 1e-12)", "flooded_count(9000000000000000000, 1e-18, 1)"))
            assertThat(Accountant.standard()
                            .delta(Plans.parse(plan), Relation.REPLACE_ONE, 0.1, Precision.DEFAULT)
                            .delta()
                            .upper())
                    .as(plan)
                    .isLessThan(0.7);
    }
}
