package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Whether a frame says the same each time it is read. A task that is tried again reads its rows again, and the integers of a query are found in several jobs; a
 * row that is another one the second time would break the bounds that a unit is held to.
 */
final class Repeatable {
    private static final Set<String> BY_POSITION =
            Set.of("Sample", "GlobalLimit", "LocalLimit", "Limit", "Offset", "Tail");

    private Repeatable() {}

    static void check(Dataset<Row> frame) {
        if (frame.isStreaming())
            throw new InvalidException(
                    "the frame is a stream, which is never read twice alike", "write it to files, and ask those");
        LogicalPlan plan = plan(frame);
        if (plan.exists(node -> !node.deterministic()))
            throw new InvalidException(
                    "the frame has an expression that is drawn anew whenever it is read, such as rand() or uuid()",
                    "write the frame to files, and ask those");
        if (plan.exists(node -> BY_POSITION.contains(node.getClass().getSimpleName())))
            throw new InvalidException(
                    "the frame is a sample or the first rows of another one, and which rows these are depends on how it is split up",
                    "ask the whole frame, with sample(rate) in the query, or write the rows to files and ask those");
    }

    static LogicalPlan plan(Dataset<Row> frame) {
        if (frame instanceof org.apache.spark.sql.classic.Dataset<Row> classic)
            return classic.queryExecution().analyzed();
        throw new InvalidException(
                "the frame is one of Spark Connect, whose plan cannot be looked at from here",
                "work from a program on the cluster, with spark-submit");
    }
}
