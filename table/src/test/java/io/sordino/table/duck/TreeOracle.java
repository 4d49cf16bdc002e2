package io.sordino.table.duck;

import io.sordino.table.duck.MadeUpTable.Row;
import io.sordino.table.sql.Node;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/** What a tree says of a row, in plain Java with three truth values: nothing stands for NULL. */
final class TreeOracle {
    private TreeOracle() {}

    static String condition(Random random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0)
            return switch (random.nextInt(6)) {
                case 0 ->
                    number(random, 2) + " " + pick(random, "<", "<=", "=", "<>", ">", ">=") + " " + number(random, 2);
                case 1 -> "g " + pick(random, "=", "<>", "<") + " " + pick(random, "'a'", "''", "'\u00e9'", "'it''s'");
                case 2 -> pick(random, "x", "y", "g", "u") + " IS " + pick(random, "", "NOT ") + "NULL";
                case 3 -> number(random, 1) + pick(random, "", " NOT") + " BETWEEN -1 AND " + number(random, 1);
                case 4 -> "g " + pick(random, "", "NOT ") + "IN ('a', 'b', 'NULL')";
                default -> "g LIKE " + pick(random, "'a%'", "'_'", "'%'", "''");
            };
        return switch (random.nextInt(3)) {
            case 0 -> "NOT (" + condition(random, depth - 1) + ")";
            case 1 -> "(" + condition(random, depth - 1) + " AND " + condition(random, depth - 1) + ")";
            default -> "(" + condition(random, depth - 1) + " OR " + condition(random, depth - 1) + ")";
        };
    }

    private static String number(Random random, int depth) {
        if (depth == 0 || random.nextInt(2) == 0) return pick(random, "x", "y", "u", "1", "-2.5", "0", "1e308", ".5");
        return switch (random.nextInt(6)) {
            case 0 -> "ABS(" + number(random, depth - 1) + ")";
            case 1 -> "COALESCE(" + number(random, depth - 1) + ", " + number(random, depth - 1) + ")";
            case 2 ->
                "CASE WHEN x > 0 THEN " + number(random, depth - 1) + " ELSE " + number(random, depth - 1) + " END";
            default ->
                "(" + number(random, depth - 1) + " " + pick(random, "+", "-", "*", "/") + " "
                        + number(random, depth - 1) + ")";
        };
    }

    private static String pick(Random random, String... words) {
        return words[random.nextInt(words.length)];
    }

    static boolean holds(Node node, Row row) {
        return value(node, row).map(truth -> (Boolean) truth).orElse(false);
    }

    private static Optional<Object> value(Node node, Row row) {
        if (node instanceof Node.Name name)
            return switch (name.name()) {
                case "x" -> Optional.ofNullable(row.x());
                case "y" -> Optional.ofNullable(row.y());
                case "g" -> Optional.ofNullable(row.group());
                default -> Optional.ofNullable(row.unit()).map(unit -> ((Long) unit).doubleValue());
            };
        if (node instanceof Node.Num number) return Optional.of(number.value());
        if (node instanceof Node.Text text) return Optional.of(text.value());
        if (node instanceof Node.Unary unary)
            return value(unary.inner(), row)
                    .map(inner ->
                            unary.operator().equals("NOT") ? (Object) !(Boolean) inner : (Object) (-(Double) inner));
        if (node instanceof Node.IsNull isNull)
            return Optional.of(value(isNull.inner(), row).isEmpty() != isNull.negated());
        if (node instanceof Node.Like like)
            return value(like.inner(), row).map(text -> matches((String) text, like.pattern()) != like.negated());
        if (node instanceof Node.In in) {
            Optional<Object> inner = value(in.inner(), row);
            return inner.map(x -> in.options().stream()
                            .anyMatch(option -> x.equals(value(option, row).orElseThrow()))
                    != in.negated());
        }
        if (node instanceof Node.Between between) {
            Optional<Object> low = compared(">=", value(between.inner(), row), value(between.low(), row));
            Optional<Object> high = compared("<=", value(between.inner(), row), value(between.high(), row));
            return and(low, high).map(truth -> (Boolean) truth != between.negated());
        }
        if (node instanceof Node.Case choice) {
            for (Node.When when : choice.whens()) if (holds(when.condition(), row)) return value(when.result(), row);
            return choice.otherwise().flatMap(otherwise -> value(otherwise, row));
        }
        if (node instanceof Node.Call call) {
            if (call.function().equals("ABS"))
                return value(call.arguments().get(0), row).map(x -> Math.abs((Double) x));
            return value(call.arguments().get(0), row)
                    .or(() -> value(call.arguments().get(1), row));
        }
        Node.Binary binary = (Node.Binary) node;
        Optional<Object> left = value(binary.left(), row);
        Optional<Object> right = value(binary.right(), row);
        return switch (binary.operator()) {
            case "AND" -> and(left, right);
            case "OR" ->
                and(left.map(x -> !(Boolean) x), right.map(x -> !(Boolean) x)).map(x -> !(Boolean) x);
            case "+", "-", "*", "/" ->
                left.flatMap(a -> right.flatMap(b -> computed(binary.operator(), (Double) a, (Double) b)));
            default -> compared(binary.operator(), left, right);
        };
    }

    private static Optional<Object> and(Optional<Object> left, Optional<Object> right) {
        if (left.equals(Optional.of(false)) || right.equals(Optional.of(false))) return Optional.of(false);
        return left.isEmpty() || right.isEmpty() ? Optional.empty() : Optional.of(true);
    }

    private static Optional<Object> computed(String operator, double a, double b) {
        return switch (operator) {
            case "+" -> Optional.of(a + b);
            case "-" -> Optional.of(a - b);
            case "*" -> Optional.of(a * b);
            default -> b == 0 ? Optional.empty() : Optional.of(a / b);
        };
    }

    /** One NaN, above all numbers; 0 and -0 are the same; texts by their bytes, which is by their code points. */
    private static Optional<Object> compared(String operator, Optional<Object> left, Optional<Object> right) {
        if (left.isEmpty() || right.isEmpty()) return Optional.empty();
        int order = left.get() instanceof String a
                ? java.util.Arrays.compareUnsigned(
                        a.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        ((String) right.get()).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                : Double.compare((Double) left.get() + 0.0, (Double) right.get() + 0.0);
        return Optional.of(
                switch (operator) {
                    case "=" -> order == 0;
                    case "<>" -> order != 0;
                    case "<" -> order < 0;
                    case "<=" -> order <= 0;
                    case ">" -> order > 0;
                    default -> order >= 0;
                });
    }

    private static boolean matches(String text, String pattern) {
        String regex = Pattern.quote(pattern).replace("%", "\\E.*\\Q").replace("_", "\\E.\\Q");
        return Pattern.compile(regex, Pattern.DOTALL).matcher(text).matches();
    }
}
