package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResponseOrCoinTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("randomized_response(1)"));
    }

    private static Bracket epsilon(String plan) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 0, Precision.DEFAULT)
                .epsilon();
    }

    /** A coin lies half-way between the answers, so it is kinder than silence. */
    @Test
    void itLiesBetweenPTimesEpsilonSmallAndTheTheoremForAnything() {
        for (double p : new double[] {0.01, 0.1, 0.5, 0.99})
            for (double eps : new double[] {0.01, 1, 5, 300}) {
                Bracket coin = epsilon("sampled_response(" + p + ", " + eps + ")");
                Bracket any = epsilon("poisson(" + p + ", randomized_response(" + eps + "))");
                assertThat(coin.lower()).as("%s %s", p, eps).isLessThanOrEqualTo(any.upper());
                double s = p * Math.tanh(eps / 2);
                assertThat(coin.upper()).as("%s %s", p, eps).isGreaterThanOrEqualTo(2 * s * (1 - 1e-12));
            }
    }

    @Test
    void certaintyAndNothingAreTheEnds() {
        assertThat(epsilon("sampled_response(1, 2, k=5)").upper()).isEqualTo(2);
        assertThat(epsilon("sampled_response(0.3, 0)").upper()).isEqualTo(0);
        // an answer that is all truth tells with probability p what it is
        assertThat(epsilon("sampled_response(0.5, 800)").upper()).isBetween(Math.log(3), Math.log(3) * (1 + 1e-12));
        assertThat(epsilon("sampled_response(0.5, 1e-300)").upper()).isGreaterThan(0);
    }
}
