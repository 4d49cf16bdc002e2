package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A mechanism that runs on a secret sample in which a record is {@code hits[k-1]} likely to be k times, whatever other records are drawn; with what is
 * left of 1 it is not in it at all.
 */
public record SampledByHits(Values hits, Mechanism base) implements Mechanism {
    /** More would say nothing that a shorter list does not. */
    private static final int MOST = 1000;

    public SampledByHits {
        Check.given("hit_probabilities", hits);
        Check.given("plan", base);
        if (!(hits.values().size() <= MOST))
            throw new InvalidException("hit_probabilities must be at most " + MOST + " numbers, were "
                    + hits.values().size());
        double sum = hits.sum();
        if (!(sum > 0 && sum <= 1))
            throw new InvalidException("hit_probabilities must add up to more than 0 and at most 1, was " + sum);
    }
}
