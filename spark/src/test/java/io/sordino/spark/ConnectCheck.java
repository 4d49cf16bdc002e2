package io.sordino.spark;

import io.sordino.noise.Tapes;
import io.sordino.refusal.InvalidException;
import io.sordino.table.PrivateQuery;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/** The client of a Spark Connect server on this machine: the integers are those of one machine, and the server logs no key. Run by spark/connect. */
final class ConnectCheck {
    private static final List<String> STATEMENTS = List.of(
            "SELECT g, COUNT(*) AS n, COUNT(DISTINCT t) AS k, SUM(x, contribution_bounds_per_group => (-2, 3.3)) AS s,"
                    + " VECTOR_SUM(x, y, l2_bound => 2.5) AS w FROM data GROUP BY g",
            "SELECT i, f, AVG(y BETWEEN -2 AND 3.3) AS a, MEDIAN(y BETWEEN -2 AND 3.3) AS m FROM data WHERE c > 3 OR x"
                    + " IS NULL GROUP BY i, f",
            "SELECT i, SAMPLE_AND_AGGREGATE(VARIANCE(c), blocks => 5, bounds => (-3, 90)) AS v FROM data GROUP BY i");
    private static final Draft DRAFT = new Draft(
            Optional.of("t"),
            Optional.of(1.0),
            Optional.of(1e-6),
            Optional.of(2L),
            Optional.of(3L),
            Optional.of(0.5),
            Map.of(),
            false,
            0.95);

    private ConnectCheck() {}

    /** The server, and the folder of its logs. */
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("sordino-connect").resolve("data.parquet");
        NastyTable.write(file, new Random(21), 500, 60, 0);
        SparkSession session = SparkSession.builder().remote(args[0]).getOrCreate();
        SparkTable table = SordinoSpark.parquet(session, file.toString());
        KeptKey key = KeptKey.fresh(Tapes.seeded(30), false);
        for (String statement : STATEMENTS) {
            PrivateQuery here = PrivateQuery.of(file, statement, DRAFT);
            List<Integers> expected = new DuckEngine(
                            here.file(), Running.of(2, "512MB").on(key))
                    .strata(here.query(), Layout.of(here.query()), Tapes.seeded(31));
            PrivateQuery there = table.query(statement, DRAFT);
            Layout layout = Layout.of(there.query());
            check(
                    "the same integers",
                    table.engine(key)
                            .strata(there.query(), layout, Tapes.seeded(31))
                            .equals(expected));
            check(
                    "control, another key: others",
                    !table.engine()
                            .strata(there.query(), layout, Tapes.seeded(32))
                            .equals(expected));
        }
        check(
                "a frame is refused",
                refuses(() -> SordinoSpark.on(session.read().parquet(file.toString())), "Spark Connect"));
        PrivateQuery asked = table.query(STATEMENTS.get(0), DRAFT);
        Files.setLastModifiedTime(file, FileTime.fromMillis(5000));
        check(
                "a changed file is refused",
                refuses(
                        () -> table.engine().strata(asked.query(), Layout.of(asked.query()), Tapes.forbidden()),
                        "have changed"));
        byte[] half = HexFormat.of().parseHex(key.secret().substring(0, 16));
        String logged = logged(Path.of(args[1]));
        check("the requests were logged", logged.contains("SparkListenerConnectOperationStarted"));
        check("its key was not", !logged.contains(escaped(half)) && !logged.contains(key.secret()));
        System.exit(0);
    }

    /** Bytes as the server's log writes them. */
    private static String escaped(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes)
            if (one >= 32 && one < 127) text.append((char) one);
            else text.append(String.format("\\\\%03o", one & 255));
        return text.toString();
    }

    private static String logged(Path folder) throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path one : files.filter(Files::isRegularFile).toList())
                all.append(Files.readString(one, StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }

    private static boolean refuses(Runnable work, String words) {
        try {
            work.run();
            return false;
        } catch (InvalidException e) {
            return e.refusal().reason().contains(words);
        }
    }

    private static void check(String name, boolean holds) {
        System.out.println(name + ": " + (holds ? "yes" : "NO"));
        if (!holds) System.exit(1);
    }
}
