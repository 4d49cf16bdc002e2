package io.sordino.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.ledger.rule.Withdrawal;
import io.sordino.ledger.store.Entry;
import io.sordino.ledger.store.Holding;
import io.sordino.ledger.store.Kinds;
import io.sordino.ledger.store.Snapshot;
import io.sordino.mechanism.NormalForm;
import io.sordino.plan.Plans;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One entry of a budget, and where the budget stood after it.
 *
 * @param percent of the resource of which most was taken, in the entry's period
 */
public record Spending(Entry entry, int percent) {
    /** The latest entries of a budget, in order. */
    static List<Spending> of(Budget budget, Snapshot snapshot, int most) {
        Map<String, Map<String, Holding>> held = new HashMap<>();
        Deque<Spending> latest = new ArrayDeque<>();
        snapshot.entries(budget.terms().name(), entry -> {
            JsonNode line = Lines.read(entry.line());
            Map<String, Holding> now =
                    held.computeIfAbsent(line.path("period").asText(), period -> new TreeMap<>(budget.fresh()));
            take(Lines.taken(line), now);
            if (entry.kind().equals(Kinds.SWAP))
                NormalForm.of(Plans.parse(line.path("new").asText()))
                        .counts()
                        .forEach((coupon, count) -> now.merge(
                                Plans.print(coupon),
                                new Holding(count, 0),
                                (one, more) -> new Holding(one.most() + more.most(), one.spent())));
            latest.add(new Spending(entry, Budget.percent(now)));
            if (latest.size() > most) latest.remove();
        });
        return new ArrayList<>(latest);
    }

    private static void take(Withdrawal taken, Map<String, Holding> now) {
        taken.amounts()
                .forEach((name, amount) ->
                        now.computeIfPresent(name, (same, one) -> new Holding(one.most(), one.spent() + amount)));
    }
}
