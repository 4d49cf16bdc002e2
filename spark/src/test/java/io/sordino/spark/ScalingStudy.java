package io.sordino.spark;

import com.sun.management.OperatingSystemMXBean;
import io.sordino.noise.RandomSource;
import io.sordino.table.PrivateQuery;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.duckdb.DuckDBDriver;

/**
 * What a bounded query costs on Spark, beside Spark's own GROUP BY of the same rows and beside one machine: processor time, time on the wall and bytes that are sent
 * from step to step, in turns, in one process. Run by hand: docs/spark.md.
 */
final class ScalingStudy {
    private static final String STATEMENT =
            "SELECT g, COUNT(*) AS n, SUM(x, contribution_bounds_per_group => (0, 100)) AS s FROM data GROUP BY g";

    private ScalingStudy() {}

    /** Master, rows, units, groups, turns, where the table is kept. */
    public static void main(String[] args) throws Exception {
        String master = args[0];
        long rows = (long) Double.parseDouble(args[1]);
        long units = (long) Double.parseDouble(args[2]);
        int groups = Integer.parseInt(args[3]);
        int turns = Integer.parseInt(args[4]);
        Path file = Path.of(args[5]);
        if (!Files.exists(file)) write(file, rows, units, groups);
        SparkSession session = SparkSession.builder()
                .master(master)
                .appName("scaling")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .getOrCreate();
        session.sparkContext().setLogLevel("OFF");
        AtomicLong sent = new AtomicLong();
        AtomicLong cpu = new AtomicLong();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd task) {
                if (task.taskMetrics() == null) return;
                sent.addAndGet(task.taskMetrics().shuffleWriteMetrics().bytesWritten());
                cpu.addAndGet(task.taskMetrics().executorCpuTime());
            }
        });
        Dataset<Row> frame = session.read().parquet(file.toString());
        for (int turn = 0; turn < turns; turn++) {
            report(
                    "plain group by",
                    sent,
                    cpu,
                    () -> frame.groupBy("u", "g")
                            .agg(functions.count(functions.lit(1)), functions.sum("x"))
                            .write()
                            .format("noop")
                            .mode("overwrite")
                            .save());
            report("bounded, all units", sent, cpu, () -> bounded(frame, 1));
            report("bounded, 1 %", sent, cpu, () -> bounded(frame, 0.01));
            if (master.startsWith("local")) report("one machine, all units", sent, cpu, () -> onDuck(file, 1));
        }
        session.stop();
    }

    private static Draft draft(double rate) {
        return new Draft(
                Optional.of("u"),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.of(10L),
                rate < 1 ? Optional.of(rate) : Optional.empty(),
                Map.of(),
                false,
                0.95);
    }

    private static void bounded(Dataset<Row> frame, double rate) {
        SparkTable table = SordinoSpark.on(frame);
        PrivateQuery query = table.query(STATEMENT, draft(rate));
        table.engine().strata(query.query(), Layout.of(query.query()), RandomSource.secure());
    }

    private static void onDuck(Path file, double rate) {
        PrivateQuery query = PrivateQuery.of(file, STATEMENT, draft(rate));
        new DuckEngine(query.file(), Running.of(2, "3GB"))
                .strata(query.query(), Layout.of(query.query()), RandomSource.secure());
    }

    private static void report(String name, AtomicLong sent, AtomicLong cpu, Runnable work)
            throws InterruptedException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        sent.set(0);
        cpu.set(0);
        long process = system.getProcessCpuTime();
        long wall = System.nanoTime();
        work.run();
        double walled = (System.nanoTime() - wall) / 1e9;
        double processed = (system.getProcessCpuTime() - process) / 1e9;
        // listeners are told a little later
        Thread.sleep(300);
        System.out.println(String.format(
                Locale.ROOT,
                "%-24s wall %6.2f s  process %6.2f CPU s  tasks %6.2f CPU s  sent %8.2f MB",
                name,
                walled,
                processed,
                cpu.get() / 1e9,
                sent.get() / 1e6));
    }

    private static void write(Path file, long rows, long units, int groups) throws SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT CAST(hash(i) % " + units + " AS BIGINT) AS u, CAST(hash(i + 0.5) % " + groups
                            + " AS INTEGER) AS g, CAST(hash(i + 0.25) % 10000 AS DOUBLE) / 100 AS x FROM range(" + rows
                            + ") AS t(i)) TO '" + file + "' (FORMAT parquet)");
        }
    }
}
