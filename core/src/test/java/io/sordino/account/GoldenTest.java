package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every table of truths: the bracket meets the truth, and is as narrow as asked where a theorem gives both ends. */
final class GoldenTest {
    private final Accountant accountant = Accountant.standard();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian.csv",
                "gaussian_composed.csv",
                "gdp.csv",
                "laplace.csv",
                "randomized_response.csv",
                "without_replacement_single.csv",
            })
    void closedFormsHoldAndAreNarrow(String table) {
        check(table, 1e-9, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "composition_pure.csv",
                "dp_composed.csv",
                "discrete_gaussian.csv",
                "discrete_laplace.csv",
                "laplace_composed.csv",
                "randomized_response_composed.csv",
                "truncated_laplace.csv",
                "mixed_composition.csv",
                "poisson_gaussian_deep.csv",
                "poisson_laplace.csv",
                "poisson_laplace_exact.csv",
                "poisson_nested.csv",
            })
    void compositionsHoldAndAreNarrow(String table) {
        check(table, 1e-3, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exponential.csv",
                "group.csv",
                "zcdp.csv",
                "zcdp_optimal.csv",
                "tcdp.csv",
                "rdp.csv",
                "poisson_gaussian.csv",
                "with_replacement_single.csv",
            })
    void boundsHold(String table) {
        check(table, 1, 2);
    }

    /** Truths of independent oracles that once were attacks, and what real neighbours attain: none of them is above us. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "x_group_discrete_gaussian.csv",
                "x_replacement_group.csv",
                "x_with_replacement_discrete_gaussian.csv",
                "x_single_leaf.csv",
                "x_shuffled_small.csv",
                "x_shuffled_large.csv",
                "x_huge_closed.csv",
            })
    void attacksHold(String table) {
        check(table, 1, 1);
    }

    /** Their truth is not known: below is a realised pair, above the best theorem. */
    @Test
    void fixedSizeBatchesAreAsTightAsTheTheorem() {
        for (GoldenTable.Row row :
                GoldenTable.read("without_replacement_gaussian.csv").rows()) {
            Bracket answer = ask(row).answer();
            assertThat(answer.upper()).as("%s", row).isBetween(row.lower(), row.upper() * 1.001);
            assertThat(answer.lower()).as("%s", row).isLessThanOrEqualTo(row.upper());
        }
    }

    @Test
    void epsilonsOfSampledGaussianNoiseAreWithinAThousandth() {
        List<GoldenTable.Row> rows = GoldenTable.read("poisson_gaussian.csv").rows().stream()
                .filter(GoldenTable.Row::asksEpsilon)
                .toList();
        check(rows, 1e-3, Boolean.getBoolean("sordino.slow") ? 1 : 3);
    }

    /** A sum inside a sample is a pair of its own, whose far tail is coarser than its middle. */
    @Test
    void upperEndsOfSampledFiniteLawsAreWithinAThousandth() {
        List<GoldenTable.Row> rows = GoldenTable.read("poisson_finite.csv").rows();
        for (int i = 0; i < rows.size(); i += Boolean.getBoolean("sordino.slow") ? 1 : 3) {
            GoldenTable.Row row = rows.get(i);
            Bracket answer = ask(row).answer();
            boolean deep = row.asksEpsilon() && row.at() < 1e-20;
            assertThat(answer.upper()).as("%s", row).isBetween(row.lower(), row.upper() * (deep ? 1.03 : 1.001));
            assertThat(answer.lower()).as("%s", row).isBetween(row.lower() * 0.99, row.upper());
        }
    }

    /** One epoch to 1e-3, several to 5e-3. */
    @Test
    void randomAllocationHoldsAndIsNarrow() {
        List<GoldenTable.Row> rows = GoldenTable.read("allocated_gaussian.csv").rows();
        List<GoldenTable.Row> epochs =
                rows.stream().filter(row -> row.plan().contains("*")).toList();
        assertThat(epochs).isNotEmpty();
        check(epochs, 5e-3, 1);
        check(rows.stream().filter(row -> !epochs.contains(row)).toList(), 1e-3, 1);
    }

    @Test
    void groupsInAGaussianSampleHoldAndAreNarrow() {
        check("GroupInSample.csv", 1e-9, 1);
    }

    /** The envelope of the exponential mechanism is not attained by the same neighbours in a sum. */
    @Test
    void sumsOfDifferentNoisesHoldAndAreNarrow() {
        List<GoldenTable.Row> rows = GoldenTable.read("mixed_sums.csv").rows();
        List<GoldenTable.Row> envelopes =
                rows.stream().filter(row -> row.plan().contains("exponential")).toList();
        assertThat(envelopes).isNotEmpty();
        check(envelopes, 1, 1);
        check(rows.stream().filter(row -> !envelopes.contains(row)).toList(), 1e-3, 2);
    }

    /** Few steps and many, little noise and much, finite laws, and deltas down to 1e-30. */
    @Test
    void randomAllocationOfAnyBaseHoldsAndIsNarrow() {
        List<GoldenTable.Row> rows = GoldenTable.read("allocated.csv").rows();
        check(rows.stream().filter(GoldenTable.Row::asksEpsilon).toList(), 1e-3, 1);
        // log delta changes faster than epsilon
        check(rows.stream().filter(row -> !row.asksEpsilon()).toList(), 5e-3, 1);
    }

    /** Few outcomes, all of them counted; curves that promise no more than a divergence, met by attackers of two points. */
    @ParameterizedTest
    @ValueSource(strings = {"x_allocated_small.csv", "x_black_box.csv"})
    void smallAllocationsAndBlackBoxesHold(String table) {
        for (GoldenTable.Row row : GoldenTable.read(table).rows()) {
            Bracket answer = ask(row).answer();
            assertThat(answer.upper()).as("%s is not below the truth", row).isGreaterThanOrEqualTo(row.lower());
            if (row.kind().equals("exact"))
                assertThat(answer.lower()).as("%s", row).isLessThanOrEqualTo(row.upper());
            if (row.kind().equals("bound"))
                assertThat(answer.upper()).as("%s", row).isLessThanOrEqualTo(row.upper() * (1 + 1e-9));
        }
    }

    @Test
    void sinhNormalNoiseHoldsAndIsNarrowWhereItsLossIsMonotone() {
        List<GoldenTable.Row> covered = GoldenTable.read("sinh_normal.csv").rows().stream()
                .filter(row -> Plans.parse(row.plan()) instanceof SinhNormal noise && noise.a() >= noise.sigma())
                .toList();
        assertThat(covered).hasSizeGreaterThan(50);
        check(covered, 1e-9, 1);
    }

    /** Checks every n-th row, or every row in a slow run. */
    private void check(String name, double width, int stride) {
        check(GoldenTable.read(name).rows(), width, stride);
    }

    private void check(List<GoldenTable.Row> rows, double width, int stride) {
        assertThat(rows).isNotEmpty();
        int step = Boolean.getBoolean("sordino.slow") ? 1 : stride;
        for (int i = 0; i < rows.size(); i += step) {
            GoldenTable.Row row = rows.get(i);
            Bracket answer = ask(row).answer();
            assertThat(answer.upper()).as("%s is not below the truth", row).isGreaterThanOrEqualTo(row.lower());
            if (row.kind().equals("bound"))
                assertThat(answer.upper()).as("%s", row).isLessThanOrEqualTo(row.upper() * (1 + 1e-9));
            else assertThat(answer.lower()).as("%s", row).isLessThanOrEqualTo(row.upper());
            assertThat(answer.upper() - answer.lower())
                    .as("%s is narrow: %s", row, answer)
                    .isLessThanOrEqualTo(width * answer.upper());
        }
    }

    private Guarantee ask(GoldenTable.Row row) {
        Mechanism plan = Plans.parse(row.plan());
        Relation relation = Arrays.stream(Relation.values())
                .filter(r -> r.label().equals(row.relation()))
                .findFirst()
                .orElseThrow();
        return row.asksEpsilon()
                ? accountant.epsilon(plan, relation, row.at(), Precision.DEFAULT)
                : accountant.delta(plan, relation, row.at(), Precision.DEFAULT);
    }
}
