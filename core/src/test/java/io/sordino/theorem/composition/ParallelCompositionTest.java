package io.sordino.theorem.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ParallelCompositionTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("parallel([gaussian(1), laplace(2)])", "replace-one", "leave one group and join another"));
    }

    private static Bracket epsilon(String plan) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 1e-6, Precision.DEFAULT)
                .epsilon();
    }

    @Test
    void disjointGroupsCostTheLargestAndOverlappingOnesAreComposed() {
        Bracket apart = epsilon("parallel([gaussian(2), gaussian(3), laplace(9)])");
        Bracket worst = epsilon("gaussian(2)");
        Bracket together = epsilon("gaussian(2) + gaussian(3) + laplace(9)");
        assertThat(apart.lower()).isLessThanOrEqualTo(worst.upper());
        assertThat(apart.upper()).isLessThanOrEqualTo(worst.upper() * (1 + 1e-9));
        assertThat(apart.upper()).isGreaterThanOrEqualTo(worst.lower());
        assertThat(together.lower()).isGreaterThan(apart.upper());
    }

    /** The same partition in every round: the rounds of each group compose, and the largest counts. The control is the other order, which allows more. */
    @Test
    void roundsOfOnePartitionAreComposedInside() {
        Bracket inside = epsilon("parallel([5 * gaussian(8), 5 * laplace(10)])");
        Bracket outside = epsilon("5 * parallel([gaussian(8), laplace(10)])");
        assertThat(outside.upper()).isGreaterThanOrEqualTo(inside.lower());
        assertThat(outside.lower()).isLessThanOrEqualTo(outside.upper());
        // a record may sit in the worse group each time
        assertThat(outside.upper())
                .isGreaterThanOrEqualTo(Math.max(
                        epsilon("5 * gaussian(8)").lower(),
                        epsilon("2 * gaussian(8) + 3 * laplace(10)").lower()));
    }

    @Test
    void itIsWrittenWithBracketsOrWithout() {
        Mechanism listed = Plans.parse("parallel([gaussian(1), laplace(2)])");
        assertThat(Plans.parse("parallel(gaussian(1), laplace(2))")).isEqualTo(listed);
        assertThat(Plans.print(listed)).isEqualTo("parallel([gaussian(1), laplace(2)])");
    }
}
