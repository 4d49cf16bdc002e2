package io.sordino.spark;

import static org.apache.spark.sql.functions.col;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Sessions of Spark Connect: of a frame there is no plan to look at, and no file system, so that only frames that were made here are asked. Nothing of Spark
 * beyond what its client has may be named in this class.
 */
final class Connected {
    private Connected() {}

    static boolean is(SparkSession session) {
        return session.getClass().getName().startsWith("org.apache.spark.sql.connect.");
    }

    /** Parquet files, as they are: nothing has been done to them that would have to be looked at. */
    static SparkTable parquet(SparkSession session, String... paths) {
        for (String archive : Sessions.archives()) session.addArtifact(archive);
        Dataset<Row> frame = session.read().parquet(paths);
        return SparkTable.of(frame, false, () -> listed(session, frame, paths));
    }

    /** As {@link Fingerprint#of}: the server lists its files. */
    private static Fingerprint listed(SparkSession session, Dataset<Row> frame, String... paths) {
        String[] files = frame.inputFiles();
        Arrays.sort(files);
        StringBuilder text = new StringBuilder(String.join("\n", files));
        session
                .read()
                .format("binaryFile")
                .load(paths)
                .select(col("path"), col("length"), functions.unix_micros(col("modificationTime")))
                .collectAsList()
                .stream()
                .map(Row::mkString)
                .sorted()
                .forEach(file -> text.append('\n').append(file));
        return Fingerprint.digested(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
