package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.table.duck.MadeUpTable.Row;
import io.sordino.table.engine.UnitPrf;
import io.sordino.table.plan.Blocks;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Binder;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Query;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of units: what the engine computes in them is what plain Java computes, and one unit moves one block. */
class BlocksTest {
    private static final int TABLES =
            Integer.getInteger("sordino.tables", Boolean.getBoolean("sordino.slow") ? 500 : 4);
    private static final String STATISTICS =
            "COUNT(*);SUM(x);AVG(x);VARIANCE(x);STDDEV(x);MIN(x);MAX(x);MEDIAN(x);QUANTILE(x, 0.9)";

    @TempDir
    Path folder = Path.of("");

    private record Asked(Layout layout, Integers integers) {}

    private Asked asked(List<Row> rows, boolean texts, boolean grouped, long seed) throws SQLException {
        Path file = folder.resolve("data.parquet");
        MadeUpTable.write(file, rows, texts);
        DataSource source = DataSource.open(file, "data");
        StringBuilder items = new StringBuilder();
        for (String statistic : STATISTICS.split(";"))
            items.append(", SAMPLE_AND_AGGREGATE(")
                    .append(statistic)
                    .append(", blocks => 4, bounds => (-3, 5))")
                    .append(", PROPOSE_TEST_RELEASE(")
                    .append(statistic)
                    .append(", blocks => 5, width => 0.7)");
        Select select = SelectParser.parse(
                "SELECT " + (grouped ? "g" : "COUNT(*)") + items + " FROM data" + (grouped ? " GROUP BY g" : ""));
        Draft draft = new Draft(
                Optional.of("u"),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.of(2L),
                Optional.of(3L),
                Optional.empty(),
                Map.of(),
                false,
                0.95);
        Query query = Binder.bind(select, source.schema(), draft.with(select));
        Layout layout = Layout.of(query);
        return new Asked(
                layout, new DuckEngine(source, Running.of(2, "512MB")).integers(query, layout, Tapes.seeded(seed)));
    }

    @Test
    void blocksComputeWhatPlainJavaComputes() throws SQLException {
        Random random = new Random(41);
        for (int i = 0; i < TABLES; i++) {
            boolean texts = random.nextBoolean();
            List<Row> rows = MadeUpTable.rows(random, texts);
            Asked asked = asked(rows, texts, false, 100 + i);
            RandomSource tape = Tapes.seeded(100 + i);
            UnitPrf.fresh(tape);
            UnitPrf blocks = UnitPrf.fresh(tape);
            Integers.Group group =
                    Objects.requireNonNull(asked.integers.groups().get(List.of()));
            int index = 0;
            for (Part part : asked.layout.parts()) {
                if (part instanceof Part.BlockTotal total)
                    assertThat(group.trees().get(index++).getOrDefault(0, BigInteger.ZERO))
                            .as("%s", total)
                            .isEqualTo(total(total, statistics(total.of(), rows, blocks)));
                else if (part instanceof Part.BlockVotes votes)
                    assertThat(group.trees().get(index++))
                            .as("%s", votes)
                            .isEqualTo(votes(votes, statistics(votes.of(), rows, blocks)));
            }
            assertThat(index).isEqualTo(18);
        }
    }

    private static BigInteger total(Part.BlockTotal part, List<Double> statistics) {
        BigInteger sum = BigInteger.ZERO;
        for (double d : statistics) {
            double clamped = d < part.lower() ? part.lower() : d > part.upper() ? part.upper() : d;
            sum = sum.add(
                    BigInteger.valueOf(Part.steps(clamped - (part.lower() / 2 + part.upper() / 2), part.exponent())));
        }
        return sum;
    }

    private static Map<Integer, BigInteger> votes(Part.BlockVotes part, List<Double> statistics) {
        Map<Integer, BigInteger> votes = new HashMap<>();
        for (double d : statistics) {
            double place = Math.max(-0x1p30, Math.min(0x1p30, d / part.width()));
            votes.merge((int) Math.floor(place), BigInteger.ONE, BigInteger::add);
        }
        return votes;
    }

    /** Of every block that has one. */
    private static List<Double> statistics(Blocks of, List<Row> rows, UnitPrf prf) {
        Map<Long, List<BigInteger>> blocks = new TreeMap<>();
        Map<Long, Integer> all = new TreeMap<>();
        double wide = Math.scalb(1.0, 30 - of.exponent());
        for (Row row : rows) {
            if (row.unit() == null) continue;
            byte[] block = new byte[16];
            if (row.unit() instanceof Long number) UnitPrf.encode(number, block, 0);
            else UnitPrf.encode((String) row.unit(), block, 0);
            long place = (ByteBuffer.wrap(prf.encrypted(block, 16)).getLong() >>> 1) % of.blocks();
            all.merge(place, 1, Integer::sum);
            if (row.x() == null || Double.isNaN(row.x())) continue;
            double clamped = row.x() < -wide ? -wide : row.x() > wide ? wide : row.x();
            blocks.computeIfAbsent(place, p -> new ArrayList<>())
                    .add(BigInteger.valueOf(Part.steps(clamped, of.exponent())));
        }
        List<Double> found = new ArrayList<>();
        for (Map.Entry<Long, Integer> entry : all.entrySet())
            statistic(of, entry.getValue(), blocks.getOrDefault(entry.getKey(), List.of()))
                    .ifPresent(found::add);
        return found;
    }

    private static Optional<Double> statistic(Blocks of, int rows, List<BigInteger> values) {
        double step = Math.scalb(1.0, -of.exponent());
        if (of.kind() == io.sordino.table.query.BlockStatistic.Kind.COUNT) return Optional.of((double) rows);
        if (values.isEmpty()) return Optional.empty();
        List<BigInteger> sorted = values.stream().sorted().toList();
        BigInteger n = BigInteger.valueOf(values.size());
        BigInteger sum = values.stream().reduce(BigInteger.ZERO, BigInteger::add);
        switch (of.kind()) {
            case SUM:
                return Optional.of(sum.doubleValue() * step);
            case MEAN:
                return Optional.of(sum.divide(n).doubleValue() * step);
            case LEAST:
                return Optional.of(sorted.get(0).doubleValue() * step);
            case LARGEST:
                return Optional.of(sorted.get(sorted.size() - 1).doubleValue() * step);
            case QUANTILE:
                int place = Math.max(0, (int) Math.ceil(of.share() * values.size()) - 1);
                return Optional.of(sorted.get(place).doubleValue() * step);
            default:
                if (values.size() < 2) return Optional.empty();
                BigInteger squares = values.stream().map(x -> x.multiply(x)).reduce(BigInteger.ZERO, BigInteger::add);
                BigInteger variance =
                        n.multiply(squares).subtract(sum.multiply(sum)).divide(n.multiply(n.subtract(BigInteger.ONE)));
                double value = variance.doubleValue() * Math.scalb(1.0, -2 * of.exponent());
                return Optional.of(
                        of.kind() == io.sordino.table.query.BlockStatistic.Kind.DEVIATION ? Math.sqrt(value) : value);
        }
    }

    @Test
    void oneUnitMovesATotalByItsBoundAndADistanceByOne() throws SQLException {
        Random random = new Random(42);
        int moved = 0;
        for (int i = 0; i < TABLES; i++) {
            boolean texts = random.nextBoolean();
            List<Row> rows = MadeUpTable.rows(random, texts);
            if (rows.isEmpty()) continue;
            Object victim = rows.get(random.nextInt(rows.size())).unit();
            List<Row> without = rows.stream()
                    .filter(row -> victim == null || !victim.equals(row.unit()))
                    .toList();
            Asked one = asked(rows, texts, true, 500 + i);
            Asked other = asked(without, texts, true, 500 + i);
            Set<List<Optional<Object>>> keys =
                    new HashSet<>(one.integers.groups().keySet());
            keys.addAll(other.integers.groups().keySet());
            for (List<Optional<Object>> key : keys) {
                int index = 0;
                for (Part part : one.layout.parts()) {
                    if (part instanceof Part.Scalar) continue;
                    Map<Integer, BigInteger> a = bins(one, key, index);
                    Map<Integer, BigInteger> b = bins(other, key, index++);
                    if (part instanceof Part.BlockTotal) {
                        BigInteger by = a.getOrDefault(0, BigInteger.ZERO).subtract(b.getOrDefault(0, BigInteger.ZERO));
                        assertThat(by.abs()).isLessThanOrEqualTo(BigInteger.valueOf(part.cells()));
                        if (by.signum() != 0) moved++;
                    } else {
                        BigInteger before = Part.BlockVotes.distance(a);
                        BigInteger after = Part.BlockVotes.distance(b);
                        assertThat(before.subtract(after).abs()).isLessThanOrEqualTo(BigInteger.ONE);
                        // another answer is possible only where neither could tell it
                        if (!Part.BlockVotes.most(a).equals(Part.BlockVotes.most(b)))
                            assertThat(before.max(after)).isZero();
                    }
                }
            }
        }
        assertThat(moved).isGreaterThan(TABLES);
    }

    private static Map<Integer, BigInteger> bins(Asked asked, List<Optional<Object>> key, int index) {
        return Optional.ofNullable(asked.integers.groups().get(key))
                .map(group -> group.trees().get(index))
                .orElse(Map.of());
    }
}
