package io.sordino.table.plan;

import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.numeric.Down;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;

/**
 * Which keys are shown: those that enough units have, by a count with noise. Only keys that are there are looked at, so 10^9 possible ones cost
 * nothing. A key that a single unit has is shown with probability at most {@code delta}, which is all that its absence and presence can tell; keys
 * that two neighbours share are covered by the noise.
 *
 * @param threshold the least noisy count that is shown
 */
public record KeySelection(Mechanism noise, double delta, long threshold) {
    private static final double LARGEST = 0x1p50;

    /** With the least threshold that keeps delta. */
    static KeySelection of(Mechanism noise, double delta) {
        if (!(delta > 0))
            throw new InvalidException(
                    "keys that come from the data need a delta above 0",
                    "give --delta 1e-6, or the public keys with --keys");
        long low = 1;
        long high = 2;
        while (shown(noise, high) > delta) {
            low = high;
            high *= 2;
            if (!(high <= LARGEST))
                throw new InvalidException("no threshold keeps so small a delta", "allow a larger epsilon");
        }
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (shown(noise, middle) > delta) low = middle;
            else high = middle;
        }
        return new KeySelection(noise, delta, high);
    }

    /** No less than the probability with which a key of one unit is shown. */
    public double ofOne() {
        return shown(noise, threshold);
    }

    /**
     * P(1 + rounded noise >= threshold), which is the tail of the noise beyond threshold - 3/2. The scale is the one that is drawn.
     */
    static double shown(Mechanism noise, long threshold) {
        double beyond = threshold - 1.5;
        if (noise instanceof Laplace laplace) {
            double scale = Up.mul(laplace.noiseMultiplier(), 1);
            return beyond <= 0 ? 1 : Up.mul(0.5, Up.exp(-Down.div(beyond, scale)));
        }
        double sigma = Up.mul(((Gaussian) noise).noiseMultiplier(), 1);
        return beyond <= 0 ? 1 : Normal.up(Normal.sf(Down.div(beyond, sigma)));
    }
}
