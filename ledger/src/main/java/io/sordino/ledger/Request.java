package io.sordino.ledger;

import io.sordino.ledger.rule.Ask;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.util.Optional;

/**
 * A request for a share of a budget.
 *
 * @param id the idempotency key: one charge and one answer for ever
 * @param relation under which the plan is private; must be the budget's
 * @param period whose data it reads, where the budget refills
 * @param note what it is for; not the data
 */
public record Request(
        String budget, String id, Ask ask, Optional<Relation> relation, Optional<String> period, String note) {
    private static final int LONG = 200;

    public Request {
        if (!(!id.isBlank() && id.length() <= LONG && id.codePoints().noneMatch(Character::isISOControl)))
            throw new InvalidException(
                    "a request id has 1 to " + LONG + " visible characters", "name it, such as 2026-11-18/trips");
        if (!(note.length() <= 1000)) throw new InvalidException("a note has at most 1000 characters");
    }

    /** A plan under the budget's own relation. */
    public static Request of(String budget, String id, Ask ask) {
        return new Request(budget, id, ask, Optional.empty(), Optional.empty(), "");
    }
}
