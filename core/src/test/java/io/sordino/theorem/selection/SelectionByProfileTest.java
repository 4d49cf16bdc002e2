package io.sordino.theorem.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.selection.RunLaw;
import io.sordino.loss.selection.SelectedProfile;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionByProfileTest extends TheoremContract {
    private static final long SEED = 2210;

    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn(
                "repeat_and_select(10, 1, mixture_of_gaussians(1, [0, 1], [0.9, 0.1]))",
                "replace-one",
                "added or removed"));
    }

    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    /** Finite laws, one run of which is known exactly, in every order of their outputs. */
    @Test
    void noOrderOfOutputsShowsMore() {
        System.out.println("seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        double closest = 0;
        for (int i = 0; i < 150; i++) {
            FiniteRun run = FiniteRun.draw(random);
            SelectedProfile bound = SelectedProfile.of(RunLaw.of(run.mean(), run.shape()), run.pair(), run.mirrored());
            AtomicPair pair = (AtomicPair) bound.pair(Side.UPPER);
            for (double epsilon : new double[] {0, 0.2, 1, 2.5, -0.7}) {
                double upper = bound.delta(epsilon).upper();
                double made = pair.delta(epsilon).upper();
                for (int[] order : run.orders()) {
                    double seen = run.shown(order, epsilon);
                    assertThat(upper).as("%s at %s", run, epsilon).isGreaterThanOrEqualTo(seen * (1 - 1e-11));
                    assertThat(made).as("%s at %s", run, epsilon).isGreaterThanOrEqualTo(seen * (1 - 1e-11));
                    if (epsilon > 0 && seen > 1e-9) closest = Math.max(closest, seen / upper);
                }
            }
        }
        // the control: two thirds of the bound would be broken
        assertThat(closest).isGreaterThan(0.67);
    }

    /** A geometric number of runs of a pure promise: three times the promise in the limit, as Liu and Talwar have it. */
    @Test
    void aPurePromiseIsKeptThreefold() {
        double before = 0;
        for (double mean : new double[] {1, 2, 10, 100, 1e4, 1e6}) {
            double upper =
                    epsilon("repeat_and_select(" + mean + ", 1, dp(0.5))", 0).upper();
            assertThat(upper).isBetween(before, 1.5 * (1 + 1e-6));
            before = upper;
        }
        assertThat(before).isGreaterThan(1.49);
        // a logarithmic number: twice
        assertThat(epsilon("repeat_and_select(1000000, 0, dp(0.5))", 0).upper()).isBetween(0.99, 1 + 1e-6);
    }

    /** Beyond, densities leave the doubles, whatever the law of the number of runs. */
    @Test
    void moreRunsThanDoublesCanTellAreRefused() {
        for (String shape : List.of("0", "1", "inf"))
            assertThatThrownBy(() -> Plans.parse("repeat_and_select(1e251, " + shape + ", gaussian(1))"))
                    .hasMessageContaining("mean must be at most");
    }

    @ParameterizedTest
    @CsvSource({"gaussian(2)", "dp(1)", "laplace(3)"})
    void oneRunIsTheRunItself(String run) {
        assertThat(epsilon("repeat_and_select(1, 0.5, " + run + ")", 1e-6)).isEqualTo(epsilon(run, 1e-6));
    }

    @Test
    void moreRunsShowMore() {
        for (String shape : List.of("0", "0.5", "1", "3", "inf")) {
            double before = 0;
            for (String mean : List.of("1.5", "4", "20", "300")) {
                Bracket now = epsilon("repeat_and_select(" + mean + ", " + shape + ", gaussian(4))", 1e-6);
                assertThat(now.upper()).as("%s, %s", mean, shape).isGreaterThan(before);
                assertThat(now.lower()).as("%s, %s", mean, shape).isLessThan(now.upper());
                before = now.upper() * 0.999;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'repeat_and_select(1e6, inf, gaussian(100))'",
        "'repeat_and_select(1e250, inf, gaussian(1e-3))'",
        "'repeat_and_select(1e250, inf, 1000000000000 * poisson(4.032290589980189e-141, profile([0, 2.8], [0.87,"
                + " 1e-300])))'",
        "'repeat_and_select(1.0000001, 1, gaussian(1))'",
        "'repeat_and_select(1e-3, inf, gaussian(1))'",
        "'repeat_and_select(1e12, 1e6, dp(1e-3))'",
        "'repeat_and_select(10, 1, gaussian(1e-3))'",
        "'repeat_and_select(10, 1, gaussian(1e9))'",
        "'repeat_and_select(10, 1e300, dp(1, delta=0.1))'",
        "'poisson(0.1, repeat_and_select(5, 1, gaussian(3)))'",
        "'3 * repeat_and_select(5, 0, 10 * poisson(0.1, gaussian(3))) + laplace(4)'",
        "'repeat_and_select(3, 1, repeat_and_select(3, 1, gaussian(8)))'"
    })
    void extremesAreAnswered(String plan) {
        for (double epsilon : new double[] {0, 1e-9, 1, 50}) {
            Bracket delta = Accountant.standard()
                    .delta(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                    .delta();
            assertThat(delta.lower()).isBetween(0.0, delta.upper());
        }
    }
}
