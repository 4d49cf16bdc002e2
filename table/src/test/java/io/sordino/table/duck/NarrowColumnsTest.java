package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.table.PrivateQuery;
import io.sordino.table.engine.Secrets;
import io.sordino.table.engine.UnitPrf;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Rates;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole numbers are as wide as their column while the engine sorts them, and what is added up does not tell of which width they were. */
class NarrowColumnsTest {
    private static final Running RUNNING = Running.of(2, "512MB");

    @TempDir
    Path folder = Path.of("");

    /** A type of whole numbers, with the least and the largest of them. */
    private record Width(String type, long least, long largest) {
        static final List<Width> ALL = List.of(
                new Width("TINYINT", Byte.MIN_VALUE, Byte.MAX_VALUE),
                new Width("UTINYINT", 0, 255),
                new Width("SMALLINT", Short.MIN_VALUE, Short.MAX_VALUE),
                new Width("USMALLINT", 0, 65535),
                new Width("INTEGER", Integer.MIN_VALUE, Integer.MAX_VALUE),
                new Width("UINTEGER", 0, 4294967295L),
                new Width("BIGINT", Long.MIN_VALUE, Long.MAX_VALUE));

        Optional<Long> value(Random random) {
            int kind = random.nextInt(12);
            if (kind == 0) return Optional.empty();
            return Optional.of(kind == 1 ? least : kind == 2 ? largest : (Long) (long) random.nextInt(9));
        }
    }

    private record Row(Optional<Long> unit, Optional<Long> group, Optional<Long> other) {}

    private static List<Row> rows(Width width, Random random) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 400; i++) rows.add(new Row(width.value(random), width.value(random), width.value(random)));
        return rows;
    }

    private Path write(String name, String type, List<Row> rows) throws SQLException {
        Path file = folder.resolve(name + ".parquet");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE data (u %1$s, g %1$s, h %1$s, x DOUBLE)".formatted(type));
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO data VALUES (?, ?, ?, ?)")) {
                for (int i = 0; i < rows.size(); i++) {
                    insert.setObject(1, rows.get(i).unit.orElse(null));
                    insert.setObject(2, rows.get(i).group.orElse(null));
                    insert.setObject(3, rows.get(i).other.orElse(null));
                    insert.setDouble(4, i % 17 - 5.25);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            statement.execute("COPY data TO '" + file + "' (FORMAT parquet)");
        }
        return file;
    }

    private static Draft draft(
            Optional<String> unit, Optional<Double> rate, Map<String, List<String>> keys, Optional<Rates> rates) {
        return new Draft(
                unit,
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.of(3L),
                rate,
                keys,
                rates,
                false,
                0.95,
                Optional.empty(),
                Optional.empty());
    }

    private static List<Integers> integers(Path file, String statement, Draft draft) {
        PrivateQuery query = PrivateQuery.of(file, statement, draft);
        return new DuckEngine(query.file(), RUNNING).strata(query.query(), Layout.of(query.query()), Tapes.seeded(31));
    }

    @Test
    void integersDoNotTellTheWidth() throws SQLException {
        Optional<String> unit = Optional.of("u");
        Map<String, List<String>> keys = Map.of("g", List.of("0", "3", "255", "-128", "5000000000"));
        Rates rates = Rates.parse("h", "0:0.5,255:0.9,7000000000:1,*:0.7");
        List<Draft> drafts = List.of(
                draft(unit, Optional.empty(), Map.of(), Optional.empty()),
                draft(unit, Optional.of(0.5), Map.of(), Optional.empty()),
                draft(unit, Optional.empty(), keys, Optional.empty()),
                draft(unit, Optional.empty(), Map.of(), Optional.of(rates)),
                draft(Optional.empty(), Optional.of(0.5), Map.of(), Optional.empty()));
        String sums = "COUNT(*) AS n, SUM(x BETWEEN 0 AND 5) AS s, SUM(g * 2 + h BETWEEN -1e10 AND 1e10) AS t, "
                + "VECTOR_SUM(x, h, l2_bound => 3) AS v, MEDIAN(x BETWEEN 0 AND 9) AS m FROM data ";
        String blocks = "SELECT g, SAMPLE_AND_AGGREGATE(MAX(h), blocks => 5, bounds => (0, 300)) AS a, "
                + "PROPOSE_TEST_RELEASE(MEDIAN(x), blocks => 7, width => 2) AS p FROM data GROUP BY g";
        for (Width width : Width.ALL.subList(0, 6)) {
            List<Row> rows = rows(width, new Random(7));
            Path narrow = write("narrow", width.type, rows);
            Path wide = write("wide", "BIGINT", rows);
            for (Draft draft : drafts) same(narrow, wide, "SELECT g, " + sums + "GROUP BY g", draft);
            String next = "SELECT g, g + 1 AS next, " + sums + "WHERE h < 300 GROUP BY g, g + 1";
            same(narrow, wide, next, drafts.get(0));
            same(narrow, wide, blocks, drafts.get(1));
        }
    }

    private static void same(Path narrow, Path wide, String statement, Draft draft) {
        List<Integers> found = integers(narrow, statement, draft);
        assertThat(found.get(0).groups()).isNotEmpty();
        assertThat(found).as("%s, %s", statement, draft).isEqualTo(integers(wide, statement, draft));
    }

    /** The order of a unit's groups is that of the numbers themselves, in plain Java. */
    @Test
    void theKeyedChoiceIsThatOfTheNumbers() throws SQLException {
        for (Width width : Width.ALL) {
            List<Row> rows = rows(width, new Random(8));
            Path file = write("data", width.type, rows);
            Map<List<Optional<Object>>, BigInteger> found = new HashMap<>();
            integers(
                            file,
                            "SELECT g, COUNT(DISTINCT u) AS k FROM data GROUP BY g",
                            draft(Optional.of("u"), Optional.empty(), Map.of(), Optional.empty()))
                    .get(0)
                    .groups()
                    .forEach((key, group) -> found.put(key, group.sums().get(0)));
            assertThat(found).as("%s", width).isEqualTo(unitsByGroup(rows, Tapes.seeded(31)));
        }
    }

    private static Map<List<Optional<Object>>, BigInteger> unitsByGroup(List<Row> rows, RandomSource random) {
        UnitPrf order = UnitPrf.fresh(random);
        Map<Long, Set<Optional<Long>>> groups = new HashMap<>();
        for (Row row : rows)
            row.unit.ifPresent(
                    unit -> groups.computeIfAbsent(unit, u -> new HashSet<>()).add(row.group));
        Map<List<Optional<Object>>, BigInteger> units = new HashMap<>();
        groups.forEach((unit, of) -> of.stream()
                .sorted(Comparator.<Optional<Long>>comparingLong(group -> place(order, unit, group))
                        .thenComparing(Optional::isEmpty))
                .limit(2)
                .forEach(group -> units.merge(List.of(group.map(g -> g)), BigInteger.ONE, BigInteger::add)));
        return units;
    }

    private static long place(UnitPrf order, long unit, Optional<Long> group) {
        byte[] block = new byte[UnitPrf.BLOCK];
        UnitPrf.encodePair(unit, group.orElse(Long.MIN_VALUE), block, 0);
        return ByteBuffer.wrap(order.encrypted(block, block.length)).getLong();
    }

    @Test
    void whatIsSortedIsAsWideAsItsColumn() throws SQLException {
        for (Width width : Width.ALL) {
            Path file = write("data", width.type, rows(width, new Random(9)));
            PrivateQuery query = PrivateQuery.of(
                    file,
                    "SELECT g, g + 1 AS next, COUNT(*) AS n FROM data GROUP BY g, g + 1",
                    draft(Optional.of("u"), Optional.empty(), Map.of(), Optional.empty()));
            Layout layout = Layout.of(query.query());
            String sums = new Statements(query.query(), layout, query.file(), Statements.Drawn.NOT).sums();
            String sorted = sums.substring(0, sums.lastIndexOf(" SELECT "))
                    + " SELECT DISTINCT typeof(u), typeof(g0), typeof(g1) FROM kept";
            try (DuckInstance instance = query.file().instance(RUNNING)) {
                SecretFunctions.register(
                        instance.connection(), Secrets.draw(query.query(), layout, Optional.empty(), Tapes.seeded(31)));
                try (Statement statement = instance.statement();
                        ResultSet types = statement.executeQuery(sorted)) {
                    assertThat(types.next()).isTrue();
                    assertThat(types.getString(1)).isEqualTo(width.type);
                    assertThat(types.getString(2)).isEqualTo(width.type);
                    // what is computed is never narrow
                    assertThat(types.getString(3)).isEqualTo("DOUBLE");
                }
            }
        }
    }
}
