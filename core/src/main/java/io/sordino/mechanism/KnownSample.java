package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * The base mechanism run on a sample that each record joins independently with probability {@code rate}, where whoever sees the output may know who is
 * in the sample.
 */
public record KnownSample(double rate, Mechanism base) implements Mechanism {
    public KnownSample {
        if (!(rate > 0 && rate <= 1)) throw new InvalidException("rate must be in (0, 1], was " + rate);
        Check.given("plan", base);
    }
}
