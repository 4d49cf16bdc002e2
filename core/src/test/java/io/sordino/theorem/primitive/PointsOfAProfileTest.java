package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Values;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Some points of a privacy curve. */
final class PointsOfAProfileTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("dp(1, 0.001)"));
    }

    private static double upper(Mechanism plan, double delta) {
        return Accountant.standard()
                .epsilon(plan, Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    private static double upper(String plan, double delta) {
        return upper(Plans.parse(plan), delta);
    }

    @Test
    void onePointIsThatPromise() {
        double own = upper("10 * profile([0.5], [1e-6])", 1e-3);
        double promised = upper("10 * dp(0.5, 1e-6)", 1e-3);
        assertThat(own).isBetween(promised * (1 - 2e-3), promised * (1 + 2e-3));
    }

    /** Points of Gaussian noise never promise less than the noise keeps, and many of them nearly all of it. */
    @Test
    void manyPointsOfNoiseAreNearlyTheNoise() {
        double before = Double.POSITIVE_INFINITY;
        double truth = upper("20 * gaussian(10)", 1e-5);
        for (int points : new int[] {4, 16, 64}) {
            double[] epsilons = new double[points];
            double[] deltas = new double[points];
            for (int i = 0; i < points; i++) {
                epsilons[i] = 0.7 * i / points;
                deltas[i] = GaussianPair.of(0.1).delta(epsilons[i]).upper();
            }
            double own = upper(new Repeated(20, new ProfilePoints(Values.of(epsilons), Values.of(deltas))), 1e-5);
            assertThat(own).isBetween(truth * (1 - 1e-3), before);
            before = own;
        }
        assertThat(before).isLessThan(1.1 * truth);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "profile([1, 0.5], [0.1, 0.2]) | must rise",
                "profile([1], [1]) | below 1",
                "profile([1, 2], [0.1]) | equally many"
            })
    void slipsAreNamed(String plan, String reason) {
        assertThatThrownBy(() -> Plans.parse(plan)).hasMessageContaining(reason);
    }
}
