package io.sordino.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.report.text.Style;
import java.util.List;
import java.util.Optional;

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

    /** The largest upper end that the answer holds; infinite where it holds none, so that no limit is kept by silence. */
    default double largest() {
        return Double.POSITIVE_INFINITY;
    }

    /** What that number is the upper end of. */
    default String subject() {
        return "the answer";
    }

    /** One line on what is not as it must be, where the exit code says so. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Lines for a terminal, without a line break at the end. */
    String text(Style style);
}
