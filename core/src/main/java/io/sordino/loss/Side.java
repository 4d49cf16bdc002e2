package io.sordino.loss;

/**
 * Which end of a bracket a computation serves, and so which way everything in it rounds.
 *
 * <p>A pair that was made for one side, and not for both, promises with H for the true profile, at every T = e^epsilon of at
 * least 0 and up to its {@link Pair#massError()} and {@link Pair#edgeError}:
 * <ul>
 *   <li>LOWER: its profile is at most H, and neither its P-mass nor its Q-mass, {@link Pair#missing()} included, is above 1;
 *   <li>UPPER: its profile is at least H, so its P-mass with {@link Pair#infinity()} is at least 1; Q-mass short of 1 counts as
 *       mass where P has next to none.
 * </ul>
 * Compositions keep the order of profiles alone. Sampling, mixtures and sums of ratios under Q add Q's mass up, and keep the
 * order only with the totals: docs/theory/PoissonSampling.md.
 */
public enum Side {
    /** Spreads mass: the result is never below the truth. */
    UPPER,
    /** Contracts mass: the result is never above the truth. */
    LOWER
}
