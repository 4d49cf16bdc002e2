package io.sordino.ledger.rule;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a request takes: units of resources, and why they suffice.
 *
 * @param how the reason in a word or two, which the history shows
 */
public record Withdrawal(Map<String, Long> amounts, String how) {
    public Withdrawal {
        amounts = java.util.Collections.unmodifiableMap(new TreeMap<>(amounts));
        if (amounts.values().stream().anyMatch(amount -> amount < 0))
            throw new IllegalArgumentException("nothing is ever given back");
    }
}
