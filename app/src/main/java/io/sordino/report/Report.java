package io.sordino.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.report.text.Style;
import java.util.List;

/** An answer that can be shown to a person or to a program. */
public interface Report {
    /**
     * For programs.
     *
     * @param seconds how long the answer took
     */
    ObjectNode json(double seconds);

    /** What must be said beside the answer, one sentence each; programs find it in the answer as well. */
    default List<String> caveats() {
        return List.of();
    }

    /** What a script sees: 0, or 1 where the answer is that something is not as it is claimed to be. */
    default int exitCode() {
        return 0;
    }

    /** Lines for a terminal, without a line break at the end. */
    String text(Style style);
}
