package io.sordino.table.sql;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An expression as it was written. Each has the place where it begins. */
public sealed interface Node {
    /** Where it begins, from 0. */
    int at();

    /** A column. */
    record Name(String name, int at) implements Node {}

    /** A text. */
    record Text(String value, int at) implements Node {}

    /** A number; every number is a double. */
    record Num(double value, int at) implements Node {}

    /** TRUE or FALSE. */
    record Bool(boolean value, int at) implements Node {}

    /** NULL. */
    record Null(int at) implements Node {}

    /** NOT or a sign. */
    record Unary(String operator, Node inner, int at) implements Node {}

    /** Arithmetic, a comparison, AND or OR. */
    record Binary(String operator, Node left, Node right, int at) implements Node {}

    /** x BETWEEN low AND high. */
    record Between(Node inner, Node low, Node high, boolean negated, int at) implements Node {}

    /** x IN (...), of literals. */
    record In(Node inner, List<Node> options, boolean negated, int at) implements Node {
        public In {
            options = List.copyOf(options);
        }
    }

    /** x LIKE 'pattern'. */
    record Like(Node inner, String pattern, boolean negated, int at) implements Node {}

    /** x IS NULL. */
    record IsNull(Node inner, boolean negated, int at) implements Node {}

    /** CASE WHEN condition THEN result ... ELSE otherwise END. */
    record Case(List<When> whens, Optional<Node> otherwise, int at) implements Node {
        public Case {
            whens = List.copyOf(whens);
        }
    }

    /** One arm of a CASE. */
    record When(Node condition, Node result) {}

    /** CAST(x AS type). */
    record Cast(Node inner, String type, int at) implements Node {}

    /** A function of rows, or an aggregate. */
    record Call(
            String function,
            boolean distinct,
            boolean star,
            List<Node> arguments,
            Map<String, List<Node>> named,
            int at)
            implements Node {
        public Call {
            arguments = List.copyOf(arguments);
            named = Map.copyOf(named);
        }
    }
}
