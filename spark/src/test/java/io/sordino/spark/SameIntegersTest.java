package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.noise.Tapes;
import io.sordino.spark.Local.Settings;
import io.sordino.table.PrivateQuery;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Rates;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark and the embedded engine add up the same integers, bit for bit, however the rows are split up, tried again or read. */
class SameIntegersTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int TABLES = SLOW ? 500 : 10;

    private static final String EVERYTHING =
            "COUNT(*) AS n, COUNT(DISTINCT %s) AS k, SUM(x, contribution_bounds_per_group => (-2, 3.3)) AS s, AVG(y BETWEEN -2 AND 3.3) AS a, "
                    + "VARIANCE(x BETWEEN -2 AND 3.3) AS v, VECTOR_SUM(x, y, l2_bound => 2.5) AS w, "
                    + "HISTOGRAM(x, bins => (-1, 0, 1, 1e100)) AS h";

    @TempDir
    Path folder = Path.of("");

    private static Draft draft(Optional<String> unit, double rate, long groups, long rows) {
        return new Draft(
                unit,
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(groups),
                Optional.of(rows),
                rate < 1 ? Optional.of(rate) : Optional.empty(),
                Map.of(),
                false,
                0.95);
    }

    private static List<Integers> onDuck(Path file, String statement, Draft draft, long seed) {
        PrivateQuery query = PrivateQuery.of(file, statement, draft);
        return new DuckEngine(query.file(), Running.of(2, "512MB"))
                .strata(query.query(), Layout.of(query.query()), Tapes.seeded(seed));
    }

    private static List<Integers> onSpark(Dataset<Row> frame, String statement, Draft draft, long seed) {
        SparkTable table = SordinoSpark.on(frame);
        PrivateQuery query = table.query(statement, draft);
        return table.engine().strata(query.query(), Layout.of(query.query()), Tapes.seeded(seed));
    }

    private Path table(Random random, int size, int units, int heavy) throws SQLException {
        Path file = folder.resolve("data" + Math.abs(random.nextLong()) + ".parquet");
        NastyTable.write(file, random, size, units, heavy);
        return file;
    }

    private static Dataset<Row> read(Path file) {
        return Local.SESSION.read().parquet(file.toString());
    }

    @Test
    void randomTablesUnderRandomSettings() throws SQLException {
        long seed = SLOW ? new Random().nextLong() : 23;
        if (SLOW) System.out.println("integers on Spark, seed " + seed);
        Random random = new Random(seed);
        String[] groups = {"", "g", "i", "f", "b", "m", "d", "g, i", "i, f", "CASE WHEN x < 0 THEN 'low' ELSE g END"};
        for (int i = 0; i < TABLES; i++) {
            Path file = table(random, random.nextInt(4) == 0 ? random.nextInt(3) : 150, 12, 0);
            int kind = random.nextInt(5);
            Optional<String> unit = kind == 0 ? Optional.empty() : Optional.of(kind < 3 ? "u" : "t");
            String by = groups[i % groups.length];
            String statement = "SELECT " + (by.isEmpty() || by.contains("CASE") ? "" : by + ", ")
                    + EVERYTHING.replace(
                            "COUNT(DISTINCT %s) AS k, ",
                            unit.map(name -> "COUNT(DISTINCT " + name + ") AS k, ")
                                    .orElse(""))
                    + " FROM data WHERE y < 2 OR y IS NULL OR FLOOR(z) * 2 > 1 OR c / x > 3"
                    + (by.isEmpty() ? "" : " GROUP BY " + by);
            Draft draft = draft(
                    unit,
                    unit.isPresent() && random.nextBoolean() ? 0.5 : 1,
                    1 + random.nextInt(3),
                    1 + random.nextInt(4));
            Settings settings = new Settings(
                    random.nextBoolean(), random.nextBoolean(), random.nextInt(4) == 0, 1 + random.nextInt(4));
            int partitions = List.of(0, 1, 7, 64).get(random.nextInt(4));
            long tape = random.nextLong();
            List<Integers> expected = onDuck(file, statement, draft, tape);
            List<Integers> found = Local.with(
                    settings,
                    () -> onSpark(
                            partitions == 0 ? read(file) : read(file).repartition(partitions), statement, draft, tape));
            assertThat(found)
                    .as("table %d of seed %d: %s %s %s in %d", i, seed, statement, draft, settings, partitions)
                    .isEqualTo(expected);
        }
    }

    private static final String SMALL =
            "SELECT g, COUNT(*) AS n, SUM(x, contribution_bounds_per_group => (-2, 3.3)) AS s FROM data GROUP BY g";

    @Test
    void everyWayToSplitAndToRunIt() throws SQLException {
        Path file = table(new Random(7), 400, 40, 0);
        Draft draft = draft(Optional.of("t"), 0.5, 2, 3);
        List<Integers> expected = onDuck(file, SMALL, draft, 11);
        assertThat(expected.get(0).groups().size()).isGreaterThan(10);
        for (int partitions : new int[] {1, 7, 64})
            for (boolean adaptive : new boolean[] {true, false}) {
                Settings settings = new Settings(adaptive, partitions == 7, adaptive && partitions == 1, partitions);
                assertThat(Local.with(settings, () -> onSpark(read(file).repartition(partitions), SMALL, draft, 11)))
                        .as("%s", settings)
                        .isEqualTo(expected);
            }
        // the control: another key draws another sample
        assertThat(onSpark(read(file), SMALL, draft, 12)).isNotEqualTo(expected);
    }

    @Test
    void tasksThatFailTwiceAndPartitionsThatAreSkewedOrEmpty() throws SQLException {
        Path file = table(new Random(8), 300, 30, 0);
        Draft draft = draft(Optional.of("u"), 0.5, 2, 3);
        List<Integers> expected = onDuck(file, SMALL, draft, 13);
        UDF1<Double, Double> failing = x -> {
            if (TaskContext.get().attemptNumber() < 2 && TaskContext.getPartitionId() % 2 == 0)
                throw new IllegalStateException("a machine is lost");
            return x;
        };
        Dataset<Row> fails = read(file)
                .repartition(5)
                .withColumn("x", functions.udf(failing, DataTypes.DoubleType).apply(functions.col("x")));
        assertThat(onSpark(fails, SMALL, draft, 13)).isEqualTo(expected);
        Dataset<Row> skewed = read(file)
                .repartition(9, functions.expr("CASE WHEN i = 1 THEN 1 ELSE 0 END"))
                .union(read(file).where("1 = 0").repartition(4));
        assertThat(onSpark(skewed, SMALL, draft, 13)).isEqualTo(expected);
    }

    /** Its own sample is no sample of units: split up otherwise, it is another one. */
    @Test
    void sparksOwnSampleIsAnotherOneWhereRowsAreSplitUpOtherwise() throws SQLException {
        Path file = table(new Random(9), 2000, 100, 0);
        List<Long> counts = new ArrayList<>();
        for (int partitions : new int[] {1, 7, 64})
            counts.add(read(file)
                    .repartition(partitions)
                    .sample(0.3, 42)
                    .agg(functions.sum(functions.expr("hash(x, y, z)")))
                    .head()
                    .getLong(0));
        assertThat(counts).doesNotHaveDuplicates();
    }

    @Test
    void strataAndPublicKeys() throws SQLException {
        Path file = table(new Random(10), 300, 30, 0);
        Draft strata = new Draft(
                Optional.of("t"),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.of(3L),
                Optional.empty(),
                Map.of("g", List.of("a", "é", "a\\b", "it's", "nowhere")),
                Optional.of(new Rates("i", List.of("0", "1", "2"), List.of(0.3, 0.9, 1.0), Optional.of(0.5))),
                false,
                0.95,
                Optional.empty(),
                Optional.empty());
        List<Integers> expected = onDuck(file, SMALL, strata, 14);
        assertThat(expected).hasSize(4);
        assertThat(onSpark(read(file).repartition(7), SMALL, strata, 14)).isEqualTo(expected);
    }

    /** Sums of 64 bits would overflow, and doubles of them lose digits. */
    @Test
    void oneUnitWithManyHugeRows() throws SQLException {
        Path file = table(new Random(11), 50, 5, 40_000);
        Draft draft = draft(Optional.of("u"), 1, 2, 3);
        String statement = "SELECT g, " + EVERYTHING.formatted("u") + " FROM data GROUP BY g";
        assertThat(onSpark(read(file).repartition(7), statement, draft, 15))
                .isEqualTo(onDuck(file, statement, draft, 15));
    }

    @Test
    void quantilesAndPatternsAndTexts() throws SQLException {
        Path file = table(new Random(12), 300, 30, 0);
        Draft draft = draft(Optional.of("t"), 1, 2, 3);
        for (String where : List.of(
                "g LIKE '_'",
                "g LIKE 'a%'",
                "g NOT LIKE '%''%'",
                "g = 'a\\b' OR g <> '\"q\"'",
                "g IN ('it''s', 'ß', '`c0`', '100%')",
                "g > 'a' AND COALESCE(x, y, 0) >= NULLIF(y, 0)",
                "m >= '2026-02-01' OR d = '2026-01-02'",
                "GREATEST(x, y) > LEAST(x, y, 1) AND GREATEST(x) < 2 OR ABS(x) = 1e308",
                "NOT b OR b IS NULL AND CAST(i AS VARCHAR) = '3'")) {
            String statement = "SELECT COUNT(*) AS n FROM data WHERE " + where;
            assertThat(onSpark(read(file), statement, draft, 16))
                    .as("%s", where)
                    .isEqualTo(onDuck(file, statement, draft, 16));
        }
        String medians = "SELECT i, MEDIAN(x BETWEEN -2 AND 3.3) AS m FROM data GROUP BY i";
        assertThat(onSpark(read(file), medians, draft, 17)).isEqualTo(onDuck(file, medians, draft, 17));
    }

    @Test
    void statisticsOfBlocks() throws SQLException {
        Path file = table(new Random(13), 400, 40, 0);
        for (String of : List.of(
                "COUNT(*)",
                "SUM(x)",
                "AVG(x)",
                "VARIANCE(c)",
                "STDDEV(x)",
                "MIN(x)",
                "MAX(c)",
                "MEDIAN(x)",
                "QUANTILE(x, 0.3)")) {
            boolean texts = of.length() % 2 == 0;
            Draft draft = draft(Optional.of(texts ? "t" : "u"), of.contains("c") ? 0.7 : 1, 2, 3);
            String statement = "SELECT i, SAMPLE_AND_AGGREGATE(" + of
                    + ", blocks => 5, bounds => (-3, 90)) AS a FROM data GROUP BY i";
            String votes = "SELECT PROPOSE_TEST_RELEASE(" + of + ", blocks => 7, width => 0.5) AS p FROM data";
            for (String asked : texts ? List.of(statement) : List.of(statement, votes))
                assertThat(onSpark(read(file).repartition(7), asked, draft, 18))
                        .as("%s", asked)
                        .isEqualTo(onDuck(file, asked, draft, 18));
        }
    }
}
