package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.noise.Tapes;
import io.sordino.table.PrivateQuery;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import io.sordino.table.sql.SqlException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a row of a Parquet file depends on that row alone, whichever program wrote the file: oracle/parquet_files.py wrote these. */
class ParquetRowsTest {
    private static final Path FILES = Path.of("src/test/resources/parquet");
    private static final Draft DRAFT = new Draft(
            Optional.empty(),
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

    private static Path file(String name) {
        return FILES.resolve(name + ".parquet");
    }

    private static Integers integers(Path file, String statement) {
        PrivateQuery query = PrivateQuery.of(file, statement, DRAFT);
        return new DuckEngine(query.file(), Running.of(2, "512MB"))
                .integers(query.query(), Layout.of(query.query()), Tapes.seeded(3));
    }

    /** All integers of the only group. */
    private static List<BigInteger> of(String name, String statement) {
        Integers integers = integers(file(name), statement);
        assertThat(integers.groups()).hasSize(1);
        Integers.Group group = integers.groups().values().iterator().next();
        List<BigInteger> all = new ArrayList<>(group.sums());
        group.trees().forEach(bins -> all.add(bins.values().stream().reduce(BigInteger.ZERO, BigInteger::add)));
        return all;
    }

    private static List<BigInteger> moved(String statement) {
        List<BigInteger> before = of("nan", statement);
        List<BigInteger> after = of("nan-and-a-row", statement);
        List<BigInteger> moved = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) moved.add(after.get(i).subtract(before.get(i)));
        return moved;
    }

    private static long plain(String name, String condition) throws SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT count(*) FROM read_parquet('" + file(name) + "') WHERE " + condition)) {
            found.next();
            return found.getLong(1);
        }
    }

    @Test
    void statisticsWithoutNanDecideNothing() throws SQLException {
        for (String condition : List.of("x > 5", "NOT (x <= 5)", "x + 1 > 6", "NOT (x BETWEEN 0 AND 5)"))
            assertThat(moved("SELECT COUNT(*) FROM data WHERE " + condition))
                    .as(condition)
                    .containsExactly(BigInteger.ONE);
        assertThat(moved("SELECT COUNT(*) FROM data WHERE x <= 5")).containsExactly(BigInteger.ZERO);
        assertThat(of("nan", "SELECT COUNT(*) FROM data WHERE x > 5")).containsExactly(BigInteger.valueOf(500));
        // control: as the engine reads the file by itself, one row brings 500 others
        assertThat(plain("nan", "x > 5")).isZero();
        assertThat(plain("nan-and-a-row", "x > 5")).isEqualTo(501);
    }

    @Test
    void whatIsNoNumberIsLeftOutOfEverySum() {
        BigInteger one = BigInteger.ONE;
        assertThat(moved("SELECT MEDIAN(x BETWEEN 0 AND 8), COUNT(*) FROM data"))
                .containsExactly(one, one);
        assertThat(moved("SELECT SUM(x BETWEEN 0 AND 6) FROM data"))
                .containsExactly(of("nan", "SELECT SUM(x BETWEEN 0 AND 6) FROM data")
                        .get(0)
                        .multiply(BigInteger.valueOf(6))
                        .divide(BigInteger.valueOf(500)));
    }

    @Test
    void aTextThatIsNoUtf8FailsNothing() {
        assertThat(of("texts", "SELECT COUNT(*) FROM data WHERE s = 'a'")).containsExactly(BigInteger.valueOf(8));
        assertThat(of("texts-and-a-row", "SELECT COUNT(*) FROM data WHERE s = 'a'"))
                .containsExactly(BigInteger.valueOf(8));
        assertThat(of("texts-and-a-row", "SELECT COUNT(*) FROM data WHERE s = '?'"))
                .containsExactly(BigInteger.ONE);
        // control: the engine by itself fails for one row
        assertThatThrownBy(() -> plain("texts-and-a-row", "s = 'a'")).hasMessageContaining("UTF8");
    }

    @Test
    void momentsThatARowCouldPutOutOfReachAreNotUsed() throws SQLException {
        for (String name : List.of("milliseconds", "milliseconds-far", "int96", "nested-before"))
            assertThatThrownBy(() -> integers(file(name), "SELECT COUNT(*) FROM data WHERE t > '1960-01-01'"))
                    .as(name)
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("nothing that queries use");
        // others of the file are, whatever stands before them
        for (String name : List.of("milliseconds", "milliseconds-far"))
            assertThat(of(name, "SELECT COUNT(*) FROM data WHERE v > 3 AND n > 3"))
                    .containsExactly(BigInteger.valueOf(5));
        assertThat(of("nested-before", "SELECT COUNT(*) FROM data WHERE us > '1960-01-01'"))
                .containsExactly(BigInteger.valueOf(9));
        // control: the engine by itself fails for one row
        assertThat(plain("milliseconds", "t > '1960-01-01'")).isEqualTo(9);
        assertThatThrownBy(() -> plain("milliseconds-far", "t > '1960-01-01'")).hasMessageContaining("Timestamp");
    }

    /** The engine looks at the statistics of every column that a statement names, though it reads the rows of none. */
    @Test
    void whatAColumnHoldsThatNobodyUsesFailsNoSample() {
        for (String name : List.of("milliseconds", "milliseconds-far", "int96"))
            for (double rate : new double[] {0.01, 0.5}) {
                Draft draft = new Draft(
                        Optional.empty(),
                        Optional.of(1.0),
                        Optional.of(1e-6),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(rate),
                        Map.of(),
                        false,
                        0.95);
                PrivateQuery query = PrivateQuery.of(file(name), "SELECT COUNT(*) FROM data WHERE v > 3", draft);
                Integers integers = new DuckEngine(query.file(), Running.of(2, "512MB"))
                        .integers(query.query(), Layout.of(query.query()), Tapes.seeded(3));
                assertThat(integers.groups()).as(name + " " + rate).hasSize(1);
            }
    }

    /** Decimals of 16 bytes, of which the file says that they have so many digits. */
    private Path decimals(String name, String values, int digits) throws SQLException, IOException {
        Path file = folder.resolve(name + ".parquet");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT CAST(v AS DECIMAL(38,2)) AS d, 5 AS x FROM (VALUES " + values
                    + ") t(v)) TO '" + file + "' (FORMAT parquet)");
        }
        byte[] bytes = Files.readAllBytes(file);
        int found = 0;
        // two digits behind the point, then 38 in all, as the file writes both: in the old words and in the new ones
        for (int i = 0; i + 3 < bytes.length; i++)
            if (bytes[i] == 0x15 && bytes[i + 1] == 2 * 2 && bytes[i + 2] == 0x15 && bytes[i + 3] == 2 * 38) {
                bytes[i + 3] = (byte) (2 * digits);
                found++;
            }
        assertThat(found).isEqualTo(2);
        return Files.write(file, bytes);
    }

    @Test
    void decimalsThatARowCouldMakeTooLargeAreNotUsed() throws SQLException, IOException {
        String far = "('123456789012345678901234567890.12')";
        Path usual = decimals("usual", "('1'), ('2')", 18);
        Path odd = decimals("odd", "('1'), ('2'), " + far, 18);
        for (Path file : List.of(usual, odd)) {
            assertThatThrownBy(() -> integers(file, "SELECT SUM(d BETWEEN 0 AND 10) FROM data"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("nothing that queries use");
            assertThat(integers(file, "SELECT COUNT(*) FROM data WHERE x > 3").groups())
                    .hasSize(1);
        }
        // those that fit are used, and so are those that the engine reads as doubles
        for (int digits : new int[] {38, 39})
            assertThat(Objects.requireNonNull(integers(
                                            decimals("fits" + digits, "('1'), ('2'), " + far, digits),
                                            "SELECT COUNT(*) FROM data WHERE d > 1.5")
                                    .groups()
                                    .get(List.of()))
                            .sums())
                    .containsExactly(BigInteger.TWO);
        // control: the engine by itself fails for one row
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("SELECT max(d) FROM read_parquet('" + usual + "')"))
                    .isTrue();
            assertThatThrownBy(() -> statement.execute("SELECT max(d) FROM read_parquet('" + odd + "')"))
                    .hasMessageContaining("decimal");
        }
    }

    /** Keys of days are days, however the engine writes them. */
    @Test
    void daysAreKeysAsTheyAreTyped() {
        for (String day : List.of("1970-01-01", "1970-01-01 00:00:00", "1970-01-01T00:00")) {
            Draft draft = new Draft(
                    Optional.empty(),
                    Optional.of(1.0),
                    Optional.of(1e-6),
                    Optional.of(2L),
                    Optional.of(3L),
                    Optional.empty(),
                    Map.of("us", List.of(day)),
                    false,
                    0.95);
            PrivateQuery query =
                    PrivateQuery.of(file("nested-before"), "SELECT us, COUNT(*) FROM data GROUP BY us", draft);
            Integers integers = new DuckEngine(query.file(), Running.of(2, "512MB"))
                    .integers(query.query(), Layout.of(query.query()), Tapes.seeded(3));
            List<Optional<Object>> key = query.query().keys().orElseThrow().get(0);
            assertThat(integers.groups())
                    .as(day)
                    .containsExactly(Map.entry(key, new Integers.Group(List.of(BigInteger.valueOf(8)), List.of())));
        }
        assertThat(of("nested-before", "SELECT COUNT(*) FROM data WHERE us >= '1970-01-01 00:00:00.000005'"))
                .containsExactly(BigInteger.ONE);
    }

    @Test
    void theNameOfAFolderIsNoColumn() throws IOException {
        Path year = Files.createDirectory(folder.resolve("year=2020"));
        Path inside = Files.copy(file("milliseconds"), year.resolve("trips.parquet"));
        assertThatThrownBy(() -> integers(inside, "SELECT COUNT(*) FROM data WHERE year > 2000"))
                .hasMessageContaining("there is no column 'year'");
        assertThat(integers(inside, "SELECT COUNT(*) FROM data").groups()).hasSize(1);
    }

    /** Which of two texts that count as equal names a group would depend on which came first. */
    @Test
    void textsThatAreNotComparedByteByByteAreNotUsed() throws SQLException {
        Path file = folder.resolve("city.duckdb");
        try (Connection connection =
                        new DuckDBDriver().connect("jdbc:duckdb:" + file.toAbsolutePath(), new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE trips(g VARCHAR COLLATE nocase, \"a b\" VARCHAR COLLATE de.noaccent, \"q\"\"q\""
                            + " VARCHAR COLLATE nfc, h VARCHAR, note VARCHAR DEFAULT 'h VARCHAR, x')");
            statement.execute(
                    "INSERT INTO trips VALUES ('rain', 'a', 'a', 'rain', ''), ('RAIN', 'ä', 'a', 'RAIN', '')");
            // control: the engine has one group of two texts
            try (ResultSet found = statement.executeQuery("SELECT count(DISTINCT g), count(DISTINCT h) FROM trips")) {
                found.next();
                assertThat(found.getLong(1)).isEqualTo(1);
                assertThat(found.getLong(2)).isEqualTo(2);
            }
        }
        for (String name : List.of("g", "\"a b\"", "\"q\"\"q\""))
            assertThatThrownBy(() -> integers(file, "SELECT " + name + ", COUNT(*) FROM trips GROUP BY " + name))
                    .as(name)
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("nothing that queries use");
        for (String name : List.of("h", "note"))
            assertThat(integers(file, "SELECT " + name + ", COUNT(*) FROM trips GROUP BY " + name)
                            .groups())
                    .hasSize(name.equals("h") ? 2 : 1);
    }
}
