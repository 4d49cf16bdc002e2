package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * {@code count} runs of the base mechanism with fresh randomness, each free to look at what came before.
 */
public record Repeated(long count, Mechanism base) implements Mechanism {
    public Repeated {
        if (!(count >= 1 && count <= MOST))
            throw new InvalidException("count must be a whole number from 1 to 10^15, was " + count);
        Check.given("plan", base);
    }

    /** The largest number of repetitions a plan may ask for. */
    public static final long MOST = 1_000_000_000_000_000L;
}
