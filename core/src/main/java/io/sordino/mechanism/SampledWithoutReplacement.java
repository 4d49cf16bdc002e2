package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * The base mechanism run on a uniformly random subset of fixed size.
 */
public record SampledWithoutReplacement(long sampleSize, long datasetSize, Mechanism base) implements Mechanism {
    public SampledWithoutReplacement {
        Check.atLeast("sample_size", 1, sampleSize);
        Check.atLeast("dataset_size", 1, datasetSize);
        if (!(sampleSize <= datasetSize))
            throw new InvalidException(
                    "sample_size must be at most dataset_size = " + datasetSize + ", was " + sampleSize);
        Check.given("plan", base);
    }
}
