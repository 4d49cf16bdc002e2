package io.sordino.theorem.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.PairCurve;
import io.sordino.loss.selection.RunLaw;
import io.sordino.loss.selection.SelectedCurve;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SelectionInRenyiTest extends TheoremContract {
    private static final long SEED = 2211;

    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("repeat_and_select(1, 1, gaussian(2))", "add-remove", "one run"),
                silentOn("repeat_and_select(10, 1, dp(1, delta=1e-6))", "add-remove", "Renyi divergences are known"));
    }

    @Test
    void noOrderOfOutputsDivergesMore() {
        System.out.println("seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        double closest = 0;
        for (int i = 0; i < 150; i++) {
            FiniteRun run = FiniteRun.draw(random);
            RunLaw law = RunLaw.of(run.mean(), run.shape());
            RenyiCurve here = PairCurve.of(run.pair()).orElseThrow();
            RenyiCurve back = PairCurve.of(run.mirrored()).orElseThrow();
            for (SelectedCurve curve : List.of(
                    SelectedCurve.of(law, here, back), SelectedCurve.of(law, here, back, run.pair(), run.mirrored())))
                for (double alpha : new double[] {1.01, 1.5, 2, 5, 30}) {
                    double most = curve.at(alpha);
                    for (int[] order : run.orders()) {
                        double seen = run.divergence(order, alpha);
                        assertThat(most).as("%s at %s", run, alpha).isGreaterThanOrEqualTo(seen * (1 - 1e-9) - 1e-12);
                        closest = Math.max(closest, seen / most);
                    }
                }
        }
        // the control: two thirds of the bound would be broken
        assertThat(closest).isGreaterThan(0.67);
    }
}
