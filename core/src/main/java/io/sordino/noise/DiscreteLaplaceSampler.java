package io.sordino.noise;

import io.sordino.mechanism.DiscreteLaplace;

/** Two-sided geometric noise: P(z) proportional to e^(-|z| / scale) on the integers. */
public final class DiscreteLaplaceSampler implements IntegerNoise {
    private final GeometricSampler magnitude;

    /** Prepares draws of this law. */
    public DiscreteLaplaceSampler(DiscreteLaplace law) {
        magnitude = new GeometricSampler(law.scale());
    }

    @Override
    public long draw(RandomSource random) {
        while (true) {
            long y = magnitude.draw(random);
            boolean negative = random.coin();
            // 0 has one sign only
            if (y != 0 || !negative) return negative ? -y : y;
        }
    }
}
