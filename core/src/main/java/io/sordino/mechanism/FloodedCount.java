package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A count of shuffled messages + and -: every client sends the sign of its bit, its share of geometric noise in either sign, which add up to
 * discrete Laplace noise of this scale on the difference, and with probability {@code pairRate} one more message of each sign.
 */
public record FloodedCount(long clients, double pairRate, double scale) implements Mechanism {
    public FloodedCount {
        Check.atLeast("clients", 2, clients);
        if (!(pairRate > 0 && pairRate <= 1))
            throw new InvalidException("pair_rate must be in (0, 1], was " + pairRate);
        Check.positive("scale", scale);
    }
}
