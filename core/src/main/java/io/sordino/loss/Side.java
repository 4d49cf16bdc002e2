package io.sordino.loss;

/** Which end of a bracket a computation serves, and so which way everything in it rounds. */
public enum Side {
    /** Spreads mass: the result is never below the truth. */
    UPPER,
    /** Contracts mass: the result is never above the truth. */
    LOWER
}
