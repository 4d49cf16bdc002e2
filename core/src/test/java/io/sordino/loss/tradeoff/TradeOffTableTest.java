package io.sordino.loss.tradeoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.GoldenTable;
import io.sordino.account.Precision;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Known;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an attacker may miss at a given rate of false alarms, read off the profile, against golden/tradeoff.csv. */
final class TradeOffTableTest {
    @Test
    void everyRowHolds() {
        List<List<String>> rows = GoldenTable.cells("tradeoff.csv");
        assertThat(rows).hasSizeGreaterThan(100);
        for (List<String> row : rows) {
            Relation relation = Arrays.stream(Relation.values())
                    .filter(r -> r.label().equals(row.get(1)))
                    .findFirst()
                    .orElseThrow();
            // every plan of the table is symmetric
            Direction direction = relation.directions().get(0);
            List<Known> known = Accountant.standard()
                    .knowledge(Plans.parse(row.get(0)), relation, direction, Precision.DEFAULT)
                    .known();
            assertThat(known).isNotEmpty();
            for (Known one : known) {
                Bracket missed = new ProfileTradeOff(one.loss()).typeTwo(Double.parseDouble(row.get(2)));
                if (one.reach().boundsAbove())
                    assertThat(missed.lower())
                            .as("%s by %s", row, one.why())
                            .isLessThanOrEqualTo(Double.parseDouble(row.get(4)));
                if (one.reach().boundsBelow())
                    assertThat(missed.upper())
                            .as("%s by %s", row, one.why())
                            .isGreaterThanOrEqualTo(Double.parseDouble(row.get(3)));
            }
        }
    }
}
