package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A record that is drawn with probability {@code rate} answers by k-ary randomized response; for one that is not drawn, a fair die answers.
 */
public record SampledResponse(double rate, double epsilon, long k) implements Mechanism {
    public SampledResponse {
        if (!(rate > 0 && rate <= 1)) throw new InvalidException("rate must be in (0, 1], was " + rate);
        Check.nonNegative("epsilon", epsilon);
        Check.atLeast("k", 2, k);
    }
}
