package io.sordino.ledger;

import io.sordino.ledger.rule.Cost;
import io.sordino.ledger.rule.Withdrawal;
import io.sordino.ledger.store.Holding;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a request would take.
 *
 * @param taken empty where too little is left
 * @param more how many requests like it could be charged from here on, one after the other
 * @param left what would be left after it; what there is where it cannot be charged
 */
public record Preview(Optional<Withdrawal> taken, long more, String left, int percent) {
    /** Kinds of coupons run out one after the other: so often the answer may change its shape. */
    private static final int MOST_TURNS = 1000;

    static Preview of(Budget budget, Cost cost, Map<String, Holding> now) {
        Map<String, Long> left = Budget.left(now);
        Optional<Withdrawal> first = cost.from(left);
        long more = 0;
        Map<String, Long> rest = new TreeMap<>(left);
        for (int turn = 0; turn < MOST_TURNS; turn++) {
            Optional<Withdrawal> next = cost.from(rest);
            if (next.isEmpty()) break;
            long times = times(next.get(), rest);
            if (times == Long.MAX_VALUE) {
                more = times;
                break;
            }
            next.get().amounts().forEach((name, amount) -> rest.merge(name, -times * amount, Long::sum));
            more += times;
        }
        Map<String, Holding> after = new TreeMap<>(now);
        first.ifPresent(one -> one.amounts()
                .forEach((name, amount) ->
                        after.computeIfPresent(name, (same, held) -> new Holding(held.most(), held.spent() + amount))));
        return new Preview(first, more, budget.rule().left(Budget.left(after)), Budget.percent(after));
    }

    /** How often the same can be taken; a request that takes nothing can be had without end. */
    private static long times(Withdrawal taken, Map<String, Long> left) {
        long most = Long.MAX_VALUE;
        for (Map.Entry<String, Long> amount : taken.amounts().entrySet())
            if (amount.getValue() > 0)
                most = Math.min(most, left.getOrDefault(amount.getKey(), 0L) / amount.getValue());
        return most;
    }
}
