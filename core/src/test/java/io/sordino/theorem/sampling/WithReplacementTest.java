package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WithReplacementTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("with_replacement(1, 1, gaussian(1))", "replace-one", "a dataset of one record"));
    }

    /** Gaussian noise on a count of the record's hits is one of the mechanisms that each of the boxes allows. */
    @ParameterizedTest
    @ValueSource(strings = {"zcdp(0.1)", "tcdp(0.1, 20)", "tcdp(0.1, 5)", "rdp(8, 0.8)", "rdp(3, 0.3)"})
    void boxesKnownByTheirCurveAreAboveACountOfHits(String box) {
        for (double epsilon : new double[] {0.01, 0.1, 0.5, 1}) {
            double truth = countOfHits(10, 100, Math.sqrt(0.2), epsilon);
            Bracket found = Accountant.standard()
                    .delta(
                            Plans.parse("with_replacement(10, 100, " + box + ")"),
                            Relation.ADD_OR_REMOVE_ONE,
                            epsilon,
                            Precision.DEFAULT)
                    .delta();
            assertThat(found.upper()).as("at %s", epsilon).isBetween(truth, 0.1);
            assertThat(found.lower()).isLessThanOrEqualTo(truth);
        }
    }

    /** The integral of (sum of B_k N(k mu, 1) - e^epsilon N(0, 1))+ by small cells. */
    private static double countOfHits(int draws, int size, double mu, double epsilon) {
        double sum = 0;
        double step = 1e-4;
        for (double z = -10; z < 20; z += step) {
            double with = 0;
            double chance = Math.pow(1 - 1.0 / size, draws);
            for (int k = 0; k <= draws; k++) {
                with += chance * Math.exp(-(z - k * mu) * (z - k * mu) / 2);
                chance *= (draws - k) / (k + 1.0) / (size - 1);
            }
            sum += step * Math.max(0, with - Math.exp(epsilon - z * z / 2));
        }
        return sum / Math.sqrt(2 * Math.PI);
    }
}
