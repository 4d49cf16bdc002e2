package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AllocationReplacedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(1, 10, gaussian(1))", "add-remove", "one pair says it all"),
                notAbout("allocated(2, 10, gaussian(1))"));
    }

    /** From below the sum of one score is seen: a few hundredths of epsilon are a sixth of delta. */
    @Override
    protected double widest() {
        return 0.2;
    }

    private static Bracket epsilon(String plan) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_ONE, 1e-6, Precision.DEFAULT)
                .epsilon();
    }

    /** It was refused before; a known step costs 10.997. */
    @Test
    void aChosenStepHidesMoreThanAKnownOne() {
        Bracket found = epsilon("allocated(1, 100, gaussian(1))");
        assertThat(found.lower()).isGreaterThan(0.97);
        assertThat(found.upper()).isLessThan(1.02);
    }

    /** Rounds are composed, and a base that is no Gaussian noise costs what one of its steps costs. */
    @Test
    void roundsAndOtherBasesAreBounded() {
        assertThat(epsilon("allocated(2, 200, gaussian(1))").upper()).isBetween(1.0, 1.4);
        assertThat(epsilon("allocated(1, 10, laplace(1))").upper()).isBetween(1.99, 2.001);
    }
}
