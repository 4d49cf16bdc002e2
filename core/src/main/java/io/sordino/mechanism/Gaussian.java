package io.sordino.mechanism;

/**
 * Gaussian noise of standard deviation {@code noiseMultiplier} times one record's L2 contribution.
 */
public record Gaussian(double noiseMultiplier) implements Mechanism {
    public Gaussian {
        Check.positive("noise_multiplier", noiseMultiplier);
    }
}
