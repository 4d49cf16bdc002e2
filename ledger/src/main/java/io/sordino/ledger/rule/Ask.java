package io.sordino.ledger.rule;

import io.sordino.mechanism.Mechanism;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a request wants to run.
 *
 * @param epsilon what it promises, where a budget adds up promises; else what the plan costs at delta
 * @param delta at which it is read where a budget adds up promises
 * @param coupons which ones to take from a bank; else the rule looks for some
 */
public record Ask(
        Mechanism plan, Optional<BigDecimal> epsilon, Optional<BigDecimal> delta, Optional<Mechanism> coupons) {
    public Ask {
        epsilon.ifPresent(value -> {
            if (!(value.signum() >= 0)) throw new InvalidException("epsilon must be at least 0, was " + value);
        });
        delta.ifPresent(value -> {
            if (!(value.signum() >= 0 && value.compareTo(BigDecimal.ONE) < 0))
                throw new InvalidException("delta must be in [0, 1), was " + value);
        });
    }

    /** Of a plan alone. */
    public static Ask of(Mechanism plan) {
        return new Ask(plan, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** With a promise that the plan keeps. */
    public static Ask of(Mechanism plan, BigDecimal epsilon, BigDecimal delta) {
        return new Ask(plan, Optional.of(epsilon), Optional.of(delta), Optional.empty());
    }
}
