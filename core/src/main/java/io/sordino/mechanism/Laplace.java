package io.sordino.mechanism;

/**
 * Laplace noise of scale {@code noiseMultiplier} times one record's L1 contribution.
 */
public record Laplace(double noiseMultiplier) implements Mechanism {
    public Laplace {
        Check.positive("noise_multiplier", noiseMultiplier);
    }
}
