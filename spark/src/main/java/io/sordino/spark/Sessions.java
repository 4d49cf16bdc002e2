package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * A session for one command.
 *
 * @param ours whether it was started here: whoever started a session ends it
 */
record Sessions(SparkSession session, boolean ours) implements AutoCloseable {
    /** The master is that of spark-submit. */
    static final String SUBMITTED = "submitted";

    static Sessions at(String master) {
        boolean ours = SparkSession.getDefaultSession().isEmpty();
        SparkSession.Builder builder = SparkSession.builder().appName("sordino");
        if (!master.equals(SUBMITTED)) builder = builder.master(master);
        boolean here = master.matches("local(\\[.*)?");
        if (!(here || master.equals(SUBMITTED))) builder = builder.config("spark.jars", String.join(",", archives()));
        if (master.startsWith("local"))
            builder = builder.config("spark.ui.enabled", "false")
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    // what is sent from step to step is a sample, and lies on a disk in between
                    .config("spark.io.encryption.enabled", "true");
        try {
            return new Sessions(builder.getOrCreate(), ours);
        } catch (Exception e) {
            // Spark throws what it does not declare
            throw new InvalidException(
                    "Spark could not be started at '" + master + "'",
                    "give a master such as local[2] or spark://host:7077, or " + SUBMITTED + " inside spark-submit",
                    e);
        }
    }

    /** What executors in processes of their own must be sent: our archives and the few that Spark does not bring. */
    static List<String> archives() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(name -> Path.of(name).getFileName().toString().matches("(sordino|commons-numbers).*[.]jar"))
                .map(name -> Path.of(name).toUri().toString())
                .toList();
    }

    @Override
    public void close() {
        if (ours) session.stop();
    }
}
