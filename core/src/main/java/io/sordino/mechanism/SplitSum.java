package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A sum of numbers in [0, 1] by split and mix: every client rounds its number to a grid of {@code steps} steps, adds its share of discrete
 * Laplace noise, and sends {@code messages} residues that are random but for their sum; all residues are shuffled.
 *
 * @param modulus of the residues
 * @param scale of the noise, in units of the largest number
 */
public record SplitSum(long clients, long messages, long modulus, double scale, long steps) implements Mechanism {
    private static final long MOST_STEPS = 1 << 16;

    public SplitSum {
        Check.atLeast("clients", 2, clients);
        Check.atLeast("messages", 3, messages);
        Check.atLeast("modulus", 2, modulus);
        Check.positive("scale", scale);
        if (!(steps >= 1 && steps <= MOST_STEPS))
            throw new InvalidException("steps must be in [1, " + MOST_STEPS + "], was " + steps);
    }
}
