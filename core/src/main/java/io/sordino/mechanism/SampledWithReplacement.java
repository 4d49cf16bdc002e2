package io.sordino.mechanism;

/**
 * The base mechanism run on independent uniform draws from the dataset.
 */
public record SampledWithReplacement(long sampleSize, long datasetSize, Mechanism base) implements Mechanism {
    public SampledWithReplacement {
        Check.atLeast("sample_size", 1, sampleSize);
        Check.atLeast("dataset_size", 1, datasetSize);
        Check.given("plan", base);
    }
}
