package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.PlanException;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixtureOfGaussiansTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("mixture_of_gaussians(1, [0, 1], [0.9, 0.1])", "replace-one", "added or removed"));
    }

    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    private static void same(String one, String other) {
        Bracket a = epsilon(one, 1e-6);
        Bracket b = epsilon(other, 1e-6);
        assertThat(a.lower()).isLessThanOrEqualTo(b.upper());
        assertThat(b.lower()).isLessThanOrEqualTo(a.upper());
    }

    @Test
    void samplesGroupsAndPlainNoiseAreMixtures() {
        same("mixture_of_gaussians(1, [0, 1], [0.99, 0.01])", "poisson(0.01, gaussian(1))");
        same("100 * mixture_of_gaussians(1, [1, 0], [0.01, 0.99])", "100 * poisson(0.01, gaussian(1))");
        same("mixture_of_gaussians(2, [0, 1, 2], [0.81, 0.18, 0.01])", "group(2, poisson(0.1, gaussian(2)))");
        same("mixture_of_gaussians(3, [2], [1])", "gaussian(1.5)");
        same("mixture_of_gaussians(1, [1, 1, 0, 0], [0.005, 0.005, 0.5, 0.49])", "poisson(0.01, gaussian(1))");
    }

    @Test
    void whatNeverMovesShowsNothing() {
        assertThat(epsilon("mixture_of_gaussians(1, [0], [1])", 1e-9)).isEqualTo(Bracket.exactly(0));
        assertThat(epsilon("mixture_of_gaussians(1, [0, 5], [1, 0])", 1e-9)).isEqualTo(Bracket.exactly(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mixture_of_gaussians(1e-9, [0, 1], [0.5, 0.5])",
                "mixture_of_gaussians(1e9, [0, 1], [0.5, 0.5])",
                "mixture_of_gaussians(1, [1e-300, 1e300], [0.5, 0.5])",
                "mixture_of_gaussians(1, [0, 1], [1, 1e-310])",
                "mixture_of_gaussians(1, [0, 1e-7, 1], [0.5, 0.25, 0.25])"
            })
    void extremesAreAnswered(String plan) {
        for (double epsilon : new double[] {0, 1e-9, 1, 50}) {
            Bracket delta = Accountant.standard()
                    .delta(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                    .delta();
            assertThat(delta.lower()).isBetween(0.0, delta.upper());
        }
    }

    @Test
    void listsThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> Plans.parse("mixture_of_gaussians(1, [0, 1], [1])"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("as many as sensitivities");
        assertThatThrownBy(() -> Plans.parse("mixture_of_gaussians(1, [0, 1], [0.5, 0.4])"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("add up to 1");
        assertThatThrownBy(() -> Plans.parse("mixture_of_gaussians(1, [0, -1], [0.5, 0.5])"))
                .isInstanceOf(PlanException.class);
    }
}
