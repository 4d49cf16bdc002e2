package io.sordino.table.query;

import io.sordino.table.query.Column.Kind;
import io.sordino.table.sql.Node;
import io.sordino.table.sql.SqlException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * SQL for one row, made from the tree and never from the text that was typed: every name is resolved and quoted, every literal written again, every
 * operation in brackets. Only what cannot fail on a row is let through: numbers are doubles, division by 0 is NULL, text that is no number is NULL.
 */
public final class RowSql {
    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT);

    private final Schema schema;
    private final Dialect dialect;

    /** Over the columns of a table. */
    public RowSql(Schema schema) {
        this.schema = schema;
        dialect = schema.dialect();
    }

    /** What an expression holds, and its SQL. */
    public record Typed(Kind kind, String sql) {}

    /** A DOUBLE. */
    public String number(Node node) {
        return asNumber(typed(node), node);
    }

    /** A BOOLEAN. */
    public String condition(Node node) {
        Typed typed = typed(node);
        if (typed.kind != Kind.BOOLEAN)
            throw new SqlException(
                    node.at(), "a condition stands here, not " + said(typed.kind), "compare it with something");
        return typed.sql;
    }

    /** What rows are grouped by, or told apart by: BIGINT, VARCHAR or BOOLEAN. */
    public Typed key(Node node) {
        Typed typed = typed(node);
        boolean bare = node instanceof Node.Name;
        return switch (typed.kind) {
            case INTEGER -> new Typed(Kind.INTEGER, "CAST(" + typed.sql + " AS BIGINT)");
            case TEXT, LOOSE -> new Typed(Kind.TEXT, dialect.text(typed.sql));
            case BOOLEAN -> bare ? new Typed(Kind.BOOLEAN, typed.sql) : typed;
            // -0.0 is 0.0 and there is one NaN, as engines compare them
            case NUMBER -> new Typed(Kind.NUMBER, "(CAST(" + typed.sql + " AS DOUBLE) + 0e0)");
            case TIME -> new Typed(Kind.TEXT, dialect.text(typed.sql));
            case OTHER -> throw unusable(node);
        };
    }

    /** The same, but a column of whole numbers as wide as it is in the table. What is computed is never narrow: it could overflow. */
    public Typed narrowKey(Node node) {
        Typed typed = typed(node);
        return node instanceof Node.Name && typed.kind == Kind.INTEGER ? typed : key(node);
    }

    /** What an expression holds, and its SQL. */
    public Typed typed(Node node) {
        if (node instanceof Node.Name name) return column(name);
        if (node instanceof Node.Text text) return new Typed(Kind.TEXT, dialect.literal(text.value()));
        if (node instanceof Node.Num number) return new Typed(Kind.NUMBER, literal(number.value()));
        if (node instanceof Node.Bool bool) return new Typed(Kind.BOOLEAN, bool.value() ? "TRUE" : "FALSE");
        if (node instanceof Node.Null nothing)
            throw new SqlException(nothing.at(), "NULL compares with nothing", "write IS NULL, or COALESCE(x, 0)");
        if (node instanceof Node.Unary unary) return unary(unary);
        if (node instanceof Node.Binary binary) return binary(binary);
        if (node instanceof Node.Between between) return between(between);
        if (node instanceof Node.In in) return in(in);
        if (node instanceof Node.Like like)
            return bool("(" + asText(typed(like.inner()), like.inner()) + (like.negated() ? " NOT" : "") + " LIKE "
                    + dialect.literal(like.pattern()) + ")");
        if (node instanceof Node.IsNull isNull) {
            return bool("(" + typed(isNull.inner()).sql + " IS " + (isNull.negated() ? "NOT " : "") + "NULL)");
        }
        if (node instanceof Node.Case choice) return choice(choice);
        if (node instanceof Node.Cast cast) return cast(cast);
        return call((Node.Call) node);
    }

    private static Typed bool(String sql) {
        return new Typed(Kind.BOOLEAN, sql);
    }

    private Typed column(Node.Name name) {
        Column column = schema.at(name.name(), name.at());
        if (column.kind() == Kind.OTHER) throw unusable(name);
        if (column.kind() == Kind.NUMBER) return new Typed(Kind.NUMBER, "CAST(" + column.sql() + " AS DOUBLE)");
        if (column.kind() == Kind.TIME) return new Typed(Kind.TIME, dialect.time(column.sql()));
        return new Typed(column.kind(), column.sql());
    }

    private Typed unary(Node.Unary unary) {
        if (unary.operator().equals("NOT")) return bool("(NOT " + condition(unary.inner()) + ")");
        return new Typed(Kind.NUMBER, "(-" + number(unary.inner()) + ")");
    }

    private Typed binary(Node.Binary binary) {
        String operator = binary.operator();
        switch (operator) {
            case "AND", "OR":
                return bool("(" + condition(binary.left()) + " " + operator + " " + condition(binary.right()) + ")");
            case "+", "-", "*":
                return new Typed(
                        Kind.NUMBER, "(" + number(binary.left()) + " " + operator + " " + number(binary.right()) + ")");
            case "/":
                String below = number(binary.right());
                return new Typed(
                        Kind.NUMBER,
                        "(CASE WHEN " + below + " = 0e0 THEN NULL ELSE " + number(binary.left()) + " / " + below
                                + " END)");
            default:
                return bool(
                        compared(typed(binary.left()), binary.left(), operator, typed(binary.right()), binary.right()));
        }
    }

    private String compared(Typed left, Node leftNode, String operator, Typed right, Node rightNode) {
        if (isNumber(left) || isNumber(right))
            return "(" + asNumber(left, leftNode) + " " + operator + " " + asNumber(right, rightNode) + ")";
        if (left.kind == Kind.TIME || right.kind == Kind.TIME)
            return "(" + asTime(left, leftNode) + " " + operator + " " + asTime(right, rightNode) + ")";
        if (left.kind == Kind.BOOLEAN && right.kind == Kind.BOOLEAN && (operator.equals("=") || operator.equals("<>")))
            return "(" + left.sql + " " + operator + " " + right.sql + ")";
        boolean order = !(operator.equals("=") || operator.equals("<>"));
        if (order && left.kind == Kind.LOOSE && right.kind == Kind.LOOSE)
            throw new SqlException(
                    leftNode.at(),
                    "a CSV file does not say whether these columns are numbers",
                    "write CAST(x AS DOUBLE) to compare numbers");
        return "(" + asText(left, leftNode) + " " + operator + " " + asText(right, rightNode) + ")";
    }

    private Typed between(Node.Between between) {
        Typed inner = typed(between.inner());
        String low = compared(inner, between.inner(), ">=", typed(between.low()), between.low());
        String high = compared(inner, between.inner(), "<=", typed(between.high()), between.high());
        return bool((between.negated() ? "(NOT " : "(") + "(" + low + " AND " + high + "))");
    }

    private Typed in(Node.In in) {
        Typed inner = typed(in.inner());
        String any = in.options().stream()
                .map(option -> compared(inner, in.inner(), "=", typed(option), option))
                .collect(Collectors.joining(" OR "));
        return bool((in.negated() ? "(NOT " : "(") + "(" + any + "))");
    }

    private Typed choice(Node.Case choice) {
        List<Node> results = new java.util.ArrayList<>(
                choice.whens().stream().map(Node.When::result).toList());
        choice.otherwise().filter(node -> !(node instanceof Node.Null)).ifPresent(results::add);
        Kind kind = common(
                results.stream().filter(node -> !(node instanceof Node.Null)).toList(), choice.at());
        String whens = choice.whens().stream()
                .map(when -> "WHEN " + condition(when.condition()) + " THEN " + as(kind, when.result()))
                .collect(Collectors.joining(" "));
        String otherwise =
                choice.otherwise().map(node -> " ELSE " + as(kind, node)).orElse("");
        return new Typed(kind, "(CASE " + whens + otherwise + " END)");
    }

    /** What all of several expressions can be read as. */
    private Kind common(List<Node> nodes, int at) {
        if (nodes.isEmpty()) throw new SqlException(at, "there is nothing but NULL", "give a value");
        List<Kind> kinds =
                nodes.stream().map(node -> typed(node).kind).distinct().toList();
        if (kinds.stream().anyMatch(kind -> kind == Kind.NUMBER || kind == Kind.INTEGER)) return Kind.NUMBER;
        if (kinds.contains(Kind.BOOLEAN)) return Kind.BOOLEAN;
        if (kinds.contains(Kind.TIME)) return Kind.TIME;
        return Kind.TEXT;
    }

    private String as(Kind kind, Node node) {
        if (node instanceof Node.Null) return "NULL";
        return switch (kind) {
            case NUMBER, INTEGER -> number(node);
            case BOOLEAN -> condition(node);
            case TIME -> asTime(typed(node), node);
            case TEXT, LOOSE, OTHER -> asText(typed(node), node);
        };
    }

    private Typed cast(Node.Cast cast) {
        Typed inner = typed(cast.inner());
        return switch (cast.type()) {
            case "DOUBLE", "FLOAT64", "NUMERIC", "REAL", "FLOAT" ->
                new Typed(Kind.NUMBER, asNumber(inner, cast.inner()));
            case "VARCHAR", "TEXT", "STRING" -> {
                if (!(inner.kind == Kind.TEXT || inner.kind == Kind.LOOSE || inner.kind == Kind.INTEGER))
                    throw new SqlException(
                            cast.at(),
                            "engines write " + said(inner.kind) + " as text in different ways",
                            "leave it as it is");
                yield new Typed(Kind.TEXT, dialect.text(inner.sql));
            }
            default ->
                throw new SqlException(
                        cast.at(),
                        "a cast to " + cast.type() + " may fail on a row",
                        "CAST(x AS DOUBLE) reads numbers");
        };
    }

    private Typed call(Node.Call call) {
        if (!call.named().isEmpty() || call.star() || call.distinct()) throw notRowLevel(call);
        List<Node> arguments = call.arguments();
        switch (call.function()) {
            case "ABS":
                arity(call, 1, 1);
                return new Typed(Kind.NUMBER, "abs(" + number(arguments.get(0)) + ")");
            case "FLOOR":
                arity(call, 1, 1);
                return new Typed(Kind.NUMBER, dialect.floor(number(arguments.get(0))));
            case "COALESCE", "GREATEST", "LEAST":
                arity(call, 1, 64);
                Kind kind = call.function().equals("COALESCE") ? common(arguments, call.at()) : Kind.NUMBER;
                if (arguments.size() == 1) return new Typed(kind, as(kind, arguments.get(0)));
                return new Typed(
                        kind,
                        call.function().toLowerCase(java.util.Locale.ROOT) + "("
                                + arguments.stream().map(node -> as(kind, node)).collect(Collectors.joining(", "))
                                + ")");
            case "NULLIF":
                arity(call, 2, 2);
                Kind both = common(arguments, call.at());
                return new Typed(
                        both, "nullif(" + as(both, arguments.get(0)) + ", " + as(both, arguments.get(1)) + ")");
            case "SAFE_DIVIDE":
                arity(call, 2, 2);
                return binary(new Node.Binary("/", arguments.get(0), arguments.get(1), call.at()));
            default:
                throw notRowLevel(call);
        }
    }

    private static SqlException notRowLevel(Node.Call call) {
        return new SqlException(
                call.at(),
                call.function() + " is not among the functions of a row",
                "there are ABS, FLOOR, COALESCE, NULLIF, GREATEST, LEAST and SAFE_DIVIDE; others may fail on a row or differ between engines");
    }

    private static void arity(Node.Call call, int least, int most) {
        int count = call.arguments().size();
        if (!(count >= least && count <= most))
            throw new SqlException(
                    call.at(),
                    call.function() + " has " + count + " arguments",
                    "it takes " + least + (most > least ? " or more" : ""));
    }

    private static boolean isNumber(Typed typed) {
        return typed.kind == Kind.NUMBER || typed.kind == Kind.INTEGER;
    }

    private String asNumber(Typed typed, Node node) {
        return switch (typed.kind) {
            case NUMBER -> typed.sql;
            case INTEGER -> "CAST(" + typed.sql + " AS DOUBLE)";
            case LOOSE -> dialect.number(typed.sql);
            case TEXT, BOOLEAN, TIME, OTHER ->
                throw new SqlException(
                        node.at(), "a number stands here, not " + said(typed.kind), "name a column of numbers");
        };
    }

    private String asText(Typed typed, Node node) {
        if (typed.kind == Kind.TEXT || typed.kind == Kind.LOOSE) return dialect.text(typed.sql);
        throw new SqlException(
                node.at(),
                "a text stands here, not " + said(typed.kind),
                "compare numbers with numbers and texts with texts");
    }

    private String asTime(Typed typed, Node node) {
        if (typed.kind == Kind.TIME) return typed.sql;
        if (node instanceof Node.Text text) return dialect.moment(moment(text));
        throw new SqlException(
                node.at(), "a day or a moment stands here, not " + said(typed.kind), "write '2026-01-31'");
    }

    /** A day or a moment as engines write moments. */
    static String moment(String text) {
        return MOMENT.format(
                text.length() <= 10
                        ? LocalDate.parse(text).atStartOfDay()
                        : LocalDateTime.parse(text.replace(' ', 'T')));
    }

    private static String moment(Node.Text text) {
        try {
            return moment(text.value());
        } catch (DateTimeParseException e) {
            throw new SqlException(
                    text.at(), "this is neither a day nor a moment", "write '2026-01-31' or '2026-01-31 12:30:00'");
        }
    }

    private static SqlException unusable(Node node) {
        return new SqlException(
                node.at(),
                "this column holds nothing that queries use",
                "there are numbers, truth, days, moments in microseconds or finer without a zone, and texts that are compared byte by byte: write it as one of them, or use another one");
    }

    private static String said(Kind kind) {
        return switch (kind) {
            case INTEGER, NUMBER -> "a number";
            case TEXT, LOOSE -> "a text";
            case BOOLEAN -> "a condition";
            case TIME -> "a moment";
            case OTHER -> "something that queries cannot use";
        };
    }

    /** A text of the engine: quotes are doubled, and nothing else is special. */
    public static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** A DOUBLE of the engine: with an exponent, or it would be a decimal. */
    public static String literal(double value) {
        String digits = Double.toString(value);
        return "(" + (digits.indexOf('E') >= 0 ? digits : digits + "E0") + ")";
    }

    /** A name of the engine. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
