package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KnownSamplingTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn(
                "known_sample(0.1, without_replacement(5, 10, gaussian(1)))",
                "replace-one",
                "a sample of fixed size is drawn"));
    }

    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    /** Delta shrinks and epsilon does not; the control is the secret sample, of which both do. */
    @Test
    void pureEpsilonStaysAsItIs() {
        assertThat(epsilon("known_sample(0.01, laplace(2))", 0).upper()).isBetween(0.5, 0.5 * (1 + 1e-9));
        assertThat(epsilon("poisson(0.01, laplace(2))", 0).upper()).isLessThan(0.01);
        Bracket known = epsilon("known_sample(0.01, gaussian(2))", 1e-8);
        Bracket base = epsilon("gaussian(2)", 1e-6);
        assertThat(known.lower()).isLessThanOrEqualTo(base.upper());
        assertThat(known.upper()).isGreaterThanOrEqualTo(base.lower());
    }

    @Test
    void composedItIsNoWorseThanTheBaseAndNoBetterThanTheSecretSample() {
        Bracket known = epsilon("20 * known_sample(0.1, gaussian(3))", 1e-6);
        assertThat(known.lower())
                .isLessThanOrEqualTo(epsilon("20 * gaussian(3)", 1e-6).upper());
        assertThat(known.upper())
                .isGreaterThanOrEqualTo(
                        epsilon("20 * poisson(0.1, gaussian(3))", 1e-6).lower());
        assertThat(known.upper() - known.lower()).isLessThan(2e-3 * known.upper());
    }
}
