package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Renyi divergences of plans, against golden/renyi.csv and closed forms. */
final class DivergencesTest {
    private static Divergences of(String plan, Relation relation) {
        return Accountant.standard().divergences(Plans.parse(plan), relation, Precision.DEFAULT);
    }

    private static Divergences of(String plan) {
        return of(plan, Relation.ADD_OR_REMOVE_ONE);
    }

    @Test
    void everyRowHolds() {
        List<List<String>> rows = GoldenTable.cells("renyi.csv");
        assertThat(rows).hasSizeGreaterThan(50);
        for (List<String> row : rows) {
            Relation relation = Arrays.stream(Relation.values())
                    .filter(r -> r.label().equals(row.get(1)))
                    .findFirst()
                    .orElseThrow();
            double value = Double.parseDouble(row.get(3));
            Bracket found = of(row.get(0), relation).at(Double.parseDouble(row.get(2)));
            assertThat(found.lower()).as("%s", row).isBetween(value * 0.9, value * (1 + 1e-10));
            // what lies beyond the cells is bounded by a curve, and draws with replacement have none
            double most = row.get(0).startsWith("with_replacement") ? Double.POSITIVE_INFINITY : value * 1.05;
            assertThat(found.upper()).as("%s", row).isBetween(value * (1 - 1e-10), most);
        }
    }

    /** The control: a value that is a hundredth off is outside of every narrow bracket. */
    @Test
    void aFalseValueIsOutside() {
        Bracket found = of("randomized_response(1, k=3)").at(2);
        assertThat(found.upper() / found.lower()).isLessThan(1.001);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 2, 10, 300})
    void noiseThatIsComposedAddsUp(double alpha) {
        Bracket found = of("7 * gaussian(3) + gdp(0.5)").at(alpha);
        double truth = alpha * (7 / 9.0 + 0.25) / 2;
        assertThat(found.lower()).isBetween(truth * (1 - 1e-12), truth * (1 + 1e-12));
        assertThat(found.upper()).isBetween(truth * (1 - 1e-12), truth * (1 + 1e-12));
    }

    @Test
    void theLeastRhoOfNoiseIsThatOfNoise() {
        Bracket rho = of("8 * gaussian(4)").rho(100);
        assertThat(rho.lower()).isBetween(0.2499999, 0.25);
        assertThat(rho.upper()).isBetween(0.25, 0.26);
        Bracket mu = of("8 * gaussian(4)").mu().orElseThrow();
        assertThat(mu.lower()).isLessThanOrEqualTo(Math.sqrt(0.5));
        assertThat(mu.upper()).isBetween(Math.sqrt(0.5), Math.sqrt(0.5) + 1e-12);
        assertThat(of("laplace(1)").mu()).isEmpty();
    }

    /** At no order is the divergence over the order above the upper end, nor is it everywhere below the lower one. */
    @ParameterizedTest
    @CsvSource({"'poisson(0.05, gaussian(1))', 12", "'laplace(0.7)', 30", "'randomized_response(2)', 50"})
    void rhoHoldsAtEveryOrder(String plan, double omega) {
        Divergences all = of(plan);
        Bracket rho = all.rho(omega);
        double largest = Math.max(all.at(1).upper(), all.at(omega).upper() / omega);
        for (double alpha = 1.01; alpha <= omega; alpha *= 1.013) {
            Bracket here = all.at(alpha);
            assertThat(here.lower() / alpha).as("%s", alpha).isLessThanOrEqualTo(rho.upper());
            largest = Math.max(largest, here.upper() / alpha);
        }
        assertThat(rho.lower()).isLessThanOrEqualTo(largest * (1 + 1e-9));
        assertThat(rho.upper()).isLessThan(1.1 * largest);
    }

    @Test
    void aMassAtInfinityIsAnInfiniteDivergence() {
        assertThat(of("dp(1, 1e-6)").at(2).lower()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(of("dp(1, 1e-6)").rho(8).lower()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(of("dp(1)").at(2).upper()).isLessThan(1);
    }

    /** Divergences grow with their order. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "3 * poisson(0.2, laplace(1))",
                "discrete_gaussian(2)",
                "with_replacement(3, 20, gaussian(3))",
                "exponential(1)",
                "tcdp(0.1, 10)",
                "rdp(4, 0.3)"
            })
    void ordersDoNotCross(String plan) {
        Divergences all = of(plan);
        double before = 0;
        for (double alpha : new double[] {1, 1.1, 1.7, 2, 2.5, 4, 9, 33}) {
            Bracket here = all.at(alpha);
            assertThat(here.upper()).as("%s at %s", plan, alpha).isGreaterThanOrEqualTo(before);
            before = here.lower();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void ordersBelowOneAreRefused(double alpha) {
        assertThatThrownBy(() -> of("gaussian(1)").at(alpha))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("at least 1");
    }
}
