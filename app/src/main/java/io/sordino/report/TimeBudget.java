package io.sordino.report;

/** How long a curve may be worked on: its places are found from coarse to fine, so it may stop at any time. */
public interface TimeBudget {
    /** All places, however long they take. */
    TimeBudget UNHURRIED = () -> true;

    /** Whether there is time for another place; asked before each. */
    boolean more();
}
