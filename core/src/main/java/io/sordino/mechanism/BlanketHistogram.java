package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A histogram of shuffled messages: every client sends its own cell and, for every cell by itself with probability {@code rate}, that cell once more.
 * Nobody can tell the messages of a client from those of others.
 */
public record BlanketHistogram(long clients, double rate) implements Mechanism {
    public BlanketHistogram {
        Check.atLeast("clients", 2, clients);
        if (!(rate > 0 && rate <= 1)) throw new InvalidException("rate must be in (0, 1], was " + rate);
    }
}
