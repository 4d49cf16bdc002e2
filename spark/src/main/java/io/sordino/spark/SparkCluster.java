package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.Cluster;
import io.sordino.table.engine.Engine;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.query.Schema;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import org.apache.spark.sql.SparkSession;

/** Spark as the command line knows it. */
public final class SparkCluster implements Cluster {
    /** The master is that of spark-submit. */
    public static final String SUBMITTED = "submitted";

    @Override
    public Opened open(String master, String data, String from) {
        // whoever started a session ends it
        boolean ours = SparkSession.getDefaultSession().isEmpty();
        SparkSession session = session(master);
        try {
            return new Table(session, SparkFiles.open(session, data, from), ours);
        } catch (InvalidException e) {
            if (ours) session.stop();
            throw e;
        }
    }

    private static SparkSession session(String master) {
        SparkSession.Builder builder = SparkSession.builder().appName("sordino");
        if (!master.equals(SUBMITTED)) builder = builder.master(master);
        if (master.startsWith("local"))
            builder = builder.config("spark.ui.enabled", "false")
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    // what is sent from step to step is a sample, and lies on a disk in between
                    .config("spark.io.encryption.enabled", "true");
        try {
            return builder.getOrCreate();
        } catch (Exception e) {
            // Spark throws what it does not declare
            throw new InvalidException(
                    "Spark could not be started at '" + master + "'",
                    "give a master such as local[2] or spark://host:7077, or " + SUBMITTED + " inside spark-submit",
                    e);
        }
    }

    private record Table(SparkSession session, SparkTable table, boolean ours) implements Opened {
        @Override
        public Schema schema() {
            return table.schema();
        }

        @Override
        public String snapshot() {
            return table.snapshot();
        }

        @Override
        public Engine engine(Optional<KeptKey> kept, DoubleConsumer progress) {
            session.sparkContext().addSparkListener(new TaskShare(progress));
            return kept.map(table::engine).orElseGet(table::engine);
        }

        @Override
        public void close() {
            if (ours) session.stop();
        }
    }
}
