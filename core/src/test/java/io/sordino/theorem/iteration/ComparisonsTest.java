package io.sordino.theorem.iteration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Precision;
import io.sordino.loss.iteration.CountedShift;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Theorems that are shown next to sharper ones: each is true, and weaker. */
class ComparisonsTest {
    private static List<Claim> claims(String text, String theorem) {
        return Accountant.standard()
                .explain(Plans.parse(text), Relation.REPLACE_ONE, 1e-5, Precision.DEFAULT)
                .claims()
                .stream()
                .filter(claim -> claim.why().theorem().name().equals(theorem))
                .toList();
    }

    @Test
    void langevinBoundsAreAboveTheExactValue() {
        for (double gap = 0.001; gap <= 1; gap *= 1.07)
            for (double steps = 1; steps < 1e6; steps = Math.ceil(steps * 1.3)) {
                double rate = -Math.log1p(-gap);
                double exact = 0.5 * Math.tanh(steps * rate / 2) / Math.tanh(rate / 2);
                assertThat(LangevinDynamics.early(gap, steps)).isGreaterThanOrEqualTo(exact);
                assertThat(LangevinDynamics.late(gap, steps)).isGreaterThanOrEqualTo(exact);
            }
        assertThat(0.01 * LangevinDynamics.early(0.05, 1)).isCloseTo(0.00988, within(1e-5));
        assertThat(0.01 * LangevinDynamics.late(0.05, 1)).isCloseTo(0.00975, within(1e-5));
        assertThat(0.01 * LangevinDynamics.early(0.05, 1e9)).isCloseTo(0.4, within(1e-9));
    }

    @Test
    void langevinBoundsAreShownAndWeaker() {
        String plan = "last_iterate(steps=100, step_size=1, noise=1, lipschitz=0.5, smoothness=0.05,"
                + " strong_convexity=0.05, dataset_size=10)";
        List<Claim> bounds = claims(plan, "LangevinDynamics");
        double exact = claims(plan, "LastIterateOfFixedOrder").get(0).answer().upper();
        assertThat(bounds).hasSize(2);
        for (Claim bound : bounds) assertThat(bound.answer().upper()).isBetween(1.3 * exact, 2 * exact);
    }

    @Test
    void onePassInRenyiIsAFewPercentWeaker() {
        String plan = "last_iterate(steps=10, step_size=1, noise=2, lipschitz=1, smoothness=1, dataset_size=10,"
                + " batch_size=1, order=one_pass, position=%s)";
        for (String position : List.of("first", "last")) {
            double exact = claims(plan.formatted(position), "LastIterateOfFixedOrder")
                    .get(0)
                    .answer()
                    .upper();
            double renyi = claims(plan.formatted(position), "OnePassInRenyi")
                    .get(0)
                    .answer()
                    .upper();
            assertThat(renyi).isBetween(exact, 1.3 * exact);
        }
    }

    @Test
    void countedDrawsAreALowerEnd() {
        int trials = 12;
        double rate = 0.3;
        double step = 0.4;
        double epsilon = 0.8;
        double best = 0;
        for (double y = -5; y < 10; y += 1e-3) {
            double power = 0;
            double weight = Math.pow(1 - rate, trials);
            for (int j = 0; j <= trials; j++) {
                power += weight * Normal.sf(y - j * step);
                weight *= (trials - j) / (j + 1.0) * rate / (1 - rate);
            }
            best = Math.max(best, power - Math.exp(epsilon) * Normal.sf(y));
        }
        double found =
                Math.exp(CountedShift.of(trials, rate, step).logDelta(epsilon).lower());
        assertThat(found).isLessThanOrEqualTo(best).isCloseTo(best, within(1e-5));
    }

    @Test
    void linearLossesStayBelowTheSampledBound() {
        for (String batch : List.of("1", "7", "19"))
            for (String steps : List.of("1", "5", "200")) {
                String plan = "last_iterate(steps=" + steps + ", step_size=0.5, noise=0.3, lipschitz=1, smoothness=1,"
                        + " dataset_size=20, batch_size=" + batch + ", order=sampled)";
                double lower = claims(plan, "LinearLosses").get(0).answer().lower();
                double upper = claims(plan, "LastIterateOfSampledBatches")
                        .get(0)
                        .answer()
                        .upper();
                assertThat(lower).isPositive().isLessThanOrEqualTo(upper);
                // one step is exact
                if (steps.equals("1")) assertThat(lower).isCloseTo(upper, within(2e-3 * upper));
            }
    }
}
