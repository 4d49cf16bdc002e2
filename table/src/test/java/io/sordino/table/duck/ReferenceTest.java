package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.table.duck.MadeUpTable.Row;
import io.sordino.table.engine.UnitPrf;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Binder;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Query;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the engine adds up equals plain Java, integer for integer, and a unit that is added or removed moves it by no more than was declared; on tables
 * with everything that tables should not have.
 */
class ReferenceTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int TABLES = SLOW ? 2000 : 16;
    private static final int PAIRS = SLOW ? Integer.getInteger("sordino.pairs", 5000) : 24;
    private static final double LOWER = -2.0;
    private static final double UPPER = 3.3;

    @TempDir
    Path folder = Path.of("");

    private static String statement(boolean units, boolean grouped) {
        return "SELECT " + (grouped ? "g, " : "") + "COUNT(*) AS n, " + (units ? "COUNT(DISTINCT u) AS k, " : "")
                + "SUM(x, contribution_bounds_per_group => (-2, 3.3)) AS s, AVG(x BETWEEN -2 AND 3.3) AS a, "
                + "VARIANCE(x BETWEEN -2 AND 3.3) AS v, VECTOR_SUM(x, y, l2_bound => 2.5) AS w, "
                + "HISTOGRAM(x, bins => (-1, 0, 1, 1e100)) AS h, MEDIAN(x BETWEEN -2 AND 3.3) AS m "
                + "FROM data WHERE y < 2 OR y IS NULL" + (grouped ? " GROUP BY g" : "");
    }

    private record Case(boolean units, boolean grouped, boolean texts, double rate, long maxGroups, long maxRows) {
        static Case random(Random random) {
            boolean units = random.nextInt(4) > 0;
            return new Case(
                    units,
                    random.nextInt(4) > 0,
                    random.nextBoolean(),
                    units && random.nextBoolean() ? 0.5 : 1,
                    1 + random.nextInt(3),
                    1 + random.nextInt(4));
        }

        Draft draft() {
            return new Draft(
                    units ? Optional.of("u") : Optional.empty(),
                    Optional.of(1.0),
                    Optional.of(1e-6),
                    Optional.of(maxGroups),
                    Optional.of(maxRows),
                    rate < 1 ? Optional.of(rate) : Optional.empty(),
                    Map.of(),
                    false,
                    0.95);
        }
    }

    private record Asked(Query query, Layout layout, Integers integers) {}

    private Asked asked(Case of, List<Row> rows, long seed, int threads) throws SQLException {
        Path file = folder.resolve("data.parquet");
        MadeUpTable.write(file, rows, of.texts);
        DataSource source = DataSource.open(file, "data");
        Select select = SelectParser.parse(statement(of.units, of.grouped));
        Query query = Binder.bind(select, source.schema(), of.draft().with(select));
        Layout layout = Layout.of(query);
        return new Asked(
                query,
                layout,
                new DuckEngine(source, Running.of(threads, "512MB")).integers(query, layout, Tapes.seeded(seed)));
    }

    /** As the engine's own where: NaN is above every number. */
    private static boolean takesPart(Row row) {
        return row.y() == null || (!Double.isNaN(row.y()) && row.y() < 2);
    }

    private static Integers expected(Case of, Asked asked, List<Row> rows, long seed) {
        RandomSource random = Tapes.seeded(seed);
        Optional<UnitPrf> members = of.rate < 1 ? Optional.of(UnitPrf.fresh(random)) : Optional.empty();
        Optional<UnitPrf> order = of.units ? Optional.of(UnitPrf.fresh(random)) : Optional.empty();
        List<Row> sample = rows.stream()
                .filter(ReferenceTest::takesPart)
                .filter(row -> members.isEmpty() || isMember(members.get(), row.unit(), of.rate))
                .toList();
        Map<Optional<String>, List<List<Row>>> kept = Reference.kept(sample, order, of.maxGroups, of.grouped);
        if (!of.grouped) kept.putIfAbsent(Optional.empty(), List.of());
        Map<List<Optional<Object>>, Integers.Group> groups = new HashMap<>();
        for (Map.Entry<Optional<String>, List<List<Row>>> entry : kept.entrySet())
            groups.put(
                    of.grouped ? List.of(entry.getKey().map(key -> (Object) key)) : List.of(),
                    group(of, asked.layout, entry.getValue()));
        return new Integers(groups);
    }

    private static boolean isMember(UnitPrf prf, Object unit, double rate) {
        if (unit == null) return false;
        byte[] block = new byte[16];
        if (unit instanceof Long number) UnitPrf.encode(number, block, 0);
        else UnitPrf.encode((String) unit, block, 0);
        return new BigInteger(1, prf.encrypted(block, 16)).doubleValue() < rate * 0x1p128;
    }

    private static Integers.Group group(Case of, Layout layout, List<List<Row>> units) {
        List<BigInteger> sums = new ArrayList<>();
        List<Map<Integer, BigInteger>> trees = new ArrayList<>();
        long most = of.units ? of.maxRows : 1;
        int scalars = 0;
        for (Part part : layout.parts()) {
            if (part instanceof Part.Vector vector)
                sums.addAll(Reference.vector(units, List.of(Reference.X, Reference.Y), vector, 2.5, !of.units));
            else if (part instanceof Part.Tree tree)
                trees.add(Reference.bins(
                        units,
                        Reference.X,
                        tree,
                        tree.levels() == 1
                                ? x -> x < -1 ? 0 : x < 0 ? 1 : x < 1 ? 2 : x < 1e100 ? 3 : 4
                                : ReferenceTest::leaf));
            else sums.add(scalar(of, (Part.Scalar) part, units, scalars++, most));
        }
        return new Integers.Group(sums, trees);
    }

    private static double leaf(double x) {
        double clamped = Math.max(LOWER, Math.min(UPPER, x));
        return Math.min(4095, Math.floor((clamped - LOWER) * (4096 / (UPPER - LOWER))));
    }

    private static BigInteger scalar(Case of, Part.Scalar part, List<List<Row>> units, int index, long most) {
        // without units there is nothing to count them by, so all that follows comes one earlier; the selector comes
        // last
        int kind = of.units || index == 0 ? index : index + 1;
        return switch (kind) {
            case 0 -> Reference.count(units, row -> 0, most);
            case 1, 6 -> BigInteger.valueOf(units.size());
            case 2 -> Reference.total(units, Reference.X, part, LOWER, UPPER, !of.units);
            case 3 -> Reference.shrunk(units, Reference.X, part, LOWER, UPPER, false);
            case 4 -> Reference.count(units, Reference.X, most);
            default -> Reference.shrunk(units, Reference.X, part, LOWER, UPPER, true);
        };
    }

    @Test
    void engineEqualsPlainJavaIntegerForInteger() throws SQLException {
        long seed = SLOW ? new Random().nextLong() : 19;
        if (SLOW) System.out.println("reference, seed " + seed);
        Random random = new Random(seed);
        for (int table = 0; table < TABLES; table++) {
            Case of = Case.random(random);
            List<Row> rows = MadeUpTable.rows(random, of.texts);
            Asked asked = asked(of, rows, seed + table, 2);
            assertThat(asked.integers.groups())
                    .as("%s", of)
                    .isEqualTo(expected(of, asked, rows, seed + table).groups());
            // any number of threads, any order of rows
            Asked again = asked(of, MadeUpTable.shuffled(rows, random), seed + table, 1 + random.nextInt(4));
            assertThat(again.integers.groups()).as("%s", of).isEqualTo(asked.integers.groups());
        }
    }

    @Test
    void oneUnitMovesEveryIntegerByAtMostItsBound() throws SQLException {
        long seed = SLOW ? new Random().nextLong() : 20;
        if (SLOW) System.out.println("neighbours, seed " + seed);
        Random random = new Random(seed);
        long moved = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            Case of = Case.random(random);
            List<Row> rows = MadeUpTable.rows(random, of.texts);
            if (rows.isEmpty()) rows = List.of(MadeUpTable.row(random, of.texts, 1));
            Row victim = rows.get(random.nextInt(rows.size()));
            List<Row> without = new ArrayList<>(rows);
            if (of.units)
                without.removeIf(row -> victim.unit() != null && victim.unit().equals(row.unit()));
            else without.remove(victim);
            Asked one = asked(of, rows, seed + pair, 2);
            Asked other = asked(of, without, seed + pair, 2);
            moved += difference(of, one, other);
        }
        // a test in which nothing moves would show nothing
        assertThat(moved).isGreaterThan(PAIRS / 4);
    }

    /** How many groups differ; each by no more than declared. */
    private static int difference(Case of, Asked one, Asked other) {
        Set<List<Optional<Object>>> keys = new HashSet<>(one.integers.groups().keySet());
        keys.addAll(other.integers.groups().keySet());
        int differing = 0;
        int[] treesDiffering = new int[2];
        for (List<Optional<Object>> key : keys) {
            Optional<Integers.Group> a =
                    Optional.ofNullable(one.integers.groups().get(key));
            Optional<Integers.Group> b =
                    Optional.ofNullable(other.integers.groups().get(key));
            int column = 0;
            int tree = 0;
            boolean differs = false;
            for (Part part : one.layout.parts()) {
                BigInteger bound = BigInteger.valueOf(part.cells());
                if (part instanceof Part.Tree) {
                    BigInteger sum = treeDifference(a, b, tree);
                    assertThat(sum).as("%s", part).isLessThanOrEqualTo(bound);
                    if (sum.signum() > 0) treesDiffering[tree]++;
                    tree++;
                    continue;
                }
                int width = part instanceof Part.Vector vector ? vector.rows().size() : 1;
                BigInteger squares = BigInteger.ZERO;
                for (int i = 0; i < width; i++) {
                    int at = column++;
                    BigInteger by = sum(a, at).subtract(sum(b, at));
                    squares = squares.add(by.multiply(by));
                }
                assertThat(squares).as("%s", part).isLessThanOrEqualTo(bound.multiply(bound));
                differs |= squares.signum() > 0;
            }
            if (differs) differing++;
        }
        long most = of.units && of.grouped ? of.maxGroups : 1;
        assertThat(differing).isLessThanOrEqualTo((int) most);
        for (int count : treesDiffering) assertThat(count).isLessThanOrEqualTo((int) most);
        return differing;
    }

    private static BigInteger sum(Optional<Integers.Group> group, int column) {
        return group.map(g -> g.sums().get(column)).orElse(BigInteger.ZERO);
    }

    private static BigInteger treeDifference(Optional<Integers.Group> a, Optional<Integers.Group> b, int tree) {
        Map<Integer, BigInteger> first = a.map(g -> g.trees().get(tree)).orElse(Map.of());
        Map<Integer, BigInteger> second = b.map(g -> g.trees().get(tree)).orElse(Map.of());
        Set<Integer> bins = new HashSet<>(first.keySet());
        bins.addAll(second.keySet());
        return bins.stream()
                .map(bin -> first.getOrDefault(bin, BigInteger.ZERO)
                        .subtract(second.getOrDefault(bin, BigInteger.ZERO))
                        .abs())
                .collect(Collectors.reducing(BigInteger.ZERO, BigInteger::add));
    }
}
