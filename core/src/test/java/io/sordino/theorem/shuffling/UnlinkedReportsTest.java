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

final class UnlinkedReportsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("unlinked(100, 3, randomized_response(1))", "add-remove", "not whether there is a user"),
                silentOn("unlinked(100, 3, gaussian(1))", "replace-one", "central mechanism"));
    }

    /** The upper end is that of separate shuffles, which a few clients tell apart from mixed ones. */
    @Override
    protected double widest() {
        return 0.5;
    }

    private static Bracket epsilon(String plan) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_ONE, 1e-6, Precision.DEFAULT)
                .epsilon();
    }

    @Test
    void manyClientsAreKnownClosely() {
        Bracket hundred = epsilon("unlinked(100, 3, randomized_response(1))");
        assertThat(hundred.lower()).isBetween(0.8175, 0.81806659);
        assertThat(hundred.upper()).isBetween(0.81806658, 0.8215);
        Bracket thousand = epsilon("unlinked(1000, 3, randomized_response(1))");
        assertThat(thousand.lower()).isBetween(0.2236, 0.22376067);
        assertThat(thousand.upper()).isBetween(0.22376066, 0.2240);
    }

    @Test
    void bundlesTellMore() {
        Bracket unlinked = epsilon("unlinked(100, 3, randomized_response(1))");
        Bracket bundled = epsilon("shuffled(100, 3 * randomized_response(1))");
        // all others like the victim attain 1.1318
        assertThat(bundled.upper()).isBetween(1.1318, 3.0);
        assertThat(bundled.lower()).isBetween(unlinked.lower() * 0.999, 1.5239);
    }

    @Test
    void oneMessageIsAShuffle() {
        assertThat(epsilon("unlinked(100, 1, randomized_response(1, k=4))"))
                .isEqualTo(epsilon("shuffled(100, randomized_response(1, k=4))"));
    }

    /** 2^64 + 32 reports are no 32: with 600,000 lies among them three ones more are hardly seen. */
    @Test
    void moreReportsThanALongCountsAreNotFew() {
        Bracket delta = Accountant.standard()
                .delta(
                        Plans.parse("unlinked(6148914691236517216, 3, randomized_response(31))"),
                        Relation.REPLACE_ONE,
                        0.1,
                        Precision.DEFAULT)
                .delta();
        assertThat(delta.lower()).isLessThan(0.01);
    }
}
