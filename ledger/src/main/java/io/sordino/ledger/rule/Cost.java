package io.sordino.ledger.rule;

import java.util.Map;
import java.util.Optional;

/** What a request would take from what is left. It is asked again inside the transaction that takes it. */
@FunctionalInterface
public interface Cost {
    /** Empty where what is left does not suffice. */
    Optional<Withdrawal> from(Map<String, Long> left);

    /** The same amounts, whatever is left. */
    static Cost fixed(Withdrawal withdrawal) {
        return left -> withdrawal.amounts().entrySet().stream()
                        .allMatch(amount -> left.getOrDefault(amount.getKey(), 0L) >= amount.getValue())
                ? Optional.of(withdrawal)
                : Optional.empty();
    }
}
