package io.sordino.theorem.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.TheoremContract;
import io.sordino.theorem.primitive.GaussianNoise;
import io.sordino.theorem.primitive.RenyiAtOneOrder;
import io.sordino.theorem.primitive.ZeroConcentratedCurve;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Renyi curves add up, whatever their counts. */
class RenyiAddsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("3 * dp(1, delta=1e-5)", "add-remove", "no finite Renyi divergence"));
    }

    private static final Accountant ACCOUNTANT = new Accountant(
            List.of(new GaussianNoise(), new ZeroConcentratedCurve(), new RenyiAtOneOrder(), new RenyiAdds()));

    private static double epsilon(Mechanism mechanism, double delta) {
        return ACCOUNTANT
                .epsilon(mechanism, Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    @Test
    void concentratedParametersAdd() {
        double sum = epsilon(
                new Composed(List.of(new ZeroConcentrated(0.1, 0), new Repeated(3, new ZeroConcentrated(0.2, 0)))),
                1e-6);
        double one = epsilon(new ZeroConcentrated(0.7, 0), 1e-6);
        assertThat(sum).isBetween(one * (1 - 1e-9), one * (1 + 1e-9));
    }

    @Test
    void gaussianPartsJoinByTheirClosedForm() {
        double sum = epsilon(new Composed(List.of(new Gaussian(2), new ZeroConcentrated(0.1, 0))), 1e-6);
        double one = epsilon(new ZeroConcentrated(0.125 + 0.1, 0), 1e-6);
        assertThat(sum).isBetween(one * (1 - 1e-9), one * (1 + 1e-9));
    }

    @Test
    void countsGoTo1e15() {
        double many = epsilon(new Repeated(1_000_000_000_000_000L, new ZeroConcentrated(1e-15, 0)), 1e-6);
        double one = epsilon(new ZeroConcentrated(1, 0), 1e-6);
        assertThat(many).isBetween(one * (1 - 1e-9), one * (1 + 1e-9));
    }

    @Test
    void ordersEndAtTheLeastOne() {
        double sum = epsilon(new Composed(List.of(new RenyiBounded(4, 0.3), new ZeroConcentrated(0.1, 0))), 1e-6);
        double one = epsilon(new RenyiBounded(4, 0.7), 1e-6);
        assertThat(sum).isBetween(one * (1 - 1e-9), one * (1 + 1e-9));
    }

    @Test
    void isSilentWhereAPartIsUnknown() {
        Accountant ignorant = new Accountant(List.of(new GaussianNoise(), new RenyiAdds()));
        Knowledge knowledge = ignorant.knowledge(
                new Composed(List.of(new Gaussian(1), new ZeroConcentrated(1, 0))),
                Relation.ADD_OR_REMOVE_ONE,
                Direction.REMOVE,
                Precision.DEFAULT);
        assertThat(knowledge.known()).isEmpty();
        assertThat(knowledge.why().reason()).contains("no theorem speaks of it");
    }

    /** One order says much about small losses too, which its pair composes; a coin of that divergence comes within 4 %. */
    @Test
    void oneOrderComposesAsAPair() {
        for (double delta : new double[] {0.1, 1e-3, 1e-5, 1e-10}) {
            double coins = standard("100 * randomized_response(0.46302)", delta).lower();
            double bound = standard("100 * rdp(13.94, 0.4253)", delta).upper();
            assertThat(bound).isBetween(coins, 1.04 * coins);
            assertThat(epsilon(Plans.parse("100 * rdp(13.94, 0.4253)"), delta)).isGreaterThan(1.15 * bound);
        }
    }

    private static Bracket standard(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }
}
