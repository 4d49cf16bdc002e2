package io.sordino.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.Secrets;
import io.sordino.table.plan.Blocks;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Column.Kind;
import io.sordino.table.query.Query;
import io.sordino.table.query.RowSql;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/**
 * The frames of a query, made from its tree: one for all integers of a group, and one for each tree of bins and each statistic of blocks. Rows are sent across
 * the cluster once, by their units; whatever is done with a unit is then done where it is. Only whole numbers of 64 bits are added up, in two halves where
 * their sum might not fit: no setting of the session has a say in that, and the order of the rows has none either.
 */
final class Frames {
    /** The lower half of a row's steps, of which there are at most 2^58. */
    private static final int ROW_BITS = 29;
    /** The lower half of what a unit adds to a group. */
    private static final int UNIT_BITS = 16;
    /** What a unit adds is at most 2^33 steps, so that an upper half beyond this says no more. */
    private static final long FAR = 1L << 33;

    private final Query query;
    private final Layout layout;
    private final Dataset<Row> rows;
    private final Secrets secrets;
    /** What rows are grouped by, as the query says. */
    private final List<String> named;
    /** The same, behind the stratum where there is one. */
    private final List<String> groups;

    private Frames(Query query, Layout layout, Dataset<Row> rows, Secrets secrets) {
        this.query = query;
        this.layout = layout;
        this.rows = rows;
        this.secrets = secrets;
        named = IntStream.range(0, query.groups().size()).mapToObj(i -> "g" + i).toList();
        groups = query.strata().isPresent() ? joined(List.of("st"), named) : named;
    }

    static Frames of(Query query, Layout layout, Dataset<Row> rows, Secrets secrets) {
        boolean numbered =
                query.settings().isSampled() || layout.parts().stream().anyMatch(Part::isOfBlocks);
        if (query.unit().isEmpty() && numbered)
            throw new InvalidException(
                    "the rows of a frame have no numbers that stay, so that rows that are their own units cannot be drawn",
                    "name a column that tells the rows apart as the unit, or leave the sample out");
        return new Frames(query, layout, rows, secrets);
    }

    /** Group keys, then the two halves of the integers of all parts that have no bins: a vector's one after another. */
    Dataset<Row> sums() {
        List<Column> bounded = new ArrayList<>();
        List<Column> perUnit = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (Part part : layout.parts()) {
            if (part instanceof Part.Scalar scalar) {
                int j = parts.size();
                parts.add(scalar.row());
                perUnit.addAll(unitSums(scalar, j));
                bounded.add(rowsAreUnits() ? col("r" + j) : bounded(scalar, j));
            } else if (part instanceof Part.Vector vector) {
                int from = parts.size();
                parts.addAll(vector.rows());
                for (int j = from; j < parts.size(); j++) {
                    perUnit.addAll(halves("r" + j, j));
                    bounded.add(clipped(j, from, parts.size(), vector.cells()));
                }
            }
        }
        Dataset<Row> stepped = stepped(base(), parts);
        Dataset<Row> kept = rowsAreUnits() ? asUnits(stepped) : kept(byUnit(stepped, perUnit));
        List<Column> sums = new ArrayList<>();
        for (Column one : bounded) sums.addAll(sums(one));
        if (sums.isEmpty()) sums.add(functions.count(lit(1)));
        return kept.groupBy(columns(groups)).agg(sums.get(0), rest(sums));
    }

    /** The two halves of a sum. */
    private static List<Column> sums(Column steps) {
        return List.of(
                functions.sum(functions.shiftright(steps, UNIT_BITS)),
                functions.sum(steps.bitwiseAND(lit((1L << UNIT_BITS) - 1))));
    }

    /** An integer of which the upper half stands in a column and the lower one in the next; nothing is 0. */
    static BigInteger whole(Row row, int column) {
        if (row.isNullAt(column)) return BigInteger.ZERO;
        return BigInteger.valueOf(row.getLong(column))
                .shiftLeft(UNIT_BITS)
                .add(BigInteger.valueOf(row.getLong(column + 1)));
    }

    private static Dataset<Row> stepped(Dataset<Row> base, List<String> parts) {
        List<Column> columns = new ArrayList<>();
        for (String name : base.columns()) if (!name.startsWith("x")) columns.add(col(name));
        for (int j = 0; j < parts.size(); j++)
            columns.add(expr(parts.get(j)).cast(DataTypes.LongType).as("r" + j));
        return base.select(columns.toArray(Column[]::new));
    }

    /** A vector is clipped from its halves, which a row that is its own unit has too. */
    private Dataset<Row> asUnits(Dataset<Row> stepped) {
        List<Column> columns = new ArrayList<>(List.of(col("*")));
        int j = 0;
        for (Part part : layout.parts()) {
            int width = part instanceof Part.Vector vector ? vector.rows().size() : part instanceof Part.Scalar ? 1 : 0;
            for (int i = 0; i < width; i++, j++)
                if (part instanceof Part.Vector) {
                    Column steps = functions.coalesce(col("r" + j), lit(0L));
                    columns.add(functions.shiftright(steps, ROW_BITS).as("h" + j));
                    columns.add(steps.bitwiseAND(lit((1L << ROW_BITS) - 1)).as("l" + j));
                }
        }
        return stepped.select(columns.toArray(Column[]::new));
    }

    private static Dataset<Row> grouped(Dataset<Row> frame, List<String> keys, List<Column> values) {
        return frame.groupBy(columns(keys)).agg(values.get(0), rest(values));
    }

    private Dataset<Row> byUnit(Dataset<Row> stepped, List<Column> perUnit) {
        List<Column> values = new ArrayList<>(perUnit);
        if (values.isEmpty()) values.add(functions.count(lit(1)).as("n"));
        return grouped(stepped, joined(List.of("u"), groups), values);
    }

    /** What a unit's rows in a group are added up to. */
    private static List<Column> unitSums(Part.Scalar scalar, int j) {
        Column count = functions.count(col("r" + j)).as("n" + j);
        return switch (scalar.bounding()) {
            case ONE -> List.of();
            case COUNT -> List.of(count);
            case SHRINK -> List.of(functions.sum(col("r" + j)).as("s" + j), count);
            case CLAMP -> halves("r" + j, j);
        };
    }

    private static List<Column> halves(String steps, int j) {
        return List.of(
                functions.sum(functions.shiftright(col(steps), ROW_BITS)).as("h" + j),
                functions.sum(col(steps).bitwiseAND(lit((1L << ROW_BITS) - 1))).as("l" + j));
    }

    /** What a unit adds to a group. */
    private static Column bounded(Part.Scalar scalar, int j) {
        String count = "n" + j;
        return expr(
                switch (scalar.bounding()) {
                    case COUNT -> "least(" + count + ", " + scalar.most() + "L)";
                    case ONE -> "1L";
                    case CLAMP ->
                        "CASE WHEN l" + j + " IS NULL THEN 0L ELSE greatest(least(" + total(j) + ", " + scalar.high()
                                + "L), " + scalar.low() + "L) END";
                    case SHRINK ->
                        "CASE WHEN " + count + " = 0 THEN 0L WHEN " + count + " <= " + scalar.most() + " THEN s" + j
                                + " ELSE (s" + j + " * " + scalar.most() + "L) DIV " + count + " END";
                });
    }

    /** The sum of two halves, or something on its side of all bounds where it does not fit. */
    private static String total(int j) {
        return "(least(greatest(" + upper(j) + ", " + -FAR + "L), " + FAR + "L) * " + (1L << ROW_BITS) + "L + "
                + lower(j) + ")";
    }

    private static String upper(int j) {
        return "(h" + j + " + shiftright(l" + j + ", " + ROW_BITS + "))";
    }

    private static String lower(int j) {
        return "(l" + j + " & " + ((1L << ROW_BITS) - 1) + "L)";
    }

    /** The sum of two halves as a number, in the roundings of an integer of 128 bits that the embedded engine makes a double of. */
    private static String asDouble(int j) {
        String sum = "coalesce(" + total(j) + ", 0L)";
        return "(CASE WHEN " + sum + " < 0 THEN -CAST(-(" + sum + " + 1L) AS DOUBLE) - 1e0 ELSE CAST(" + sum
                + " AS DOUBLE) END)";
    }

    /** As the embedded engine does it: a vector longer than its bound is shortened, and rounded towards 0. */
    private static Column clipped(int j, int from, int to, long cells) {
        String squares = IntStream.range(from, to)
                .mapToObj(i -> asDouble(i) + " * " + asDouble(i))
                .collect(Collectors.joining(" + "));
        double square = (double) cells * cells;
        String shortened =
                "(" + asDouble(j) + " * (" + RowSql.literal(cells * (1 - 1e-12)) + " / sqrt(" + squares + ")))";
        return expr("CASE WHEN (" + squares + ") <= " + RowSql.literal(square) + " THEN coalesce(" + total(j)
                + ", 0L) WHEN " + shortened + " < 0 THEN -floor(-" + shortened + ") ELSE floor(" + shortened
                + ") END");
    }

    private Dataset<Row> kept(Dataset<Row> each) {
        if (!bounds()) return each;
        return each.withColumn("place", functions.row_number().over(placing(each)))
                .where(col("place").leq(lit(query.maxGroups())));
    }

    /** Group keys, a bin, and the two halves of its integer. A unit counts in the same groups as for the sums, those without a number included. */
    Dataset<Row> tree(Part.Tree tree) {
        List<String> keys = joined(groups, List.of("b"));
        List<String> told = rowsAreUnits() ? groups : joined(List.of("u"), groups);
        List<Column> columns = new ArrayList<>(List.of(columns(told)));
        columns.add(expr(tree.bin()).cast(DataTypes.LongType).as("b"));
        Dataset<Row> binned = base().select(columns.toArray(Column[]::new));
        if (rowsAreUnits())
            return binned.where(col("b").isNotNull())
                    .groupBy(columns(keys))
                    .agg(functions.sum(lit(0L)), functions.count(lit(1)));
        Dataset<Row> each = grouped(
                binned,
                joined(List.of("u"), keys),
                List.of(functions.count(lit(1)).as("n")));
        Column whole =
                functions.sum(expr("CASE WHEN b IS NULL THEN 0L ELSE n END")).over(Window.partitionBy(columns(told)));
        Dataset<Row> placed = each.withColumn("total", whole);
        if (bounds())
            placed = placed.withColumn("place", functions.dense_rank().over(placing(placed)))
                    .where(col("place").leq(lit(query.maxGroups())));
        Column steps = expr("CASE WHEN total <= " + tree.most() + " THEN n * " + tree.fine() + "L ELSE (n * "
                + tree.cells() + "L) DIV total END");
        return placed.where(col("b").isNotNull())
                .groupBy(columns(keys))
                .agg(sums(steps).get(0), sums(steps).get(1));
    }

    /** Group keys, a bin, and the two halves of an integer of the blocks: their total in bin 0, or how many have their statistic in each bin. */
    Dataset<Row> blocks(Part part) {
        Blocks blocks = part instanceof Part.BlockTotal total ? total.of() : ((Part.BlockVotes) part).of();
        List<Column> columns = new ArrayList<>(List.of(columns(joined(List.of("u"), named))));
        columns.add(expr(blocks.row()).cast(DataTypes.LongType).as("r"));
        Dataset<Row> placed = base().select(columns.toArray(Column[]::new));
        if (bounds())
            placed = placed.withColumn("place", functions.dense_rank().over(placing(placed)))
                    .where(col("place").leq(lit(query.maxGroups())));
        Column unit = secrets.numbers() ? col("u") : col("u").cast(DataTypes.BinaryType);
        Column block = KeyedFunctions.block(secrets.blocks().orElseThrow(), secrets.numbers())
                .apply(unit)
                .mod(lit((long) blocks.blocks()));
        Dataset<Row> stats = new BlockStatistics(blocks, named).of(placed.withColumn("block", block));
        if (part instanceof Part.BlockTotal total) {
            Column steps = expr(total.added("d")).cast(DataTypes.LongType);
            List<Column> sums = sums(steps);
            List<Column> told = new ArrayList<>(List.of(columns(named)));
            told.addAll(List.of(lit(0L), col("upper"), col("lower")));
            return stats.groupBy(columns(named))
                    .agg(sums.get(0).as("upper"), sums.get(1).as("lower"))
                    .select(told.toArray(Column[]::new));
        }
        List<Column> voted = new ArrayList<>(List.of(columns(named)));
        voted.add(
                expr(((Part.BlockVotes) part).bin("d")).cast(DataTypes.LongType).as("b"));
        return stats.select(voted.toArray(Column[]::new))
                .where(col("b").isNotNull())
                .groupBy(columns(joined(named, List.of("b"))))
                .agg(functions.sum(lit(0L)), functions.count(lit(1)));
    }

    /** Whether a unit may be in more groups than it counts in. */
    private boolean bounds() {
        return !named.isEmpty()
                && query.keys().map(keys -> keys.size() > query.maxGroups()).orElse(true);
    }

    private boolean rowsAreUnits() {
        return query.unit().isEmpty();
    }

    /** The rows that take part: keys, units and numbers. All rows of a unit are in one partition. */
    private Dataset<Row> base() {
        RowSql sql = new RowSql(query.schema());
        List<Column> columns = new ArrayList<>();
        query.unit().ifPresent(unit -> columns.add(expr(unit.sql()).as("u")));
        query.strata().ifPresent(strata -> columns.add(stratum(strata).as("st")));
        for (int i = 0; i < named.size(); i++)
            columns.add(group(query.groups().get(i).typed()).as(named.get(i)));
        for (int i = 0; i < layout.values().size(); i++)
            columns.add(expr(layout.values().get(i)).as("x" + i));
        if (columns.isEmpty()) columns.add(lit(1).as("one"));
        Dataset<Row> found = rows;
        if (query.where().isPresent())
            found = found.where(KeyedFunctions.ofEachRow()
                    .apply(expr(sql.condition(query.where().get()))));
        found = found.select(columns.toArray(Column[]::new));
        // units without a name are nobody's
        if (!rowsAreUnits()) found = found.where(col("u").isNotNull());
        if (query.keys().isPresent())
            for (int i = 0; i < named.size(); i++)
                found = found.where(KeyedFunctions.ofEachRow()
                        .apply(col(named.get(i)).isin(values(query.keys().get(), i))));
        if (query.strata().isPresent()) found = found.where(col("st").isNotNull());
        boolean strataOfUnits = query.strata().isPresent() && !rowsAreUnits();
        if (!strataOfUnits) found = sampled(found);
        if (rowsAreUnits()) return found;
        found = found.repartition(col("u"));
        if (!strataOfUnits) return found;
        // a unit with rows of several strata is of the first of them, and its other rows are left out
        return sampled(found.withColumn("own", functions.min(col("st")).over(Window.partitionBy(col("u"))))
                .where(col("st").equalTo(col("own")))
                .drop("own"));
    }

    /** Texts that are no UTF-8 become one and the same where they are read, so they must be one group here. */
    private static Column group(RowSql.Typed typed) {
        Column key = expr(typed.sql());
        return typed.kind() == Kind.TEXT ? functions.make_valid_utf8(key) : key;
    }

    private Dataset<Row> sampled(Dataset<Row> found) {
        if (secrets.members().isEmpty()) return found;
        Column unit = secrets.numbers() ? col("u") : col("u").cast(DataTypes.BinaryType);
        Column stratum = query.strata().isPresent() ? col("st") : lit(0L);
        return found.where(KeyedFunctions.member(
                        secrets.members().get(),
                        secrets.numbers(),
                        query.settings().strata())
                .apply(unit, stratum));
    }

    /** The place of a row's rate among the rates, or NULL where there is none. */
    private static Column stratum(Query.Strata strata) {
        Column value = expr(strata.column().sql());
        Column place =
                strata.rest() ? lit((long) strata.keys().size()) : lit(null).cast(DataTypes.LongType);
        for (int i = strata.keys().size() - 1; i >= 0; i--)
            place = functions
                    .when(value.equalTo(lit(strata.keys().get(i))), lit((long) i))
                    .otherwise(place);
        return place;
    }

    private static Object[] values(List<List<Optional<Object>>> keys, int column) {
        Set<Object> values = new LinkedHashSet<>();
        for (List<Optional<Object>> key : keys) values.add(key.get(column).orElseThrow());
        return values.toArray();
    }

    /** Groups of a unit in an order that the key alone decides; equal ones by their names. */
    private WindowSpec placing(Dataset<Row> each) {
        List<Column> order = new ArrayList<>(List.of(order()));
        for (String g : named) order.add(col(g).asc_nulls_last());
        return Window.partitionBy(each.col("u")).orderBy(order.toArray(Column[]::new));
    }

    private Column order() {
        boolean numbers = secrets.numbers()
                && named.size() == 1
                && query.groups().get(0).typed().kind() == Kind.INTEGER;
        if (numbers)
            return KeyedFunctions.orderOfNumbers(secrets.order().orElseThrow()).apply(col("u"), col("g0"));
        Column unit = functions.concat(
                lit(secrets.numbers() ? "i" : "t").cast(DataTypes.BinaryType),
                col("u").cast(DataTypes.StringType).cast(DataTypes.BinaryType));
        Column group = functions.concat(
                IntStream.range(0, named.size()).mapToObj(this::name).toArray(Column[]::new));
        return KeyedFunctions.order(secrets.order().orElseThrow()).apply(unit, group);
    }

    /** The key of a group as the bytes of a text that tells its length. */
    private Column name(int i) {
        Column g = col(named.get(i));
        Column text = query.groups().get(i).typed().kind() == Kind.NUMBER
                ? KeyedFunctions.textOfNumber().apply(g)
                : g.cast(DataTypes.StringType);
        return functions
                .when(g.isNull(), lit("n").cast(DataTypes.BinaryType))
                .otherwise(functions.concat(
                        lit("v").cast(DataTypes.BinaryType),
                        functions.length(text).cast(DataTypes.StringType).cast(DataTypes.BinaryType),
                        lit(":").cast(DataTypes.BinaryType),
                        text.cast(DataTypes.BinaryType)));
    }

    private static Column[] columns(List<String> names) {
        return names.stream().map(functions::col).toArray(Column[]::new);
    }

    private static Column[] rest(List<Column> all) {
        return all.subList(1, all.size()).toArray(Column[]::new);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
