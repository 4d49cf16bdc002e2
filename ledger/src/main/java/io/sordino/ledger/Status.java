package io.sordino.ledger;

import io.sordino.ledger.store.Entry;
import io.sordino.ledger.store.Holding;
import io.sordino.ledger.store.Snapshot;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a budget stands.
 *
 * @param limit the epsilon that holds for everything that is ever released against it
 * @param periods by period; a budget that does not refill has one, whose name is empty
 * @param head the last entry's number and hash: whoever keeps them notices when a ledger is exchanged
 */
public record Status(Terms terms, double limit, Map<String, Period> periods, long entries, Entry head) {
    /**
     * One period, or all time.
     *
     * @param spent what was taken would have cost this had it been fixed beforehand; the promise is the limit
     * @param left a plan or amounts
     * @param percent of the resource of which most is taken
     */
    public record Period(double spent, String left, int percent) {}

    static Status of(Budget budget, Snapshot snapshot) {
        String name = budget.terms().name();
        Map<String, Map<String, Holding>> holdings = snapshot.holdings(name);
        Map<String, Period> periods = new TreeMap<>();
        holdings.forEach((period, held) -> periods.put(
                period,
                new Period(
                        budget.rule().spent(Budget.taken(held)),
                        budget.rule().left(Budget.left(held)),
                        Budget.percent(held))));
        return new Status(budget.terms(), budget.rule().promise(), periods, snapshot.count(name), snapshot.head());
    }
}
