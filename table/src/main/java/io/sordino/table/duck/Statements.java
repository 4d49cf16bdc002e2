package io.sordino.table.duck;

import io.sordino.table.plan.Blocks;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Column.Kind;
import io.sordino.table.query.Query;
import io.sordino.table.query.RowSql;
import io.sordino.table.sql.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The statements of a query, made from its tree: one for all integers of a group, and one for each tree of bins. */
final class Statements {
    /** The list of the sample: one column, u. */
    static final String SAMPLED = "sampled";

    private final Query query;
    private final Layout layout;
    private final DataSource source;
    private final Drawn drawn;
    /** What rows are grouped by, as the query says. */
    private final List<String> named;
    /** The same, behind the stratum where there is one. */
    private final List<String> groups;
    /** Units and groups that are whole numbers: as wide as in the table while they are sorted, and widened where a function or the answer takes them. */
    private final Set<String> wholeNumbers = new HashSet<>();

    /** How the sample is found. */
    enum Drawn {
        /** Everybody is in it. */
        NOT,
        /** A function looks at every row. */
        BY_ROW,
        /** The units of the sample stand in a table. */
        FROM_UNITS,
        /** The places of the sample's rows stand there. */
        FROM_PLACES
    }

    Statements(Query query, Layout layout, DataSource source, Drawn drawn) {
        this.query = query;
        this.layout = layout;
        this.source = source;
        this.drawn = drawn;
        named = IntStream.range(0, query.groups().size()).mapToObj(i -> "g" + i).toList();
        groups = query.strata().isPresent() ? joinedList(List.of("st"), named) : named;
        if (query.unit().filter(unit -> unit.kind() == Kind.INTEGER).isPresent()) wholeNumbers.add("u");
        for (int i = 0; i < named.size(); i++)
            if (query.groups().get(i).typed().kind() == Kind.INTEGER) wholeNumbers.add(named.get(i));
    }

    /** Puts the units of the sample into the list. */
    static String sampledUnits() {
        return "CREATE TEMP TABLE " + SAMPLED + " AS SELECT u FROM " + UnitTable.all() + " WHERE "
                + SecretFunctions.MEMBER + "(u, 0)";
    }

    /** Group keys, then the integers of all parts that are no trees: one column each, a vector's one after another. */
    String sums() {
        Columns each = new Columns();
        List<String> added = new ArrayList<>();
        for (Part part : layout.parts()) {
            if (part instanceof Part.Scalar scalar)
                added.add(rowsAreUnits() ? ofRows(scalar, each) : ofUnits(scalar, each));
            else if (part instanceof Part.Vector vector) {
                List<String> coordinates = vector.rows().stream()
                        .map(row -> each.named(rowsAreUnits() ? row : "sum(" + row + ")"))
                        .toList();
                for (String one : coordinates) added.add("sum(" + clipped(one, coordinates, vector.cells()) + ")");
            }
        }
        String sums = added.stream()
                .map(one -> "CAST(coalesce(" + one + ", 0) AS HUGEINT)")
                .collect(Collectors.joining(", "));
        String columns = list(widened(groups))
                + (groups.isEmpty() || sums.isEmpty() ? "" : ", ")
                + (groups.isEmpty() && sums.isEmpty() ? "count(*)" : sums);
        return "WITH base AS (" + base() + "), " + (rowsAreUnits() ? byRow(each.all()) : byUnit(each.all()))
                + " SELECT " + columns + " FROM kept" + byGroups(groups);
    }

    /** What every row, or every unit in a group, has: what several parts need is there once, and what none needs is not. */
    private static final class Columns {
        private final List<String> sql = new ArrayList<>();

        String named(String column) {
            if (!sql.contains(column)) sql.add(column);
            return "a" + sql.indexOf(column);
        }

        List<String> all() {
            return IntStream.range(0, sql.size())
                    .mapToObj(i -> sql.get(i) + " AS a" + i)
                    .toList();
        }
    }

    private static String ofRows(Part.Scalar scalar, Columns rows) {
        if (scalar.row().equals(Part.Scalar.EVERY_ROW)) return "count(*)";
        return (scalar.counts() ? "count(" : "sum(") + rows.named(scalar.row()) + ")";
    }

    private static String ofUnits(Part.Scalar scalar, Columns units) {
        String sum = scalar.needsSum() ? units.named("sum(" + scalar.row() + ")") : "";
        String count = scalar.needsCount() ? units.named("count(" + scalar.row() + ")") : "";
        return "sum(" + scalar.bounded(sum, count) + ")";
    }

    private String byRow(List<String> values) {
        List<String> columns = joinedList(groups, values);
        return "kept AS (SELECT " + (columns.isEmpty() ? "1 AS one" : list(columns)) + " FROM base)";
    }

    private String byUnit(List<String> values) {
        List<String> keys = joinedList(List.of("u"), groups);
        String each = "each AS (SELECT " + joined(keys, values) + " FROM base GROUP BY " + list(keys) + ")";
        if (!bounds()) return each + ", kept AS (SELECT * FROM each)";
        return each + ", placed AS (SELECT *, row_number() OVER (PARTITION BY u ORDER BY " + order()
                + ") AS place FROM each), " + "kept AS (SELECT * FROM placed WHERE place <= " + query.maxGroups() + ")";
    }

    /** Group keys, a bin, and the integer of that bin. A unit counts in the same groups as for the sums, those without a number included. */
    String tree(Part.Tree tree) {
        List<String> keys = joinedList(groups, List.of("b"));
        String binned = "binned AS (SELECT "
                + joined(rowsAreUnits() ? groups : joinedList(List.of("u"), groups), List.of(tree.bin() + " AS b"))
                + " FROM base)";
        String start = "WITH base AS (" + base() + "), " + binned;
        if (rowsAreUnits())
            return start + " SELECT " + list(widened(keys))
                    + ", CAST(count(*) AS HUGEINT) FROM binned WHERE b IS NOT NULL GROUP BY " + list(keys);
        List<String> all = joinedList(List.of("u"), keys);
        String whole = "sum(CASE WHEN b IS NULL THEN 0 ELSE n END) OVER (PARTITION BY "
                + list(joinedList(List.of("u"), groups)) + ") AS total";
        String place =
                bounds() ? ", dense_rank() OVER (PARTITION BY u ORDER BY " + order() + ") AS place" : ", 1 AS place";
        return start + ", each AS (SELECT " + list(all) + ", count(*) AS n FROM binned GROUP BY " + list(all) + "), "
                + "placed AS (SELECT *, " + whole + place + " FROM each) SELECT " + list(widened(keys)) + ", CAST(sum("
                + tree.bounded("n", "total") + ") AS HUGEINT) FROM placed WHERE b IS NOT NULL AND place <= "
                + query.maxGroups() + " GROUP BY " + list(keys);
    }

    /** Group keys, a bin, and an integer of the blocks: their total in bin 0, or how many have their statistic in each bin. */
    String blocks(Part part) {
        Blocks blocks = part instanceof Part.BlockTotal total ? total.of() : ((Part.BlockVotes) part).of();
        String place = bounds() && !rowsAreUnits()
                ? "dense_rank() OVER (PARTITION BY u ORDER BY " + order() + ") AS place"
                : "1 AS place";
        String placed =
                "placed AS (SELECT " + joined(named, List.of("u", blocks.row() + " AS r", place)) + " FROM base)";
        String stats = "stats AS (SELECT "
                + joined(named, List.of(blocks.statistic("r") + " AS d"))
                + " FROM placed WHERE place <= " + query.maxGroups() + " GROUP BY "
                + joined(
                        named,
                        List.of("(" + SecretFunctions.BLOCK_OF + "(" + widened("u") + ") % " + blocks.blocks() + ")"))
                + ")";
        String start = "WITH base AS (" + base(true) + "), " + placed + ", " + stats + " SELECT ";
        if (part instanceof Part.BlockTotal total)
            return start
                    + joined(
                            widened(named), List.of("0", "CAST(coalesce(sum(" + total.added("d") + "), 0) AS HUGEINT)"))
                    + " FROM stats" + byGroups(named);
        return start + joined(widened(named), List.of("b", "CAST(count(*) AS HUGEINT)"))
                + " FROM (SELECT " + joined(named, List.of(((Part.BlockVotes) part).bin("d") + " AS b"))
                + " FROM stats) WHERE b IS NOT NULL GROUP BY " + joined(named, List.of("b"));
    }

    /** Whether a unit may be in more groups than it counts in. */
    private boolean bounds() {
        return !named.isEmpty()
                && query.keys().map(keys -> keys.size() > query.maxGroups()).orElse(true);
    }

    private boolean rowsAreUnits() {
        return query.unit().isEmpty();
    }

    private String base() {
        return base(false);
    }

    /**
     * The rows that take part: keys, units and numbers.
     *
     * @param numbered whether rows that are their own units are told apart
     */
    private String base(boolean numbered) {
        boolean sampled = drawn != Drawn.NOT;
        RowSql sql = new RowSql(query.schema());
        boolean rowNumbers = rowsAreUnits() && (sampled || numbered);
        String unit = query.unit().map(RowSql.Typed::sql).orElse("CAST(" + source.row() + " AS BIGINT)");
        List<String> columns = new ArrayList<>();
        if (!rowsAreUnits() || numbered)
            columns.add(query.settings()
                            .unit()
                            .map(name -> sql.narrowKey(new Node.Name(name, 0)).sql())
                            .orElse(unit) + " AS u");
        query.strata().ifPresent(strata -> columns.add(stratum(strata) + " AS st"));
        for (int i = 0; i < named.size(); i++)
            columns.add(sql.narrowKey(query.groups().get(i).node()).sql() + " AS " + named.get(i));
        for (int i = 0; i < layout.values().size(); i++)
            columns.add(layout.values().get(i) + " AS x" + i);
        if (columns.isEmpty()) columns.add("1 AS one");
        List<String> conditions = new ArrayList<>();
        query.where().ifPresent(where -> conditions.add(sql.condition(where)));
        // units without a name are nobody's
        query.unit().ifPresent(named -> conditions.add("(" + named.sql() + " IS NOT NULL)"));
        query.keys().ifPresent(keys -> conditions.addAll(isKey(keys)));
        boolean strataOfUnits = query.strata().isPresent() && !rowsAreUnits();
        query.strata().ifPresent(strata -> conditions.add("(" + stratum(strata) + " IS NOT NULL)"));
        if (drawn == Drawn.FROM_UNITS) conditions.add("(" + unit + " IN (SELECT u FROM " + SAMPLED + "))");
        else if (drawn == Drawn.BY_ROW && !strataOfUnits)
            conditions.add(SecretFunctions.MEMBER + "(" + unit + ", "
                    + query.strata().map(this::stratum).orElse("0") + ")");
        String rows = "SELECT " + list(columns) + " FROM " + (rowNumbers ? rows() : source.plainFrom())
                + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions));
        if (!strataOfUnits) return rows;
        // a unit with rows of several strata is of the first of them, and its other rows are left out
        String first = "SELECT *, min(st) OVER (PARTITION BY u) AS own FROM (" + rows + ")";
        return "SELECT * EXCLUDE (own) FROM (" + first + ") WHERE st = own"
                + (sampled ? " AND " + SecretFunctions.MEMBER + "(" + widened("u") + ", st)" : "");
    }

    /** With a column that tells them apart; those at the places of the sample, where it has a list of them. */
    private String rows() {
        if (drawn != Drawn.FROM_PLACES) return source.from();
        // an engine that pushes no filters would make a mark for every row of what IN says
        return "(SELECT * FROM " + source.from() + " SEMI JOIN (SELECT u AS " + source.row() + " FROM " + SAMPLED
                + ") USING (" + source.row() + "))";
    }

    /** The place of a row's rate among the rates, a BIGINT, or NULL where there is none. */
    private String stratum(Query.Strata strata) {
        StringBuilder place = new StringBuilder("CAST((CASE");
        for (int i = 0; i < strata.keys().size(); i++)
            place.append(" WHEN ")
                    .append(strata.column().sql())
                    .append(" = ")
                    .append(literal(strata.keys().get(i)))
                    .append(" THEN ")
                    .append(i);
        if (strata.keys().isEmpty()) place.append(" WHEN FALSE THEN NULL");
        if (strata.rest()) place.append(" ELSE ").append(strata.keys().size());
        return place.append(" END) AS BIGINT)").toString();
    }

    private List<String> isKey(List<List<Optional<Object>>> keys) {
        List<String> conditions = new ArrayList<>();
        for (int i = 0; i < named.size(); i++) {
            LinkedHashSet<String> literals = new LinkedHashSet<>();
            for (List<Optional<Object>> key : keys)
                literals.add(literal(key.get(i).orElseThrow()));
            conditions.add("(" + query.groups().get(i).typed().sql() + " IN (" + String.join(", ", literals) + "))");
        }
        return conditions;
    }

    private static String literal(Object key) {
        if (key instanceof String text) return RowSql.literal(text);
        if (key instanceof Double number) return RowSql.literal(number);
        return key.toString();
    }

    /** Groups of a unit in an order that the key alone decides; equal ones by their names. */
    private String order() {
        if (named.size() == 1 && wholeNumbers.containsAll(List.of("u", "g0")))
            return SecretFunctions.ORDER_OF_NUMBERS + "(" + widened("u") + ", " + widened("g0") + "), g0 NULLS LAST";
        String unit = (wholeNumbers.contains("u") ? "'i' || " : "'t' || ") + "CAST(u AS VARCHAR)";
        String group = IntStream.range(0, named.size()).mapToObj(this::name).collect(Collectors.joining(" || "));
        return SecretFunctions.ORDER + "(" + unit + ", " + group + "), "
                + named.stream().map(g -> g + " NULLS LAST").collect(Collectors.joining(", "));
    }

    /** The key of a group as text that tells its length. */
    private String name(int i) {
        String g = named.get(i);
        String text = query.groups().get(i).typed().kind() == Kind.NUMBER
                ? SecretFunctions.TEXT_OF_NUMBER + "(" + g + ")"
                : "CAST(" + g + " AS VARCHAR)";
        return "CASE WHEN " + g + " IS NULL THEN 'n' ELSE 'v' || length(" + text + ") || ':' || " + text + " END";
    }

    /**
     * A vector longer than its bound is shortened and rounded towards 0: a factor that is smaller by 10^-12 than it would have to be outweighs the
     * errors of the doubles, so that its squares add up to no more than the bound's.
     */
    private static String clipped(String one, List<String> all, long cells) {
        String squares = all.stream()
                .map(each -> "CAST(coalesce(" + each + ", 0) AS DOUBLE) * CAST(coalesce(" + each + ", 0) AS DOUBLE)")
                .collect(Collectors.joining(" + "));
        double square = (double) cells * cells;
        return "CASE WHEN (" + squares + ") <= " + RowSql.literal(square) + " THEN CAST(coalesce(" + one
                + ", 0) AS BIGINT) ELSE CAST(trunc(CAST(coalesce(" + one + ", 0) AS DOUBLE) * ("
                + RowSql.literal(cells * (1 - 1e-12)) + " / sqrt(" + squares + "))) AS BIGINT) END";
    }

    private String widened(String column) {
        return wholeNumbers.contains(column) ? "CAST(" + column + " AS BIGINT)" : column;
    }

    private List<String> widened(List<String> columns) {
        return columns.stream().map(this::widened).toList();
    }

    private static String byGroups(List<String> groups) {
        return groups.isEmpty() ? "" : " GROUP BY " + list(groups);
    }

    private static String list(List<String> words) {
        return String.join(", ", words);
    }

    private static List<String> joinedList(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static String joined(List<String> first, List<String> second) {
        return list(joinedList(first, second));
    }
}
