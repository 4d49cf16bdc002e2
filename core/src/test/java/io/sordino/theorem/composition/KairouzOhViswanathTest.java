package io.sordino.theorem.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The golden rows are in RepeatedResponseTest; here is what the theorem is about, and what it is not. */
class KairouzOhViswanathTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("dp(1) + dp(2)", "add-remove", "the parts differ"),
                silentOn("3 * laplace(1)", "add-remove", "stated for black boxes"),
                silentOn("2 * dp(601)", "replace-one", "evaluated up to epsilon"));
    }

    private static final Accountant ACCOUNTANT = new Accountant(List.of(new KairouzOhViswanath()));

    private static Bracket epsilon(Mechanism mechanism, double delta) {
        return ACCOUNTANT
                .epsilon(mechanism, Relation.REPLACE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    private static Knowledge knowledge(Mechanism mechanism) {
        return ACCOUNTANT.knowledge(mechanism, Relation.REPLACE_ONE, Direction.REPLACE, Precision.DEFAULT);
    }

    @Test
    void binaryResponseIsTheWorstPureMechanism() {
        assertThat(epsilon(new Repeated(50, new RandomizedResponse(0.3, 2)), 1e-6))
                .isEqualTo(epsilon(new Repeated(50, new ApproximateDp(0.3, 0)), 1e-6));
    }

    @Test
    void nestedRepetitionsMultiply() {
        assertThat(epsilon(new Repeated(5, new Repeated(10, new ApproximateDp(0.3, 1e-9))), 1e-6))
                .isEqualTo(epsilon(new Repeated(50, new ApproximateDp(0.3, 1e-9)), 1e-6));
    }

    @Test
    void isSilentOnOtherParts() {
        assertThat(knowledge(new Repeated(2, new Gaussian(1))).why().reason()).contains("black boxes");
        assertThat(knowledge(new Repeated(2, new RandomizedResponse(1, 3))).known())
                .isEmpty();
        assertThat(knowledge(new Composed(List.of(new ApproximateDp(1, 0), new ApproximateDp(2, 0))))
                        .why()
                        .reason())
                .contains("differ");
        assertThat(knowledge(new Repeated(2, new ApproximateDp(700, 0))).why().reason())
                .contains("600");
    }
}
