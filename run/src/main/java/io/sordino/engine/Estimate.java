package io.sordino.engine;

import io.sordino.refusal.InvalidException;

/**
 * A released number and an interval that holds the number without noise with at least the given probability. The interval depends on
 * the noise alone, never on the data.
 */
public record Estimate(double value, double lower, double upper, double confidence) {
    public Estimate {
        if (!(lower <= value && value <= upper)) throw new InvalidException("an estimate must lie in its interval");
    }

    /** A value with the same error on both sides. */
    public static Estimate around(double value, double error, double confidence) {
        return new Estimate(value, value - error, value + error, confidence);
    }

    /** With both ends moved into a range in which the truth is known to be. */
    public Estimate within(double least, double most) {
        return new Estimate(
                clamped(value, least, most), clamped(lower, least, most), clamped(upper, least, most), confidence);
    }

    private static double clamped(double x, double least, double most) {
        return Math.min(most, Math.max(least, x));
    }
}
