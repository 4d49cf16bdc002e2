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
                "poisson_laplace.csv",
            })
    void compositionsHoldAndAreNarrow(String table) {
        check(table, 1e-3, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exponential.csv",
                "zcdp.csv",
                "zcdp_optimal.csv",
                "tcdp.csv",
                "rdp.csv",
                "poisson_gaussian.csv",
                "without_replacement_gaussian.csv",
            })
    void boundsHold(String table) {
        check(table, 1, 2);
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
            Mechanism plan = Plans.parse(row.plan());
            Relation relation = Arrays.stream(Relation.values())
                    .filter(r -> r.label().equals(row.relation()))
                    .findFirst()
                    .orElseThrow();
            Guarantee guarantee = row.asksEpsilon()
                    ? accountant.epsilon(plan, relation, row.at(), Precision.DEFAULT)
                    : accountant.delta(plan, relation, row.at(), Precision.DEFAULT);
            Bracket answer = guarantee.answer();
            assertThat(answer.upper()).as("%s is not below the truth", row).isGreaterThanOrEqualTo(row.lower());
            if (row.kind().equals("bound"))
                assertThat(answer.upper()).as("%s", row).isLessThanOrEqualTo(row.upper() * (1 + 1e-9));
            else assertThat(answer.lower()).as("%s", row).isLessThanOrEqualTo(row.upper());
            assertThat(answer.upper() - answer.lower())
                    .as("%s is narrow: %s", row, answer)
                    .isLessThanOrEqualTo(width * answer.upper());
        }
    }
}
