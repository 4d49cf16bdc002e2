package io.sordino.benchmark;

import com.sun.management.OperatingSystemMXBean;
import io.sordino.account.Accountant;
import io.sordino.noise.RandomSource;
import io.sordino.table.PrivateQuery;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.duck.UnitTable;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Draft;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * Private queries against the same plain statements of the engine, in CPU seconds of one run, the best of several: java -cp
 * benchmark/target/benchmark.jar io.sordino.benchmark.QueryTable FOLDER ROWS. The table is made in the folder where it is not there, as a DuckDB file and as Parquet.
 */
public final class QueryTable {
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final Running RUNNING = Running.of(2, "12GB");

    private static final double ENOUGH = 5;
    private static final int MOST_RUNS = 25;

    private QueryTable() {}

    private interface Work {
        void run() throws SQLException;
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        long rows = Long.parseLong(arguments[1]);
        Path stored = folder.resolve("trips-" + rows + ".duckdb");
        if (!Files.exists(stored)) make(stored, rows);
        Path parquet = folder.resolve("trips-" + rows + ".parquet");
        if (!Files.exists(parquet)) copy(stored, parquet);
        for (Path file : List.of(stored, parquet)) compare(file, rows);
    }

    private static void compare(Path file, long rows) throws Exception {
        System.out.printf(Locale.ROOT, "%,d rows, %,d units, 1,000 groups; %s%n", rows, rows / 10, file.getFileName());

        double plainRows = measured(() -> plain(
                file,
                "SELECT g, count(*), sum(CAST(floor(least(greatest(x, 0e0), 100e0) * 16777216e0 + 0.5e0) AS"
                        + " BIGINT)) FROM data.trips GROUP BY g"));
        double byRow = measured(query(
                file,
                Optional.empty(),
                Optional.empty(),
                "SELECT g, COUNT(*) AS n, SUM(x BETWEEN 0 AND 100) AS s, AVG(x BETWEEN 0 AND 100) AS a FROM data GROUP"
                        + " BY g",
                RUNNING));
        row("rows as units, COUNT, SUM, AVG by 1,000 groups", byRow, plainRows, "plain on clamped integers");

        String bounded = "SELECT g, COUNT(*) AS n, SUM(x BETWEEN 0 AND 100) AS s FROM data GROUP BY g";
        double plainBounded = measured(() -> plain(
                file,
                "WITH each AS (SELECT u, g, count(*) AS n, sum(CAST(floor(least(greatest(x, 0e0), 100e0) *"
                        + " 16777216e0 + 0.5e0) AS BIGINT)) AS s FROM data.trips GROUP BY u, g), placed AS (SELECT"
                        + " *, row_number() OVER (PARTITION BY u ORDER BY hash(u, g), g) AS place FROM each)"
                        + " SELECT g, sum(least(n, 10)), sum(least(s, 1677721600)), count(*) FROM placed WHERE"
                        + " place <= 2 GROUP BY g"));
        double full = measured(query(file, Optional.of("u"), Optional.empty(), bounded, RUNNING));
        row("units, two groups each, COUNT and SUM", full, plainBounded, "plain bounded statement");
        double sampledByRow = measured(query(file, Optional.of("u"), Optional.of(0.01), bounded, RUNNING));
        row("the same on 1 % of the units, without a table of units", sampledByRow, full, "all units");
        UnitTable units = new UnitTable(file.resolveSibling(file.getFileName() + ".units"));
        Files.deleteIfExists(units.file());
        PrivateQuery asked = PrivateQuery.of(file, bounded, draft(Optional.of("u"), Optional.of(0.01)));
        double start = seconds();
        UnitTable.make(asked.file(), asked.query(), units.file(), RUNNING);
        row("the table of units, made once", seconds() - start, full, "all units");
        double sampled = measured(query(file, Optional.of("u"), Optional.of(0.01), bounded, RUNNING.with(units)));
        row("the same on 1 % of the units, with it", sampled, full, "all units");
        row("ten queries on ten samples of 1 %", 10 * sampled, 10 * full, "ten on all units");
        sampleOfRows(file, "COUNT and SUM by groups", bounded);
        sampleOfRows(file, "one SUM", "SELECT SUM(x BETWEEN 0 AND 100) AS s FROM data");

        double plainKeys = measured(() -> plain(file, "SELECT k, count(*) FROM data.trips GROUP BY k"));
        double keys = measured(query(
                file, Optional.empty(), Optional.empty(), "SELECT k, COUNT(*) AS n FROM data GROUP BY k", RUNNING));
        row("10^9 possible keys, 10^5 of them there, selected privately", keys, plainKeys, "plain");
    }

    /** Samples of the rows, found by their places and by a keyed function that looks at every row: no noise is added to either. */
    private static void sampleOfRows(Path file, String what, String statement) throws SQLException {
        double all = summed(file, Optional.empty(), statement, Optional.empty());
        for (double rate : List.of(0.01, 0.0001)) {
            String named = String.format(Locale.ROOT, "%s %% of the rows, %s", rate == 0.01 ? "1" : "0.01", what);
            row(named + ", by places", summed(file, Optional.of(rate), statement, Optional.of(true)), all, "all rows");
            row(
                    named + ", by a function",
                    summed(file, Optional.of(rate), statement, Optional.of(false)),
                    all,
                    "all rows");
        }
    }

    private static double summed(Path file, Optional<Double> rate, String statement, Optional<Boolean> byPlaces)
            throws SQLException {
        PrivateQuery query = PrivateQuery.of(file, statement, draft(Optional.empty(), rate));
        Layout layout = Layout.of(query.query());
        RandomSource random = RandomSource.secure();
        return measured(() -> new DuckEngine(
                        query.file(),
                        byPlaces.map(by -> RUNNING.on(KeptKey.fresh(random, by)))
                                .orElse(RUNNING))
                .strata(query.query(), layout, random));
    }

    private static void make(Path file, long rows) throws SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + file, new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE trips AS SELECT (hash(i) % " + rows / 10
                    + ")::BIGINT AS u, (hash(i + 7) % 1000)::INTEGER AS g, (hash(i + 13) % 100000) / 500.0::DOUBLE -"
                    + " 50 AS x, ((hash(i + 21) % 100000) * 10007 % 1000000000)::BIGINT AS k FROM"
                    + " range(" + rows + ") t(i)");
        }
    }

    private static void copy(Path stored, Path parquet) throws SQLException {
        try (Connection connection = connected(stored);
                Statement statement = connection.createStatement()) {
            statement.execute("COPY data.trips TO '" + parquet + "' (FORMAT parquet)");
        }
    }

    private static Draft draft(Optional<String> unit, Optional<Double> rate) {
        return new Draft(
                unit,
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.of(10L),
                rate,
                Map.of(),
                false,
                0.95);
    }

    private static Work query(
            Path file, Optional<String> unit, Optional<Double> rate, String statement, Running running) {
        PrivateQuery query = PrivateQuery.of(file, statement, draft(unit, rate));
        QueryPlan plan = query.plan(Accountant.standard());
        return () -> query.run(plan, running, RandomSource.secure());
    }

    private static void plain(Path file, String sql) throws SQLException {
        try (DuckDBConnection connection = connected(file);
                Statement statement = connection.createStatement()) {
            read(statement, sql);
        }
    }

    private static DuckDBConnection connected(Path file) throws SQLException {
        DuckDBConnection connection = (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
        try (Statement statement = connection.createStatement()) {
            for (String setting : List.of("SET threads=2", "SET memory_limit='12GB'", "SET temp_directory=''"))
                statement.execute(setting);
            if (file.toString().endsWith(".parquet")) {
                statement.execute("CREATE SCHEMA data");
                statement.execute("CREATE VIEW data.trips AS FROM read_parquet('" + file + "')");
            } else statement.execute("ATTACH '" + file + "' AS data (READ_ONLY)");
        }
        return connection;
    }

    private static void read(Statement statement, String sql) throws SQLException {
        try (ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) found.getObject(1);
        }
    }

    private static double seconds() {
        return MACHINE.getProcessCpuTime() / 1e9;
    }

    private static double measured(Work work) throws SQLException {
        work.run();
        double best = Double.POSITIVE_INFINITY;
        double all = 0;
        // what is short is run until its code is compiled
        for (int i = 0; i < 2 || (all < ENOUGH && i < MOST_RUNS); i++) {
            double start = seconds();
            work.run();
            double took = seconds() - start;
            best = Math.min(best, took);
            all += took;
        }
        return best;
    }

    private static void row(String what, double took, double against, String name) {
        System.out.printf(
                Locale.ROOT, "%-62s %8.2f s   %.3f times %s (%.2f s)%n", what, took, took / against, name, against);
    }
}
