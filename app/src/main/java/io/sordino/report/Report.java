package io.sordino.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** An answer that can be shown to a person or to a program. */
public interface Report {
    /**
     * For programs.
     *
     * @param seconds how long the answer took
     */
    ObjectNode json(double seconds);

    /** Lines for a terminal, without a line break at the end. */
    String text(Style style);
}
