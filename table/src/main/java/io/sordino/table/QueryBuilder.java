package io.sordino.table;

import io.sordino.refusal.InvalidException;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Rates;
import io.sordino.table.sql.Node;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A query in the words of the statement, step by step: {@code PrivateQuery.on(file).unit("rider").epsilon(1).delta(1e-6).sample(0.01).groupBy("city").count()
 * .as("trips").average("fare", 0, 100).as("fare").build()}. Expressions are those of the language of statements, and are read as trees; nothing is pasted
 * together.
 */
public final class QueryBuilder {
    private final BiFunction<Select, Draft, PrivateQuery> bound;
    private String table = "data";
    private Optional<String> unit = Optional.empty();
    private Optional<Double> epsilon = Optional.empty();
    private Optional<Double> delta = Optional.empty();
    private Optional<Double> error = Optional.empty();
    private Optional<Double> expectedRows = Optional.empty();
    private Optional<Long> maxGroups = Optional.empty();
    private Optional<Long> maxRows = Optional.empty();
    private Optional<Double> rate = Optional.empty();
    private Optional<Rates> rates = Optional.empty();
    private boolean sampleKnown;
    private double confidence = 0.95;
    private final Map<String, List<String>> keys = new LinkedHashMap<>();
    private final List<Select.Item> items = new ArrayList<>();
    private Optional<Node> where = Optional.empty();
    private final List<Node> groups = new ArrayList<>();

    QueryBuilder(BiFunction<Select, Draft, PrivateQuery> bound) {
        this.bound = bound;
    }

    /** A table of a DuckDB file. */
    public QueryBuilder from(String name) {
        table = name;
        return this;
    }

    /** All rows with one value of the column are protected together; each row alone where there is none. */
    public QueryBuilder unit(String column) {
        unit = Optional.of(column);
        return this;
    }

    /** What the answer may cost. */
    public QueryBuilder epsilon(double most) {
        epsilon = Optional.of(most);
        return this;
    }

    /** What the answer may cost. */
    public QueryBuilder delta(double most) {
        delta = Optional.of(most);
        return this;
    }

    /** The cheapest plan whose answers err by no more; in the place of an epsilon. */
    public QueryBuilder error(double most) {
        error = Optional.of(most);
        return this;
    }

    /** How many rows a group is thought to have: the error of a mean, or of a sample, depends on it. */
    public QueryBuilder expectedRows(double rows) {
        expectedRows = Optional.of(rows);
        return this;
    }

    /** In how many groups a unit counts. */
    public QueryBuilder maxGroups(long most) {
        maxGroups = Optional.of(most);
        return this;
    }

    /** How many rows of a unit count in a group. */
    public QueryBuilder maxRows(long most) {
        maxRows = Optional.of(most);
        return this;
    }

    /** Each unit joins a secret sample with this probability. */
    public QueryBuilder sample(double probability) {
        rate = Optional.of(probability);
        return this;
    }

    /** The same with rates that differ by a public column; values that are not named are left out. */
    public QueryBuilder sampleBy(String column, Map<String, Double> probabilities) {
        rates = Optional.of(new Rates(
                column,
                List.copyOf(probabilities.keySet()),
                probabilities.keySet().stream().map(probabilities::get).toList(),
                Optional.empty()));
        return this;
    }

    /** Whoever sees the answer may know who is in the sample. */
    public QueryBuilder sampleKnown() {
        sampleKnown = true;
        return this;
    }

    /** With which probability each interval holds. */
    public QueryBuilder confidence(double probability) {
        confidence = probability;
        return this;
    }

    /** The public groups of a column; keys are selected privately where there are none. */
    public QueryBuilder keys(String column, String... all) {
        keys.put(column, List.of(all));
        return this;
    }

    /** Rows that take part. */
    public QueryBuilder where(String condition) {
        where = Optional.of(SelectParser.expression(condition));
        return this;
    }

    /** An answer for each value of an expression, which is shown with it. */
    public QueryBuilder groupBy(String... expressions) {
        for (String expression : expressions) {
            Node node = SelectParser.expression(expression);
            groups.add(node);
            items.add(new Select.Item(node, Optional.empty()));
        }
        return this;
    }

    /** COUNT(*). */
    public QueryBuilder count() {
        return item("COUNT", true, List.of(), Map.of());
    }

    /** COUNT(DISTINCT unit). */
    public QueryBuilder countUnits() {
        String column = unit.orElseThrow(
                () -> new InvalidException("units are counted where there are some", "call unit(column) first"));
        items.add(new Select.Item(
                new Node.Call("COUNT", true, false, List.of(new Node.Name(column, 0)), Map.of(), 0), Optional.empty()));
        return this;
    }

    /** SUM, where what a unit adds to a group is clamped to the bounds. */
    public QueryBuilder sum(String expression, double lower, double upper) {
        return bounded("SUM", expression, lower, upper);
    }

    /** AVG over rows that are clamped to the bounds. */
    public QueryBuilder average(String expression, double lower, double upper) {
        return bounded("AVG", expression, lower, upper);
    }

    /** VARIANCE over rows that are clamped to the bounds. */
    public QueryBuilder variance(String expression, double lower, double upper) {
        return bounded("VARIANCE", expression, lower, upper);
    }

    /** STDDEV over rows that are clamped to the bounds. */
    public QueryBuilder deviation(String expression, double lower, double upper) {
        return bounded("STDDEV", expression, lower, upper);
    }

    /** MEDIAN over rows that are clamped to the bounds. */
    public QueryBuilder median(String expression, double lower, double upper) {
        return bounded("MEDIAN", expression, lower, upper);
    }

    /** QUANTILE over rows that are clamped to the bounds. */
    public QueryBuilder quantile(String expression, double share, double lower, double upper) {
        return item(
                "QUANTILE",
                false,
                List.of(SelectParser.expression(expression), new Node.Num(share, 0)),
                Map.of("contribution_bounds_per_group", numbers(lower, upper)));
    }

    /** HISTOGRAM over public bins. */
    public QueryBuilder histogram(String expression, double... edges) {
        return item("HISTOGRAM", false, List.of(SelectParser.expression(expression)), Map.of("bins", numbers(edges)));
    }

    /** VECTOR_SUM under one L2 bound. */
    public QueryBuilder vectorSum(double norm, String... expressions) {
        List<Node> all = new ArrayList<>();
        for (String expression : expressions) all.add(SelectParser.expression(expression));
        return item("VECTOR_SUM", false, all, Map.of("l2_bound", numbers(norm)));
    }

    /** SAMPLE_AND_AGGREGATE of an aggregate such as MEDIAN(x). */
    public QueryBuilder sampleAndAggregate(String aggregate, int blocks, double lower, double upper) {
        return item(
                "SAMPLE_AND_AGGREGATE",
                false,
                List.of(SelectParser.expression(aggregate)),
                Map.of("blocks", numbers(blocks), "bounds", numbers(lower, upper)));
    }

    /** PROPOSE_TEST_RELEASE of an aggregate such as MEDIAN(x). */
    public QueryBuilder proposeTestRelease(String aggregate, int blocks, double width) {
        return item(
                "PROPOSE_TEST_RELEASE",
                false,
                List.of(SelectParser.expression(aggregate)),
                Map.of("blocks", numbers(blocks), "width", numbers(width)));
    }

    /** What the column that was asked for last is called. */
    public QueryBuilder as(String name) {
        if (items.isEmpty()) throw new InvalidException("there is nothing to be named", "ask for an aggregate first");
        Select.Item last = items.remove(items.size() - 1);
        items.add(new Select.Item(last.node(), Optional.of(name)));
        return this;
    }

    private QueryBuilder bounded(String function, String expression, double lower, double upper) {
        return item(
                function,
                false,
                List.of(SelectParser.expression(expression)),
                Map.of("contribution_bounds_per_group", numbers(lower, upper)));
    }

    private QueryBuilder item(String function, boolean star, List<Node> arguments, Map<String, List<Node>> named) {
        items.add(new Select.Item(new Node.Call(function, false, star, arguments, named, 0), Optional.empty()));
        return this;
    }

    private static List<Node> numbers(double... values) {
        List<Node> nodes = new ArrayList<>();
        for (double value : values) nodes.add(new Node.Num(value, 0));
        return nodes;
    }

    /** The query; refused as a statement would be. */
    public PrivateQuery build() {
        Select select = new Select(Map.of(), items, table, 0, where, groups);
        return bound.apply(
                select,
                new Draft(
                        unit,
                        epsilon,
                        delta,
                        maxGroups,
                        maxRows,
                        rate,
                        keys,
                        rates,
                        sampleKnown,
                        confidence,
                        error,
                        expectedRows));
    }
}
