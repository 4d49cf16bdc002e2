package io.sordino.spark;

import io.sordino.noise.Tapes;
import io.sordino.table.PrivateQuery;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/** Two executors in processes of their own, of which one is killed in the middle of a stage: the integers are those of one machine. Run by spark/local-cluster. */
final class ClusterCheck {
    private static final String STATEMENT =
            "SELECT g, COUNT(*) AS n, SUM(x, contribution_bounds_per_group => (-2, 3.3)) AS s, MEDIAN(y BETWEEN -2 AND 3.3) AS m FROM data GROUP BY g";

    private ClusterCheck() {}

    /** A new folder for the table. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("sordino-cluster");
        Path file = folder.resolve("data.parquet");
        NastyTable.write(file, new Random(21), 5000, 300, 0);
        SparkSession session = SparkSession.builder()
                .master("local-cluster[2,1,1024]")
                .appName("check")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.network.crypto.enabled", true)
                .config("spark.authenticate", true)
                .config("spark.authenticate.secret", UUID.randomUUID().toString())
                .config("spark.io.encryption.enabled", true)
                .config("spark.speculation", true)
                .config("spark.sql.shuffle.partitions", 5)
                .getOrCreate();
        session.sparkContext().setLogLevel("OFF");
        AtomicInteger lost = new AtomicInteger();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                lost.incrementAndGet();
            }
        });
        Draft draft = new Draft(
                Optional.of("t"),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.of(3L),
                Optional.of(0.5),
                Map.of(),
                false,
                0.95);
        PrivateQuery here = PrivateQuery.of(file, STATEMENT, draft);
        List<Integers> expected = new DuckEngine(here.file(), Running.of(2, "512MB"))
                .strata(here.query(), Layout.of(here.query()), Tapes.seeded(31));
        Dataset<Row> frame = session.read().parquet(file.toString()).repartition(7);
        check("two executors", expected, frame, draft, 31);
        String marker = folder.resolve("halted").toString();
        UDF1<Double, Double> halting = x -> {
            if (isFirst(marker)) Runtime.getRuntime().halt(137);
            return x;
        };
        Dataset<Row> halts = frame.withColumn(
                "x", functions.udf(halting, DataTypes.DoubleType).apply(functions.col("x")));
        check("one of them killed", expected, halts, draft, 31);
        Thread.sleep(500);
        System.out.println("executors lost: " + lost.get());
        boolean differs = !onSpark(frame, draft, 32).equals(expected);
        System.out.println("control, another key: " + (differs ? "differs" : "IS THE SAME"));
        session.stop();
        System.exit(lost.get() >= 1 && differs ? 0 : 1);
    }

    private static boolean isFirst(String marker) throws IOException {
        try {
            Files.createFile(Path.of(marker));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static List<Integers> onSpark(Dataset<Row> frame, Draft draft, long seed) {
        SparkTable table = SordinoSpark.on(frame);
        PrivateQuery query = table.query(STATEMENT, draft);
        return table.engine().strata(query.query(), Layout.of(query.query()), Tapes.seeded(seed));
    }

    private static void check(String name, List<Integers> expected, Dataset<Row> frame, Draft draft, long seed) {
        boolean same = onSpark(frame, draft, seed).equals(expected);
        System.out.println(name + ": " + (same ? "the same integers" : "OTHER INTEGERS"));
        if (!same) System.exit(1);
    }
}
