package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums inside samples, repeated: each side is a pair of its own, and every width has to hold the truth. */
final class SampledSumsTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");

    private final Accountant accountant = Accountant.standard();

    @Test
    void atomsInASampleHoldAtEveryWidth() {
        List<GoldenTable.Row> rows = GoldenTable.read("sampled_mixed_base.csv").rows();
        for (int i = 0; i < rows.size(); i += SLOW ? 1 : 4)
            for (double width : new double[] {1e-2, 1e-3, 1e-4}) {
                Bracket answer = holds(rows.get(i), width);
                assertThat(answer.upper() - answer.lower())
                        .as("%s at %s: %s", rows.get(i), width, answer)
                        .isLessThanOrEqualTo(Math.max(2e-3, width) * answer.upper());
            }
    }

    @Test
    void mixedBasesHoldAtEveryWidth() {
        for (GoldenTable.Row row : GoldenTable.read("x_sampled_mixed_base.csv").rows())
            for (double width : new double[] {1e-2, 1e-3, 1e-4}) holds(row, width);
    }

    @Test
    void aResponseWithNoiseHoldsAtEveryWidth() {
        GoldenTable.Row row = new GoldenTable.Row(
                "1000 * poisson(0.01, laplace(3) + randomized_response(0.5))",
                Relation.ADD_OR_REMOVE_ONE.label(),
                "epsilon",
                0.5,
                4.7042223571e-4,
                4.7042223573e-4,
                "exact");
        for (double width : new double[] {1e-2, 1e-3, 1e-4}) {
            Bracket answer = holds(row, width);
            assertThat(answer.upper() - answer.lower()).isLessThanOrEqualTo(1.2 * width * answer.upper());
        }
    }

    /** The base's epsilon is four times this one; a share of it is no share of the answer. */
    @Test
    void aSumOnOneSampleIsAsNarrowAsAsked() {
        var plan = Plans.parse("without_replacement(2000, 200000, 12 * laplace(4) + gaussian(8))");
        Guarantee answer = accountant.epsilon(plan, Relation.REPLACE_ONE, 1e-6, new Precision(1e-3));
        assertThat(answer.tight()).as("%s", answer.epsilon()).isTrue();
    }

    /** Truth by a tilted transform of the 363 atoms, each rounded up and each rounded down to a lattice of 4e-6. */
    @Test
    void rareLossesOfABaseAreToldFromTheNoiseOfATransform() {
        var plan = Plans.parse("224 * poisson(0.01258, discrete_gaussian(3.61) + randomized_response(0.03602, k=5))");
        Bracket answer = accountant
                .epsilon(plan, Relation.ADD_OR_REMOVE_ONE, 8.13e-31, new Precision(1e-3))
                .epsilon();
        assertThat(answer.upper()).isGreaterThan(0.655906);
        assertThat(answer.lower()).isLessThan(0.656803);
        assertThat(answer.upper() - answer.lower()).isLessThanOrEqualTo(1e-3 * answer.upper());
    }

    @Test
    void whatIsAskedForDecidesHowRareLossesABaseKeeps() {
        var plan = Plans.parse("20 * poisson(0.1, gaussian(5) + discrete_gaussian(3))");
        for (double delta : new double[] {1e-6, 1e-30, 1e-100, 1e-200}) {
            Guarantee answer = accountant.epsilon(plan, Relation.ADD_OR_REMOVE_ONE, delta, new Precision(1e-3));
            assertThat(answer.tight()).as("at %s: %s", delta, answer.epsilon()).isTrue();
        }
    }

    /** Where the other direction's delta is e^-1774, which is on no lattice, the answer is that of this one. */
    @Test
    void aDeltaBelowAllDoublesIsNotTakenForOne() {
        var plan = Plans.parse("3 * poisson(0.0005814, sinh_normal(2.983, 41.51) + dp(0.1007, 0))"
                + " + 2 * poisson(0.01196, gaussian(0.9303) + randomized_response(0.05557, k=5))"
                + " + 500 * poisson(0.000373, sinh_normal(2.571, 5.215))");
        Bracket answer = accountant
                .delta(plan, Relation.ADD_OR_REMOVE_ONE, 0.176, new Precision(1e-3))
                .delta();
        assertThat(answer.upper()).isBetween(answer.lower(), 1.3e-4);
    }

    @Test
    void sumsOfAllKindsHold() {
        some(GoldenTable.read("x_sums.csv").rows(), 7);
        some(GoldenTable.read("x_cross.csv").rows(), 7);
    }

    private void some(List<GoldenTable.Row> rows, int stride) {
        for (int i = 0; i < rows.size(); i += SLOW ? 1 : stride) holds(rows.get(i), 1e-3);
    }

    private Bracket holds(GoldenTable.Row row, double width) {
        Relation relation = Arrays.stream(Relation.values())
                .filter(one -> one.label().equals(row.relation()))
                .findFirst()
                .orElseThrow();
        Precision precision = new Precision(width);
        Bracket answer = row.asksEpsilon()
                ? accountant
                        .epsilon(Plans.parse(row.plan()), relation, row.at(), precision)
                        .answer()
                : accountant
                        .delta(Plans.parse(row.plan()), relation, row.at(), precision)
                        .answer();
        assertThat(answer.upper()).as("%s at %s", row, width).isGreaterThanOrEqualTo(row.lower());
        if (row.kind().equals("exact"))
            assertThat(answer.lower()).as("%s at %s", row, width).isLessThanOrEqualTo(row.upper());
        return answer;
    }
}
