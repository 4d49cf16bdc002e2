package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.renyi.ListedOrdersCurve;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Renyi divergences of some orders. */
final class RenyiAtListedOrdersTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("rdp(2, 0.1)"));
    }

    private static double upper(String plan) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 1e-5, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    @Test
    void oneOrderIsThatOrder() {
        assertThat(upper("rdp_orders([8], [0.5])")).isEqualTo(upper("rdp(8, 0.5)"));
    }

    /** Orders of Gaussian noise: no better than all of them, and with usual ones not much worse. */
    @Test
    void ordersOfNoiseAreNearlyTheCurve() {
        double listed = upper(
                "100 * rdp_orders([2, 3, 4, 5, 6, 8, 16, 32], [0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.08, 0.16])");
        double curve = upper("100 * zcdp(0.005)");
        assertThat(listed).isBetween(curve * (1 - 1e-9), 1.05 * curve);
    }

    /** (alpha - 1) times the divergence of noise is a parabola, which is below its chords; a chord of the divergence itself is not a bound. */
    @Test
    void betweenOrdersTheChordHolds() {
        ListedOrdersCurve curve = new ListedOrdersCurve(List.of(2.0, 10.0), List.of(0.2, 1.0));
        for (double alpha = 1.01; alpha <= 10; alpha += 0.07)
            assertThat(curve.at(alpha)).as("%s", alpha).isBetween(0.1 * alpha, 1.0);
        assertThat(curve.at(1.5)).isEqualTo(0.2);
        assertThat(curve.at(6)).isLessThan(1);
        assertThat(curve.at(10.1)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdp_orders([1, 2], [0.1, 0.2]) | above 1",
                "rdp_orders([4, 2], [0.1, 0.2]) | must rise",
                "rdp_orders([2, 4], [0.1]) | equally many"
            })
    void slipsAreNamed(String plan, String reason) {
        assertThatThrownBy(() -> Plans.parse(plan)).hasMessageContaining(reason);
    }
}
