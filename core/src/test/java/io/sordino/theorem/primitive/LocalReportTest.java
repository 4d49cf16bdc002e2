package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One report of a known sender. */
final class LocalReportTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("unary(1)", "add-remove", "not whether there is a user"),
                silentOn("local_laplace(1)", "replace-special", "not whether there is a user"));
    }

    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_ONE, delta, Precision.DEFAULT)
                .answer();
    }

    /** Trinomial sums in 40 digits. */
    @ParameterizedTest
    @CsvSource({
        "'unary(1)', 22.98229326",
        "'subset(1, 10, 3)', 23.94205662",
        "'local_hash(1, 4)', 22.06850464",
        "'hadamard(1)', 22.58766251",
    })
    void thirtyFreshReportsAdd(String plan, double truth) {
        Bracket answer = epsilon("30 * " + plan, 1e-6);
        assertThat(answer.lower()).isLessThanOrEqualTo(truth + 1e-8);
        assertThat(answer.upper()).isGreaterThanOrEqualTo(truth - 1e-8).isLessThan(truth * 1.002);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 2.1972245773362196", "0.1, 5.88887795833288", "1, 0"})
    void rapporHasTheLossOfTwoFlippedBits(double f, double pure) {
        assertThat(epsilon("rappor(" + f + ")", 0).upper()).isBetween(pure * (1 - 1e-14), pure * (1 + 1e-12) + 1e-300);
    }

    @ParameterizedTest
    @CsvSource({"1e-9", "1", "40", "700"})
    void unaryIsTwoAnswersOfHalfTheEpsilon(double epsilon) {
        Bracket one = epsilon("unary(" + epsilon + ")", 1e-3);
        Bracket two = epsilon("2 * randomized_response(" + epsilon / 2 + ")", 1e-3);
        assertThat(one.lower()).isLessThanOrEqualTo(two.upper());
        assertThat(two.lower()).isLessThanOrEqualTo(one.upper());
    }
}
