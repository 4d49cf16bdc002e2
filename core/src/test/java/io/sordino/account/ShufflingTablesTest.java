package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import org.junit.jupiter.api.Test;

/** Shuffled reports against the tables: exact where the truth is known, never above what others have reached. */
final class ShufflingTablesTest {
    private final Accountant accountant = Accountant.standard();

    private Bracket answer(GoldenTable.Row row) {
        return accountant
                .epsilon(Plans.parse(row.plan()), Relation.REPLACE_ONE, row.at(), Precision.DEFAULT)
                .answer();
    }

    @Test
    void binaryResponseIsExact() {
        for (GoldenTable.Row row : GoldenTable.read("shuffled_rr2.csv").rows()) {
            Bracket answer = answer(row);
            assertThat(answer.upper()).as("%s", row).isGreaterThanOrEqualTo(row.lower());
            assertThat(answer.lower()).as("%s", row).isLessThanOrEqualTo(row.upper());
            assertThat(answer.relativeWidth()).as("%s", row).isLessThanOrEqualTo(1e-6);
        }
    }

    @Test
    void manySymbolsAreAsTightAsTheTable() {
        for (GoldenTable.Row row : GoldenTable.read("shuffled_krr.csv").rows()) {
            Bracket answer = answer(row);
            assertThat(answer.upper()).as("%s", row).isBetween(row.lower(), row.upper() * (1 + 1e-6));
            assertThat(answer.lower()).as("%s", row).isBetween(0.98 * row.lower(), row.upper());
        }
    }

    @Test
    void noBoundIsAboveTheTable() {
        for (GoldenTable.Row row : GoldenTable.read("shuffled_bounds.csv").rows())
            assertThat(answer(row).upper()).as("%s", row).isLessThanOrEqualTo(row.upper() * (1 + 1e-9));
    }
}
