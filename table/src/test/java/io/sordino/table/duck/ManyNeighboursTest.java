package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.noise.Tapes;
import io.sordino.table.duck.MadeUpTable.Row;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Binder;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Query;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pairs of neighbouring tables by the ten thousand: all tables of a batch stand in one file, each with a number by which rows are grouped too, and in another
 * file each without one of its units, which are rows in every fourth batch. No integer may move by more than was declared, in no more groups of a pair than were declared.
 */
class ManyNeighboursTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int BATCHES = SLOW ? Integer.getInteger("sordino.batches", 20) : 2;
    private static final int PAIRS = SLOW ? 5000 : 150;

    @TempDir
    Path folder = Path.of("");

    private record Case(boolean units, boolean grouped, boolean texts, double rate, long maxGroups, long maxRows) {
        /** The number of a row, by which it would be sampled, changes where one before it is removed: only units are sampled. */
        static Case random(Random random, boolean units) {
            return new Case(
                    units,
                    random.nextInt(4) > 0,
                    random.nextBoolean(),
                    units && random.nextBoolean() ? 0.5 : 1,
                    1 + random.nextInt(3),
                    1 + random.nextInt(4));
        }

        long mostGroups() {
            return units ? maxGroups : 1;
        }

        List<Row> without(Row victim, List<Row> rows) {
            List<Row> rest = new ArrayList<>(rows);
            if (!units) rest.remove(victim);
            else rest.removeIf(row -> victim.unit() != null && victim.unit().equals(row.unit()));
            return rest;
        }
    }

    private static Object unit(int pair, Object unit) {
        return unit instanceof Long number ? (Object) (number * 100_003 + pair) : pair + "/" + unit;
    }

    @Test
    void oneUnitOfManyTablesMovesEveryIntegerByAtMostItsBound() throws Exception {
        long seed = SLOW ? new Random().nextLong() : 77;
        System.out.println("many neighbours, seed " + seed);
        Random random = new Random(seed);
        long pairs = 0;
        long moved = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            Case of = Case.random(random, batch % 4 != 1);
            List<List<Row>> with = new ArrayList<>();
            List<List<Row>> without = new ArrayList<>();
            for (int i = 0; i < PAIRS; i++) {
                List<Row> rows = MadeUpTable.rows(random, of.texts);
                with.add(rows);
                without.add(rows.isEmpty() ? rows : of.without(rows.get(random.nextInt(rows.size())), rows));
            }
            moved += compared(of, asked(of, with, seed + batch), asked(of, without, seed + batch));
            pairs += PAIRS;
        }
        System.out.println(pairs + " pairs of tables, " + moved + " groups moved");
        assertThat(moved).isGreaterThan(pairs / 2);
    }

    private record Asked(Layout layout, Integers integers) {}

    private Asked asked(Case of, List<List<Row>> tables, long seed) throws Exception {
        Path file = folder.resolve("data.parquet");
        Files.deleteIfExists(file);
        write(file, tables, of.texts);
        DataSource source = DataSource.open(file, "data");
        Select select = SelectParser.parse("SELECT pair, COUNT(*) AS n, " + (of.units ? "COUNT(DISTINCT u) AS k, " : "")
                + "SUM(x, contribution_bounds_per_group => (-2, 3.3)) AS s, AVG(x BETWEEN -2 AND 3.3) AS a,"
                + " VARIANCE(x BETWEEN -2 AND 3.3) AS v, VECTOR_SUM(x, y, l2_bound => 2.5) AS w, HISTOGRAM(x, bins => (-1, 0, 1, 1e100)) AS h,"
                + " MEDIAN(x BETWEEN -2 AND 3.3) AS m FROM data WHERE y < 2 OR y IS NULL GROUP BY pair"
                + (of.grouped ? ", g" : ""));
        Draft draft = new Draft(
                of.units ? Optional.of("u") : Optional.empty(),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(of.maxGroups),
                Optional.of(of.maxRows),
                of.rate < 1 ? Optional.of(of.rate) : Optional.empty(),
                Map.of(),
                false,
                0.95);
        Query query = Binder.bind(select, source.schema(), draft.with(select));
        Layout layout = Layout.of(query);
        return new Asked(
                layout, new DuckEngine(source, Running.of(2, "2GB")).integers(query, layout, Tapes.seeded(seed)));
    }

    private static void write(Path file, List<List<Row>> tables, boolean texts) throws SQLException {
        try (DuckDBConnection connection =
                        (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE data (pair BIGINT, u " + (texts ? "VARCHAR" : "BIGINT")
                    + ", g VARCHAR, x DOUBLE, y DOUBLE)");
            try (DuckDBAppender appender = connection.createAppender("main", "data")) {
                for (int pair = 0; pair < tables.size(); pair++)
                    for (Row row : tables.get(pair)) {
                        appender.beginRow().append((long) pair);
                        Object unit = row.unit() == null ? row.unit() : unit(pair, row.unit());
                        if (texts) appender.append((String) unit);
                        else appender.append((Long) unit);
                        appender.append(row.group())
                                .append(row.x())
                                .append(row.y())
                                .endRow();
                    }
            }
            statement.execute("COPY data TO '" + file + "' (FORMAT parquet)");
        }
    }

    /** How many groups differ; each by no more than declared. */
    private static long compared(Case of, Asked one, Asked other) {
        Set<List<Optional<Object>>> keys = new HashSet<>(one.integers.groups().keySet());
        keys.addAll(other.integers.groups().keySet());
        Map<Optional<Object>, Integer> groups = new HashMap<>();
        for (List<Optional<Object>> key : keys) {
            Optional<Integers.Group> a =
                    Optional.ofNullable(one.integers.groups().get(key));
            Optional<Integers.Group> b =
                    Optional.ofNullable(other.integers.groups().get(key));
            int column = 0;
            int tree = 0;
            boolean differs = !a.isPresent() || !b.isPresent();
            for (Part part : one.layout.parts()) {
                BigInteger bound = BigInteger.valueOf(part.cells());
                if (part instanceof Part.Tree) {
                    BigInteger by = binsMoved(bins(a, tree), bins(b, tree++));
                    assertThat(by).as("%s in %s", part, key).isLessThanOrEqualTo(bound);
                    differs |= by.signum() != 0;
                    continue;
                }
                int width = part instanceof Part.Vector vector ? vector.rows().size() : 1;
                BigInteger squares = BigInteger.ZERO;
                for (int i = 0; i < width; i++) {
                    int at = column++;
                    BigInteger by = sum(a, at).subtract(sum(b, at));
                    squares = squares.add(by.multiply(by));
                }
                assertThat(squares).as("%s in %s", part, key).isLessThanOrEqualTo(bound.multiply(bound));
                differs |= squares.signum() != 0;
            }
            if (differs) groups.merge(key.get(0), 1, Integer::sum);
        }
        long moved = 0;
        for (int count : groups.values()) {
            assertThat(count).isLessThanOrEqualTo((int) of.mostGroups());
            moved += count;
        }
        return moved;
    }

    private static BigInteger sum(Optional<Integers.Group> group, int column) {
        return group.map(g -> g.sums().get(column)).orElse(BigInteger.ZERO);
    }

    private static Map<Integer, BigInteger> bins(Optional<Integers.Group> group, int tree) {
        return group.map(g -> g.trees().get(tree)).orElse(Map.of());
    }

    private static BigInteger binsMoved(Map<Integer, BigInteger> first, Map<Integer, BigInteger> second) {
        Set<Integer> bins = new HashSet<>(first.keySet());
        bins.addAll(second.keySet());
        BigInteger moved = BigInteger.ZERO;
        for (int bin : bins)
            moved = moved.add(first.getOrDefault(bin, BigInteger.ZERO)
                    .subtract(second.getOrDefault(bin, BigInteger.ZERO))
                    .abs());
        return moved;
    }
}
