package io.sordino.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The way in: {@code SordinoSpark.on(trips).query().unit("rider").epsilon(1).delta(1e-6).groupBy("city").count().as("trips").build()} is a query in the words
 * that files are asked in.
 */
public final class SordinoSpark {
    private SordinoSpark() {}

    /**
     * A frame as a table. Each of its rows must come from one privacy unit alone, as rows of files do: a frame that was made by comparing rows with each other
     * has been touched by all of them.
     */
    public static SparkTable on(Dataset<Row> frame) {
        return SparkTable.of(frame);
    }

    /**
     * Parquet files as a table: the way in for a session of Spark Connect too, which is sent our archives for that. Frames of such a session are refused, since
     * nobody can see from here whether they are the same whenever they are read.
     */
    public static SparkTable parquet(SparkSession session, String... paths) {
        return Connected.is(session)
                ? Connected.parquet(session, paths)
                : on(session.read().parquet(paths));
    }
}
