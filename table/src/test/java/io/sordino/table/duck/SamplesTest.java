package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.engine.sample.SampleId;
import io.sordino.mechanism.Gaussian;
import io.sordino.noise.Tapes;
import io.sordino.refusal.InvalidException;
import io.sordino.table.KeptSample;
import io.sordino.table.PrivateQuery;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.engine.Membership;
import io.sordino.table.engine.UnitPrf;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.SamplePromise;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Rates;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is in a sample is decided by its key alone, however the sample is found. */
class SamplesTest {
    @TempDir
    Path folder = Path.of("");

    private Path table(String rows) throws SQLException {
        Path file = folder.resolve("data.parquet");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + rows + ") TO '" + file + "' (FORMAT parquet)");
        }
        return file;
    }

    private static Draft draft(Optional<Double> rate, Optional<Rates> rates) {
        return new Draft(
                Optional.of("u"),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.empty(),
                rate,
                Map.of(),
                rates,
                false,
                0.95,
                Optional.empty(),
                Optional.empty());
    }

    private static Integers integers(PrivateQuery query, Running running, long seed) {
        return new DuckEngine(query.file(), running)
                .integers(query.query(), Layout.of(query.query()), Tapes.seeded(seed));
    }

    @Test
    void aTableOfUnitsGivesTheSameSample() throws SQLException {
        for (String unit : List.of("(i * 7919) % 3000", "'u' || ((i * 7919) % 3000)")) {
            Path file = table("SELECT " + unit + " AS u, 'g' || (i % 7) AS g, i % 11 AS x FROM range(20000) t(i)");
            PrivateQuery query = PrivateQuery.of(
                    file,
                    "SELECT g, COUNT(*) AS n, SUM(x BETWEEN 0 AND 5) AS s FROM data GROUP BY g",
                    draft(Optional.of(0.1), Optional.empty()));
            Running plain = Running.of(2, "512MB");
            UnitTable units = new UnitTable(folder.resolve("units" + unit.length() + ".duckdb"));
            assertThat(units.exists()).isFalse();
            UnitTable.make(query.file(), query.query(), units.file(), plain);
            Integers byRow = integers(query, plain, 5);
            assertThat(byRow.groups()).isNotEmpty();
            assertThat(integers(query, plain.with(units), 5).groups()).isEqualTo(byRow.groups());
            // another key is another sample
            assertThat(integers(query, plain.with(units), 6).groups()).isNotEqualTo(byRow.groups());
        }
    }

    @Test
    void aKeptKeyGivesTheSameSampleAgain() throws SQLException {
        Path file = table("SELECT i % 4000 AS u, i AS x FROM range(20000) t(i)");
        PrivateQuery query = PrivateQuery.of(
                file,
                "SELECT COUNT(*) AS n, COUNT(DISTINCT u) AS k FROM data",
                draft(Optional.of(0.1), Optional.empty()));
        KeptKey key = KeptKey.of(new SampleId("0".repeat(32)), "00112233445566778899aabbccddeeff", false);
        Running running = Running.of(2, "512MB");
        Integers first = integers(query, running.on(key), 1);
        assertThat(integers(query, running.on(key), 2).groups()).isEqualTo(first.groups());
        assertThat(integers(query, running, 2).groups()).isNotEqualTo(first.groups());
        assertThat(key.toString()).doesNotContain("0011");
    }

    /** Rows that all say the same there would be in the sample together, or not at all, at the price of single ones. */
    @Test
    void aColumnThatIsCalledLikeTheNumbersOfRowsDoesNotDrawTheSample() throws SQLException {
        List<Path> files = new java.util.ArrayList<>();
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            for (String name : List.of("file_row", "FILE_ROW_", "rowid", "file_row_number")) {
                String rows = "SELECT 7 AS " + name + ", 7 AS file_row__ FROM range(10000)";
                Path parquet = folder.resolve(name + ".parquet");
                Path duck = folder.resolve(name + ".duckdb");
                statement.execute("COPY (" + rows + ") TO '" + parquet + "' (FORMAT parquet)");
                statement.execute("ATTACH '" + duck + "' AS made");
                statement.execute("CREATE TABLE made.data AS " + rows);
                statement.execute("DETACH made");
                files.addAll(List.of(parquet, duck));
            }
        }
        for (Path file : files) {
            PrivateQuery query =
                    PrivateQuery.on(file).epsilon(1).sample(0.5).count().as("n").build();
            Integers found = integers(query, Running.of(2, "512MB"), 5);
            BigInteger sampled =
                    Objects.requireNonNull(found.groups().get(List.of())).sums().get(0);
            // 50 is one standard deviation
            assertThat(sampled.intValue()).as(file.toString()).isBetween(4600, 5400);
        }
    }

    /** Whole units, each at the rate of its first value; the same unit in a stratum with a higher rate is in whenever it is in at a lower one. */
    @Test
    void strataAreSampledAtTheirOwnRates() throws SQLException {
        Path file =
                table("SELECT i % 6000 AS u, CASE (i % 6000) % 3 WHEN 0 THEN 'a' WHEN 1 THEN 'b' ELSE 'c' END AS s FROM"
                        + " range(12000) t(i) UNION ALL SELECT 0 AS u, 'b' AS s");
        PrivateQuery query = PrivateQuery.of(
                file,
                "SELECT COUNT(DISTINCT u) AS k, COUNT(*) AS n FROM data",
                draft(Optional.empty(), Optional.of(Rates.parse("s", "a:0.5,b:0.05,c:1"))));
        List<Integers> strata = new DuckEngine(query.file(), Running.of(2, "512MB"))
                .strata(query.query(), Layout.of(query.query()), Tapes.seeded(3));
        double[] rates = {0.5, 0.05, 1};
        assertThat(strata).hasSize(3);
        for (int i = 0; i < 3; i++) {
            List<BigInteger> sums = Objects.requireNonNull(
                            strata.get(i).groups().get(List.of()))
                    .sums();
            double units = sums.get(0).doubleValue();
            double spread = 5 * Math.sqrt(2000 * rates[i] * (1 - rates[i]));
            assertThat(units).isBetween(2000 * rates[i] - spread, 2000 * rates[i] + spread);
            // both rows of a unit, and of the unit in two strata the rows of the first
            assertThat(sums.get(1).doubleValue()).isEqualTo(2 * units);
        }
    }

    /** The control: the engine's own sample takes runs of rows together, so that a row tells of its neighbours. */
    @Test
    void theEnginesOwnSampleIsNone() throws SQLException {
        Path file = table("SELECT i AS u FROM range(100000) t(i)");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE data AS SELECT * FROM '" + file + "'");
            statement.execute("CREATE TABLE theirs AS SELECT u FROM data USING SAMPLE 10 PERCENT (system, 7)");
            SecretFunctions.registerMember(
                    connection, true, UnitPrf.fresh(Tapes.seeded(9)), List.of(Membership.at(0.1)));
            statement.execute("CREATE TABLE ours AS SELECT u FROM data WHERE " + SecretFunctions.MEMBER + "(u, 0)");
            assertThat(togetherness(statement, "theirs")).isGreaterThan(0.99);
            assertThat(togetherness(statement, "ours")).isBetween(0.09, 0.11);
        }
    }

    /** How often the row after one in the sample is in it too. */
    private static double togetherness(Statement statement, String sample) throws SQLException {
        try (ResultSet found = statement.executeQuery(
                "SELECT avg(CASE WHEN u + 1 IN (SELECT u FROM " + sample + ") THEN 1.0 ELSE 0.0 END) FROM " + sample)) {
            found.next();
            return found.getDouble(1);
        }
    }

    @Test
    void promisesOfASampleAreKeptWhateverIsAsked() {
        Accountant accountant = Accountant.standard();
        SamplePromise promise = SamplePromise.made(accountant, 0.1, 1, 1e-6);
        assertThat(promise.guarantee(accountant).epsilon().upper()).isBetween(0.98, 1.0);
        double sigma = promise.sigma();
        SamplePromise half = promise.with(new Gaussian(sigma * Math.sqrt(2) * (1 + 1e-9)));
        assertThat(half.left()).isBetween(0.499, 0.501);
        SamplePromise whole = half.with(new Gaussian(sigma * Math.sqrt(2) * (1 + 1e-9)));
        assertThat(whole.left()).isLessThan(1e-6);
        assertThatThrownBy(() -> whole.with(new Gaussian(100 * sigma))).isInstanceOf(InvalidException.class);
        // releases of other noise are not covered by the theorem
        assertThatThrownBy(() -> promise.with(new io.sordino.mechanism.Laplace(1e6)))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void aKeptSampleIsReadAsItWasWritten() throws SQLException {
        Path file = table("SELECT i % 4000 AS u FROM range(8000) t(i)");
        PrivateQuery query =
                PrivateQuery.of(file, "SELECT COUNT(*) AS n FROM data", draft(Optional.of(0.1), Optional.empty()));
        KeptSample sample = KeptSample.draw(Accountant.standard(), query, Tapes.seeded(8));
        KeptSample used = sample.after(
                query.plan(Accountant.standard(), sample, 0.5).kept().orElseThrow());
        KeptSample read = KeptSample.parse(used.text());
        assertThat(read.text()).isEqualTo(used.text());
        assertThat(read.promise()).isEqualTo(used.promise());
        assertThat(used.toString()).doesNotContain(used.key().secret());
        for (String spoilt :
                List.of("", "sordino-sample 1\nend\n", used.text().replace("rate 0.1", "rate x"), used.text() + "x"))
            assertThatThrownBy(() -> KeptSample.parse(spoilt)).isInstanceOf(InvalidException.class);
    }

    @Test
    void dataThatChangeAreRefused() throws Exception {
        Path file = table("SELECT i AS u FROM range(100) t(i)");
        PrivateQuery query =
                PrivateQuery.of(file, "SELECT COUNT(*) AS n FROM data", draft(Optional.empty(), Optional.empty()));
        assertThat(integers(query, Running.of(2, "512MB"), 1).groups()).hasSize(1);
        table("SELECT i AS u FROM range(200) t(i)");
        assertThatThrownBy(() -> integers(query, Running.of(2, "512MB"), 1))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("it has changed since it was opened");
    }

    /** The memory limit is the engine's own, and what does not fit is refused: nothing goes to disk. */
    @Test
    void whatDoesNotFitIsRefusedAndNotWritten() throws Exception {
        Path file = table(
                "SELECT 'unit-' || lpad(CAST(hash(i) AS VARCHAR), 24, '0') AS u, i % 1000 AS x FROM range(1500000)"
                        + " t(i)");
        PrivateQuery query = PrivateQuery.of(
                file, "SELECT COUNT(DISTINCT u) AS k FROM data", draft(Optional.empty(), Optional.empty()));
        List<Path> before = around(file);
        assertThatThrownBy(() -> integers(query, Running.of(2, "100MB"), 1))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("more memory than the engine may use");
        assertThat(around(file)).isEqualTo(before);
        // the control: with memory it is answered
        assertThat(integers(query, Running.of(2, "2GB"), 1).groups()).hasSize(1);
    }

    /** What stands beside the data, and where the engine would spill to by itself. */
    private static List<Path> around(Path file) throws java.io.IOException {
        List<Path> all = new java.util.ArrayList<>();
        try (Stream<Path> beside = Files.list(Objects.requireNonNull(file.getParent()))) {
            all.addAll(beside.sorted().toList());
        }
        if (Files.exists(Path.of(".tmp"))) all.add(Path.of(".tmp"));
        return all;
    }
}
