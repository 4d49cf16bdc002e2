package io.sordino.ledger;

import io.sordino.ledger.rule.Withdrawal;
import io.sordino.ledger.store.Entry;
import java.util.List;
import java.util.Optional;

/** What became of a request. */
public sealed interface Decision {
    /**
     * Charged, now or before.
     *
     * @param replayed whether an earlier request with this id was charged, and this one was not
     * @param answer what was answered then
     * @param alerts shares of the budget, in percent, that this charge has passed
     */
    record Granted(Entry entry, Withdrawal taken, boolean replayed, Optional<Stored> answer, List<Integer> alerts)
            implements Decision {
        public Granted {
            alerts = List.copyOf(alerts);
        }
    }

    /** Not charged: what is left does not suffice. */
    record Refused(String why, String left) implements Decision {}
}
