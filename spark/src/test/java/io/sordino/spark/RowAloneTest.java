package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.noise.Tapes;
import io.sordino.table.PrivateQuery;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One odd row moves its own group by what its unit may add, and fails nothing. */
class RowAloneTest {
    private static final Draft DRAFT = new Draft(
            Optional.of("u"),
            Optional.of(1.0),
            Optional.of(1e-6),
            Optional.of(2L),
            Optional.of(3L),
            Optional.empty(),
            Map.of(),
            false,
            0.95);

    @TempDir
    Path folder = Path.of("");

    private static List<Integers> onDuck(Path file, String statement) {
        PrivateQuery query = PrivateQuery.of(file, statement, DRAFT);
        return new DuckEngine(query.file(), Running.of(2, "512MB"))
                .strata(query.query(), Layout.of(query.query()), Tapes.seeded(3));
    }

    private static List<Integers> onSpark(SparkTable table, String statement) {
        PrivateQuery query = table.query(statement, DRAFT);
        return table.engine().strata(query.query(), Layout.of(query.query()), Tapes.seeded(3));
    }

    /** Counts of rows, of which the first units have a key that is no UTF-8 and the others another one. */
    private static Map<List<Optional<Object>>, Integers.Group> counted(int first, int others) {
        Dataset<Row> frame = Local.SESSION.sql("SELECT id AS u, CAST(CASE WHEN id < " + first
                + " THEN X'FF' ELSE X'FE' END AS STRING) AS g FROM range(" + (first + others) + ")");
        return onSpark(SordinoSpark.on(frame), "SELECT g, COUNT(*) AS n FROM data GROUP BY g")
                .get(0)
                .groups();
    }

    /** Both keys are read as U+FFFD: were they two groups, one of them would take the place of the other. */
    @Test
    void keysThatAreNoUtf8AreOneGroup() {
        for (int others = 0; others < 3; others++)
            for (int[] sizes : new int[][] {{40, others}, {others, 40}})
                assertThat(counted(sizes[0], sizes[1]).values())
                        .extracting(group -> group.sums().get(0))
                        .containsExactly(BigInteger.valueOf(40 + others));
    }

    /** Parquet has days of which the microseconds do not fit 64 bits. */
    @Test
    void aDayThatIsFarAway() throws SQLException {
        Path file = folder.resolve("days.parquet");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT i AS u, DATE '1970-01-01' + CAST(CASE i WHEN 1 THEN 2000000000 WHEN 2 THEN -2000000000 "
                            + "WHEN 3 THEN 106751992 WHEN 4 THEN -106751992 ELSE 20000 END AS INTEGER) AS d FROM range(20) AS t(i)) TO '"
                            + file + "' (FORMAT parquet)");
        }
        for (String statement : List.of(
                "SELECT d, COUNT(*) AS n FROM data GROUP BY d", "SELECT COUNT(*) AS n FROM data WHERE d IS NULL"))
            assertThat(onSpark(SordinoSpark.on(Local.SESSION.read().parquet(file.toString())), statement))
                    .as("%s", statement)
                    .isEqualTo(onDuck(file, statement));
    }

    @Test
    void aNumberOfManyDigits() throws IOException {
        String sum = "SELECT SUM(x, contribution_bounds_per_group => (0, 4)) AS s FROM data";
        int many = 200_000;
        for (String cell : List.of(
                "1" + "_1".repeat(many),
                "1" + "_1".repeat(many) + "_",
                "1".repeat(many),
                "0." + "0".repeat(many) + "1",
                "1e-" + "0".repeat(many) + "1")) {
            Path file = folder.resolve("numbers.csv");
            Files.writeString(file, "u,x\na,1\nb,2\nc," + cell + "\n");
            assertThat(onSpark(SparkFiles.open(Local.SESSION, file.toString(), "data"), sum))
                    .as("%s...", cell.substring(0, 4))
                    .isEqualTo(onDuck(file, sum));
        }
    }

    /** The statistics of these files leave NaN out, and one of them has a row more. */
    @Test
    void statisticsThatLeaveNanOutDecideNothing() {
        String condition = "SELECT COUNT(*) AS n FROM data WHERE x > 5";
        Draft rows = new Draft(
                Optional.empty(),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.of(3L),
                Optional.empty(),
                Map.of(),
                false,
                0.95);
        List<Long> ours = new ArrayList<>();
        List<Long> plain = new ArrayList<>();
        for (String name : List.of("nan", "nan-and-a-row")) {
            Dataset<Row> frame = Local.SESSION
                    .read()
                    .parquet(Path.of("../table/src/test/resources/parquet", name + ".parquet")
                            .toString());
            SparkTable table = SordinoSpark.on(frame);
            PrivateQuery query = table.query(condition, rows);
            Integers integers = table.engine()
                    .strata(query.query(), Layout.of(query.query()), Tapes.seeded(3))
                    .get(0);
            ours.add(integers.groups().values().iterator().next().sums().get(0).longValueExact());
            plain.add(frame.where("x > 5").count());
        }
        assertThat(ours).containsExactly(500L, 501L);
        // control: as Spark reads the files by itself, one row brings 500 others
        assertThat(plain).containsExactly(0L, 501L);
    }
}
