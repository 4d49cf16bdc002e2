package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * Basic one-time RAPPOR: a local report of a one-hot vector, every bit replaced by a fair coin with probability f.
 */
public record Rappor(double f) implements Mechanism {
    public Rappor {
        if (!(f > 0 && f <= 1)) throw new InvalidException("f must be in (0, 1], was " + f);
    }
}
