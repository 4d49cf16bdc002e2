package io.sordino.mechanism;

/** Which of two neighbouring datasets the attacker's law P belongs to. */
public enum Direction {
    /** P is with the record, Q without it. */
    REMOVE,
    /** P is without the record, Q with it. */
    ADD,
    /** P and Q each hold one of two values of the record. */
    REPLACE
}
