package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Renyi boxes compose with parts that have no Renyi curve at all. */
class RenyiAsPairTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("gdp(1)"));
    }

    private static Bracket epsilon(Mechanism mechanism, double delta) {
        return Accountant.standard()
                .epsilon(mechanism, Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    @Test
    void concentratedBoxJoinsAnApproximateOne() {
        Bracket both = epsilon(new Composed(List.of(new ZeroConcentrated(0.1, 0), new ApproximateDp(0.3, 1e-8))), 1e-6);
        double alone = epsilon(new ZeroConcentrated(0.1, 0), 1e-6).upper();
        assertThat(both.upper()).isGreaterThan(alone).isLessThan(alone + 0.35);
        // a Gaussian in the place of the box
        double attained = epsilon(
                        new Composed(List.of(new Gaussian(1 / Math.sqrt(0.2)), new ApproximateDp(0.3, 1e-8))), 1e-6)
                .lower();
        assertThat(both.upper()).isGreaterThan(attained);
        assertThat(both.lower()).isLessThanOrEqualTo(attained * (1 + 1e-3));
    }

    @Test
    void oneOrderBoxJoinsToo() {
        Bracket both = epsilon(new Composed(List.of(new RenyiBounded(6, 0.3), new ApproximateDp(0.3, 1e-8))), 1e-6);
        assertThat(both.upper())
                .isBetween(epsilon(new RenyiBounded(6, 0.3), 1e-6).upper(), 6.0);
    }
}
