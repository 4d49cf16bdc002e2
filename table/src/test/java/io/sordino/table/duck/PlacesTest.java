package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.engine.sample.SampleId;
import io.sordino.noise.Tapes;
import io.sordino.table.KeptSample;
import io.sordino.table.PrivateQuery;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.engine.Membership;
import io.sordino.table.engine.PlaceSampler;
import io.sordino.table.engine.UnitPrf;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
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
import java.util.Set;
import java.util.TreeSet;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample of rows is drawn by their places where they have any: which ones is decided by the key alone. */
class PlacesTest {
    private static final String SECRET = "00112233445566778899aabbccddeeff";
    private static final double RATE = 0.01;
    private static final int ROWS = 30_000;

    @TempDir
    Path folder = Path.of("");

    private static KeptKey key(boolean byPlaces) {
        return KeptKey.of(new SampleId("0".repeat(32)), SECRET, byPlaces);
    }

    private static List<Long> places(double rate, UnitPrf prf, long below) {
        List<Long> places = new ArrayList<>();
        new PlaceSampler(rate, prf).draw(below, places::add);
        return places;
    }

    private Path parquet(String name, String rows) throws SQLException {
        Path file = folder.resolve(name + ".parquet");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + rows + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 4096)");
        }
        return file;
    }

    private Path duck(String name, String... statements) throws SQLException {
        Path file = folder.resolve(name + ".duckdb");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + file, new Properties());
                Statement statement = connection.createStatement()) {
            for (String one : statements) statement.execute(one);
        }
        return file;
    }

    /** The values of x that are in the sample of a key. */
    private static Set<Long> sampled(Path file, double rate, String where, int threads, KeptKey key) {
        PrivateQuery query = PrivateQuery.on(file)
                .epsilon(1)
                .delta(1e-6)
                .sample(rate)
                .where(where)
                .groupBy("x")
                .count()
                .as("n")
                .build();
        Integers found = integers(query, Running.of(threads, "512MB").on(key));
        Set<Long> all = new TreeSet<>();
        found.groups().keySet().forEach(group -> all.add((Long) group.get(0).orElseThrow()));
        return all;
    }

    private static Integers integers(PrivateQuery query, Running running) {
        return new DuckEngine(query.file(), running).integers(query.query(), Layout.of(query.query()), Tapes.seeded(4));
    }

    @Test
    void theKeyAloneDecidesWhichPlacesAreInTheSample() throws SQLException {
        String rows = "SELECT i AS x, 'a' || i AS s FROM range(" + ROWS + ") t(i)";
        Set<Long> expected = new TreeSet<>(places(RATE, key(true).prf(), ROWS));
        for (Path file : List.of(parquet("data", rows), duck("data", "CREATE TABLE data AS " + rows)))
            for (int threads : new int[] {1, 2}) {
                assertThat(sampled(file, RATE, "x >= 0", threads, key(true))).isEqualTo(expected);
                Set<Long> some = new TreeSet<>(expected);
                some.removeIf(x -> x < 7000);
                assertThat(sampled(file, RATE, "x >= 7000 AND s LIKE 'a%'", threads, key(true)))
                        .isEqualTo(some);
                // control: the function of every row draws another sample from the same key
                assertThat(sampled(file, RATE, "x >= 0", threads, key(false))).isNotEqualTo(expected);
            }
    }

    /** Samples that were kept depend on it: whatever draws other places from a key needs another first line in their files. */
    @Test
    void aKeyAlwaysDrawsTheSamePlaces() {
        assertThat(places(RATE, key(true).prf(), 1000)).containsExactly(203L, 503L, 543L, 669L, 678L, 725L);
        assertThat(places(1e-9, key(true).prf(), 3_000_000_000L))
                .containsExactly(515471088L, 773671504L, 2577767923L, 2941019039L);
    }

    /** Rows that were deleted leave holes, and rows that stand in the log of the file come after all others. */
    @Test
    void holesAndLogsMoveNobody() throws SQLException {
        Path file = duck(
                "holes",
                "CREATE TABLE data AS SELECT i AS x FROM range(" + ROWS + ") t(i)",
                "CHECKPOINT",
                "PRAGMA disable_checkpoint_on_shutdown",
                "DELETE FROM data WHERE x % 5 = 2 AND x < 20000",
                "INSERT INTO data SELECT " + ROWS + " + i FROM range(5000) t(i)");
        assertThat(Path.of(file + ".wal")).exists();
        Set<Long> expected = new TreeSet<>(places(RATE, key(true).prf(), ROWS + 5000));
        assertThat(expected.stream().anyMatch(x -> x >= ROWS)).isTrue();
        assertThat(expected.removeIf(x -> x % 5 == 2 && x < 20_000)).isTrue();
        assertThat(sampled(file, RATE, "x >= 0", 2, key(true))).isEqualTo(expected);
        Path nothing = duck("nothing", "CREATE TABLE data(x BIGINT)");
        assertThat(sampled(nothing, RATE, "x >= 0", 2, key(true))).isEmpty();
    }

    /** Every place at the rate, and two of them together at its square. */
    @Test
    void placesAreInTheSampleIndependently() {
        int keys = 3000;
        int below = 300;
        double rate = 0.02;
        long[] single = new long[below];
        long together = 0;
        var tape = Tapes.seeded(11);
        for (int k = 0; k < keys; k++) {
            Set<Long> drawn = new TreeSet<>(places(rate, UnitPrf.fresh(tape), below));
            for (long place : drawn) {
                single[(int) place]++;
                if (drawn.contains(place + 1)) together++;
            }
        }
        double spread = Math.sqrt(keys * rate * (1 - rate));
        for (long count : single)
            assertThat((double) count).isBetween(keys * rate - 5 * spread, keys * rate + 5 * spread);
        double pairs = keys * (below - 1) * rate * rate;
        assertThat((double) together).isBetween(pairs - 5 * Math.sqrt(pairs), pairs + 5 * Math.sqrt(pairs));
    }

    /** What people write into a column that is called like a place must not draw the sample: such files have none. */
    @Test
    void aColumnThatIsCalledLikeAPlaceIsNone() throws SQLException {
        String seven = " FROM range(" + ROWS + ")";
        for (String name : List.of(
                "file_row", "FILE_ROW_", "rowid", "RowID", "file_row_number", "File_Row_Number", "u", "sampled")) {
            String rows = "SELECT 7 AS " + name + ", 7 AS file_row__" + seven;
            Path parquet = parquet(name, rows);
            Path duck = duck(name, "CREATE TABLE sampled AS " + rows);
            for (Path file : List.of(parquet, duck)) {
                PrivateQuery query = PrivateQuery.on(file)
                        .epsilon(1)
                        .sample(RATE)
                        .count()
                        .as("n")
                        .build();
                boolean hidden = name.equalsIgnoreCase(file.equals(duck) ? "rowid" : "file_row_number");
                assertThat(PlaceSampler.pays(query.query(), query.file()))
                        .as(file.toString())
                        .isEqualTo(!hidden);
                BigInteger sampled = Objects.requireNonNull(
                                integers(query, Running.of(2, "512MB")).groups().get(List.of()))
                        .sums()
                        .get(0);
                // 17 is one standard deviation
                assertThat(sampled.intValue()).as(file.toString()).isBetween(200, 400);
            }
        }
    }

    @Test
    void whatHasNoPlacesIsDrawnByTheFunction() throws Exception {
        Path csv = Files.writeString(folder.resolve("data.csv"), "x,s\n1,a\n2,b\n");
        Path parquet = parquet("data", "SELECT i AS x, 'a' AS s FROM range(10) t(i)");
        assertThat(pays(PrivateQuery.on(csv).epsilon(1).sample(RATE))).isFalse();
        assertThat(pays(PrivateQuery.on(parquet).epsilon(1).sample(RATE))).isTrue();
        assertThat(pays(PrivateQuery.on(parquet).epsilon(1).sample(0.5))).isFalse();
        assertThat(pays(PrivateQuery.on(parquet).unit("x").epsilon(1).sample(RATE)))
                .isFalse();
        PrivateQuery units = PrivateQuery.on(parquet)
                .unit("x")
                .epsilon(1)
                .sample(RATE)
                .count()
                .as("n")
                .build();
        assertThatThrownBy(() -> integers(units, Running.of(1, "512MB").on(key(true))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("none of units");
    }

    private static boolean pays(io.sordino.table.QueryBuilder builder) {
        PrivateQuery query = builder.count().as("n").build();
        return PlaceSampler.pays(query.query(), query.file());
    }

    /** The engine may skip rows by their places, and still not by statistics that leave NaN out. */
    @Test
    void statisticsOfOtherColumnsDecideNothing() throws SQLException {
        Path file = Path.of("src/test/resources/parquet/nan.parquet");
        double rate = 0.6;
        Set<Long> places = new TreeSet<>(places(rate, key(true).prf(), 100_000));
        long expected = 0;
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT file_row_number, isnan(x) FROM read_parquet('" + file + "', file_row_number=true)")) {
            while (found.next()) if (found.getBoolean(2) && places.contains(found.getLong(1))) expected++;
        }
        PrivateQuery query = PrivateQuery.on(file)
                .epsilon(1)
                .sample(rate)
                .where("x > 5")
                .count()
                .as("n")
                .build();
        Integers.Group group = Objects.requireNonNull(
                integers(query, Running.of(2, "512MB").on(key(true))).groups().get(List.of()));
        assertThat(expected).isBetween(200L, 400L);
        assertThat(group.sums().get(0)).isEqualTo(BigInteger.valueOf(expected));
    }

    /** Blocks and sums are of one sample, whichever statement reads it. */
    @Test
    void allStatementsReadOneSample() throws SQLException {
        Path file = parquet("data", "SELECT i AS x FROM range(" + ROWS + ") t(i)");
        PrivateQuery query = PrivateQuery.of(
                file,
                "SELECT COUNT(*) AS n, HISTOGRAM(x, bins => (10000)) AS h, SAMPLE_AND_AGGREGATE(COUNT(*), blocks => 3,"
                        + " bounds => (0, 100000)) AS b FROM data",
                draft());
        Integers.Group group = Objects.requireNonNull(
                integers(query, Running.of(2, "512MB").on(key(true))).groups().get(List.of()));
        List<Long> places = places(RATE, key(true).prf(), ROWS);
        assertThat(group.sums().get(0)).isEqualTo(BigInteger.valueOf(places.size()));
        long low = places.stream().filter(x -> x < 10_000).count();
        assertThat(group.trees().get(0).values())
                .contains(BigInteger.valueOf(low), BigInteger.valueOf(places.size() - low));
        assertThat(group.trees().get(1)).hasSize(1);
    }

    private static io.sordino.table.query.Draft draft() {
        return new io.sordino.table.query.Draft(
                Optional.empty(),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.empty(),
                Optional.empty(),
                Optional.of(RATE),
                Map.of(),
                false,
                0.95);
    }

    /** A sample that a function drew is drawn by it again; otherwise what was released before and what is released now would be of two samples. */
    @Test
    void aKeptSampleStaysAsItWasDrawn() throws SQLException, IOException {
        Path file = parquet("data", "SELECT i AS x FROM range(" + ROWS + ") t(i)");
        PrivateQuery query = PrivateQuery.of(file, "SELECT COUNT(*) AS n FROM data", draft());
        KeptSample fresh = KeptSample.draw(Accountant.standard(), query, Tapes.seeded(8));
        assertThat(fresh.text()).startsWith("sordino-sample 2\n");
        assertThat(KeptSample.parse(fresh.text()).key().byPlaces()).isTrue();
        assertThat(KeptSample.parse(fresh.text()).text()).isEqualTo(fresh.text());
        KeptSample older = KeptSample.parse(fresh.text().replace("sordino-sample 2", "sordino-sample 1"));
        assertThat(older.text()).startsWith("sordino-sample 1\n");
        byte[] bits = new byte[UnitPrf.BLOCK * ROWS];
        for (int i = 0; i < ROWS; i++) UnitPrf.encode(i, bits, UnitPrf.BLOCK * i);
        byte[] drawn = older.key().prf().encrypted(bits, bits.length);
        Set<Long> byFunction = new TreeSet<>();
        for (int i = 0; i < ROWS; i++)
            if (Membership.at(RATE).holds(drawn, UnitPrf.BLOCK * i)) byFunction.add((long) i);
        assertThat(sampled(file, RATE, "x >= 0", 2, older.key())).isEqualTo(byFunction);
        assertThat(sampled(file, RATE, "x >= 0", 2, fresh.key()))
                .isEqualTo(new TreeSet<>(places(RATE, fresh.key().prf(), ROWS)))
                .isNotEqualTo(byFunction);
    }
}
