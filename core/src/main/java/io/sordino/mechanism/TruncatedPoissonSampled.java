package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * The base mechanism run on a Poisson sample of {@code datasetSize} records that is cut to {@code truncatedBatchSize} of them, a uniformly
 * random subset, where it has more.
 *
 * @param datasetSize with the record that is added or removed
 */
public record TruncatedPoissonSampled(double rate, long truncatedBatchSize, long datasetSize, Mechanism base)
        implements Mechanism {
    public TruncatedPoissonSampled {
        if (!(rate > 0 && rate <= 1)) throw new InvalidException("rate must be in (0, 1], was " + rate);
        Check.atLeast("truncated_batch_size", 1, truncatedBatchSize);
        Check.atLeast("dataset_size", 1, datasetSize);
        Check.given("plan", base);
    }
}
