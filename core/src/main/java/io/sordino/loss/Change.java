package io.sordino.loss;

/** Which of the two laws of a pair has the record in its dataset, and which only in its neighbour's. */
public enum Change {
    /** P is with the record, Q without it. */
    REMOVED,
    /** P is without the record, Q with it. */
    ADDED
}
