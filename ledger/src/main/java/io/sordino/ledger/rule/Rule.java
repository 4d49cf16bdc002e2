package io.sordino.ledger.rule;

import io.sordino.account.Guarantee;
import java.util.List;
import java.util.Map;

/**
 * How a budget is spent: what it has, and what a request takes of it. A rule is a theorem about requests that are chosen after
 * looking at earlier answers; docs/theory has the statement and the proof of each.
 */
public interface Rule {
    /** What there is at the beginning. */
    List<Resource> resources();

    /** What a request takes; refuses a plan whose cost is not known. */
    Cost cost(Ask ask);

    /** The epsilon that holds for everything that is ever released against the budget, at the budget's delta. */
    double promise();

    /** What the amounts that were taken would have cost had they been fixed beforehand; nothing is promised by it. */
    double spent(Map<String, Long> taken);

    /** What is left, as a plan or as amounts. */
    String left(Map<String, Long> left);

    /** The proof tree of the promise, where it rests on the accountant. */
    default List<Guarantee> evidence() {
        return List.of();
    }
}
