package io.sordino.table.query;

import io.sordino.refusal.InvalidException;
import io.sordino.table.query.Column.Kind;
import io.sordino.table.sql.Node;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SqlException;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Makes a query of a statement: resolves its names, knows its aggregates, asks for their bounds. */
public final class Binder {
    private static final int MOST_KEYS = 1_000_000;

    private final Select select;
    private final Schema schema;
    private final Settings settings;
    private final RowSql rows;

    private Binder(Select select, Schema schema, Settings settings) {
        this.select = select;
        this.schema = schema;
        this.settings = settings;
        rows = new RowSql(schema);
    }

    /** The query of a statement over the columns of a table; refused with the place and the fix. */
    public static Query bind(Select select, Schema schema, Settings settings) {
        return new Binder(select, schema, settings).query();
    }

    private Query query() {
        Optional<RowSql.Typed> unit = settings.unit().map(name -> unit(schema.named(name)));
        select.where().ifPresent(rows::condition);
        List<Query.Group> groups = new ArrayList<>();
        for (Node node : select.groups()) groups.add(group(node));
        List<Query.Output> outputs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Select.Item item : select.items()) {
            Query.Output output = output(item, groups, outputs.size());
            for (String name : written(output))
                // readers of tables take letters of either case for the same
                if (!names.add(name.toLowerCase(Locale.ROOT)))
                    throw new SqlException(
                            item.node().at(), "two columns are called '" + name + "'", "rename one with AS");
            outputs.add(output);
        }
        if (outputs.stream().noneMatch(output -> output.aggregate().isPresent()))
            throw new SqlException(
                    select.tableAt(),
                    "nothing is counted or summed",
                    "ask for COUNT(*), SUM(x, ...) or another aggregate");
        Optional<Query.Strata> strata = settings.rates().map(this::strata);
        boolean inBlocks = outputs.stream()
                .flatMap(output -> output.aggregate().stream())
                .anyMatch(aggregate -> aggregate instanceof Aggregate.OfBlocks);
        if (strata.isPresent() && inBlocks)
            throw new InvalidException(
                    "blocks are parts of one sample, and there are several rates", "give one rate with --sample");
        return new Query(unit, strata, groups, outputs, select.where(), keys(groups), schema, settings);
    }

    /** What an output is called where it is written to a file: a number has the ends of its interval beside it. */
    private static List<String> written(Query.Output output) {
        return output.aggregate().isEmpty()
                ? List.of(output.name())
                : List.of(output.name(), output.name() + "_lower", output.name() + "_upper");
    }

    private Query.Strata strata(Rates rates) {
        Column column = schema.named(rates.column());
        RowSql.Typed typed = rows.key(new Node.Name(column.name(), 0));
        Query.Group as = new Query.Group(column.name(), new Node.Name(column.name(), 0), typed);
        List<Object> keys = rates.values().stream().map(text -> key(text, as)).toList();
        return new Query.Strata(typed, keys, rates.rest().isPresent());
    }

    private RowSql.Typed unit(Column column) {
        return switch (column.kind()) {
            case INTEGER -> new RowSql.Typed(Kind.INTEGER, "CAST(" + column.sql() + " AS BIGINT)");
            case TEXT, LOOSE -> new RowSql.Typed(Kind.TEXT, schema.dialect().text(column.sql()));
            case NUMBER, BOOLEAN, TIME, OTHER ->
                throw new InvalidException(
                        "column '" + column.name() + "' does not tell privacy units apart",
                        "name a column of whole numbers, or of texts that are compared byte by byte, with --unit");
        };
    }

    private Query.Group group(Node node) {
        if (node instanceof Node.Num || node instanceof Node.Text)
            throw new SqlException(
                    node.at(), "GROUP BY takes columns, not positions or literals", "write the column's name");
        Node meant = node;
        String name = node instanceof Node.Name column ? column.name() : "key" + (node.at() + 1);
        for (Select.Item item : select.items()) {
            boolean alias = node instanceof Node.Name column
                    && schema.find(column.name()).isEmpty()
                    && item.alias().filter(column.name()::equalsIgnoreCase).isPresent();
            if (alias) meant = item.node();
        }
        if (isAggregate(meant))
            throw new SqlException(node.at(), "an aggregate is no group", "group by what a row says");
        return new Query.Group(name, meant, rows.key(meant));
    }

    private static boolean isAggregate(Node node) {
        return node instanceof Node.Call call && Aggregates.NAMES.contains(call.function());
    }

    private Query.Output output(Select.Item item, List<Query.Group> groups, int place) {
        Node node = item.node();
        if (node instanceof Node.Call call && isAggregate(node))
            return Query.Output.of(
                    item.alias().orElseGet(() -> Aggregates.name(call, place)),
                    new Aggregates(rows, settings).of(call));
        String sql = rows.key(node).sql();
        for (int i = 0; i < groups.size(); i++)
            if (groups.get(i).typed().sql().equals(sql))
                return Query.Output.ofGroup(item.alias().orElse(groups.get(i).name()), i);
        throw new SqlException(
                node.at(),
                "this is what single rows say, and no group",
                "put it into GROUP BY, or ask for an aggregate of it");
    }

    private Optional<List<List<Optional<Object>>>> keys(List<Query.Group> groups) {
        if (settings.keys().isEmpty()) return Optional.empty();
        for (String name : settings.keys().keySet())
            if (groups.stream().noneMatch(group -> group.name().equalsIgnoreCase(name)))
                throw new InvalidException(
                        "--keys names '" + name + "', by which the query does not group",
                        "give keys of what stands in GROUP BY");
        List<List<Optional<Object>>> all = List.of(List.of());
        for (Query.Group group : groups) {
            List<String> texts = settings.keys().entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(group.name()))
                    .findFirst()
                    .orElseThrow(() -> new InvalidException(
                            "there are keys for some groups and none for '" + group.name() + "'",
                            "give --keys '" + group.name() + "=...' too, or none at all"))
                    .getValue();
            List<List<Optional<Object>>> longer = new ArrayList<>();
            if (!((long) all.size() * texts.size() <= MOST_KEYS))
                throw new InvalidException(
                        "there are more than 10^6 public keys", "leave them out: keys are then selected privately");
            for (List<Optional<Object>> begun : all)
                for (String text : texts) {
                    List<Optional<Object>> key = new ArrayList<>(begun);
                    key.add(Optional.of(key(text, group)));
                    longer.add(List.copyOf(key));
                }
            all = longer;
        }
        if (!(all.stream().distinct().count() == all.size()))
            throw new InvalidException("a public key is given twice", "give every key once");
        return Optional.of(all);
    }

    private Object key(String text, Query.Group group) {
        try {
            return switch (group.typed().kind()) {
                case INTEGER -> Long.valueOf(text.strip());
                case NUMBER -> Double.parseDouble(text.strip()) + 0.0;
                case BOOLEAN -> {
                    if (!(text.strip().equalsIgnoreCase("true") || text.strip().equalsIgnoreCase("false")))
                        throw new NumberFormatException(text);
                    yield Boolean.valueOf(text.strip());
                }
                case TEXT, LOOSE, TIME, OTHER ->
                    rows.typed(group.node()).kind() == Kind.TIME ? RowSql.moment(text.strip()) : text;
            };
        } catch (NumberFormatException | DateTimeParseException e) {
            throw new InvalidException(
                    "'" + text + "' is no key of '" + group.name() + "'", "write keys as the column holds them");
        }
    }
}
