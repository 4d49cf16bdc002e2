package io.sordino.table.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Recursive descent: OR, AND, NOT, comparisons, sums, products, signs, and what stands alone. */
final class ExpressionParser {
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> RESERVED = Set.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "BY",
            "AS",
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS",
            "LIKE",
            "BETWEEN",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "OVER",
            "FILTER",
            "EXISTS",
            "ANY",
            "ALL",
            "SOME",
            "DISTINCT",
            "HAVING",
            "ORDER",
            "LIMIT",
            "UNION",
            "JOIN",
            "ON",
            "WITH");

    private final Tokens tokens;

    ExpressionParser(Tokens tokens) {
        this.tokens = tokens;
    }

    Node expression() {
        tokens.deeper();
        Node left = conjunction();
        while (tokens.peek().isWord("OR")) {
            int at = tokens.operator().at();
            left = new Node.Binary("OR", left, conjunction(), at);
        }
        tokens.higher();
        return left;
    }

    private Node conjunction() {
        Node left = negation();
        while (tokens.peek().isWord("AND")) {
            int at = tokens.operator().at();
            left = new Node.Binary("AND", left, negation(), at);
        }
        return left;
    }

    private Node negation() {
        if (!tokens.peek().isWord("NOT")) return comparison();
        int at = tokens.next().at();
        tokens.deeper();
        Node inner = negation();
        tokens.higher();
        return new Node.Unary("NOT", inner, at);
    }

    private Node comparison() {
        Node left = additive();
        Token next = tokens.peek();
        if (next.kind() == Token.Kind.SYMBOL && COMPARISONS.contains(next.text())) {
            tokens.next();
            return new Node.Binary(next.text().equals("!=") ? "<>" : next.text(), left, additive(), next.at());
        }
        if (tokens.takeWord("IS")) {
            boolean negated = tokens.takeWord("NOT");
            tokens.expectWord("NULL", "IS goes with NULL or NOT NULL");
            return new Node.IsNull(left, negated, next.at());
        }
        boolean negated = tokens.peek().isWord("NOT")
                && (tokens.peekSecond().isWord("BETWEEN")
                        || tokens.peekSecond().isWord("IN")
                        || tokens.peekSecond().isWord("LIKE"));
        if (negated) tokens.next();
        if (tokens.takeWord("BETWEEN")) {
            Node low = additive();
            tokens.expectWord("AND", "BETWEEN has two ends with AND between them");
            return new Node.Between(left, low, additive(), negated, next.at());
        }
        if (tokens.takeWord("LIKE")) {
            Token pattern = tokens.next();
            if (pattern.kind() != Token.Kind.STRING)
                throw new SqlException(
                        pattern.at(), "LIKE takes a text in quotes, not " + pattern.shown(), "write LIKE 'a%'");
            if (pattern.text().indexOf('\\') >= 0)
                throw new SqlException(
                        pattern.at(),
                        "a backslash in LIKE means different things to different engines",
                        "leave it out");
            return new Node.Like(left, pattern.text(), negated, next.at());
        }
        if (tokens.takeWord("IN")) return in(left, negated, next.at());
        return left;
    }

    private Node in(Node left, boolean negated, int at) {
        tokens.expectSymbol("(");
        refuseSubquery();
        List<Node> options = new ArrayList<>();
        do {
            Node option = additive();
            boolean literal = option instanceof Node.Text || option instanceof Node.Num || option instanceof Node.Unary;
            if (!literal) throw new SqlException(option.at(), "IN takes literals", "write IN ('a', 'b')");
            options.add(option);
        } while (tokens.takeSymbol(","));
        tokens.expectSymbol(")");
        return new Node.In(left, options, negated, at);
    }

    Node additive() {
        Node left = product();
        while (tokens.peek().isSymbol("+") || tokens.peek().isSymbol("-")) {
            Token operator = tokens.operator();
            left = new Node.Binary(operator.text(), left, product(), operator.at());
        }
        return left;
    }

    private Node product() {
        Node left = signed();
        while (tokens.peek().isSymbol("*") || tokens.peek().isSymbol("/")) {
            Token operator = tokens.operator();
            left = new Node.Binary(operator.text(), left, signed(), operator.at());
        }
        return left;
    }

    private Node signed() {
        if (!(tokens.peek().isSymbol("-") || tokens.peek().isSymbol("+"))) return primary();
        Token sign = tokens.next();
        tokens.deeper();
        Node inner = signed();
        tokens.higher();
        if (sign.text().equals("+")) return inner;
        return inner instanceof Node.Num number
                ? new Node.Num(-number.value(), sign.at())
                : new Node.Unary("-", inner, sign.at());
    }

    private Node primary() {
        Token token = tokens.next();
        return switch (token.kind()) {
            case STRING -> new Node.Text(token.text(), token.at());
            case NUMBER -> number(token);
            case QUOTED -> new Node.Name(token.text(), token.at());
            case WORD -> word(token);
            case SYMBOL -> bracket(token);
            case END -> throw new SqlException(token.at(), "the statement ends too early", "an expression is missing");
        };
    }

    private static Node number(Token token) {
        double value = Double.parseDouble(token.text());
        if (!Double.isFinite(value))
            throw new SqlException(token.at(), "a number is outside the range of doubles", "write one below 1.79e308");
        return new Node.Num(value, token.at());
    }

    private void refuseSubquery() {
        if (tokens.peek().isWord("SELECT")
                || tokens.peek().isWord("WITH")
                || tokens.peek().isWord("VALUES"))
            throw tokens.refused(
                    "a query inside a query is not row-level",
                    "compute it beforehand, or write its value as a literal");
    }

    private Node bracket(Token token) {
        if (!token.text().equals("("))
            throw new SqlException(
                    token.at(),
                    token.shown() + " stands where an expression should",
                    "write a column, a number or a text");
        refuseSubquery();
        Node inner = expression();
        tokens.expectSymbol(")");
        return inner;
    }

    private Node word(Token token) {
        String word = token.text().toUpperCase(Locale.ROOT);
        switch (word) {
            case "TRUE", "FALSE":
                return new Node.Bool(word.equals("TRUE"), token.at());
            case "NULL":
                return new Node.Null(token.at());
            case "CASE":
                return choice(token.at());
            case "CAST":
                return cast(token.at());
            default:
                break;
        }
        if (RESERVED.contains(word))
            throw new SqlException(
                    token.at(),
                    word + " stands where an expression should",
                    "a column of that name goes in double quotes");
        if (tokens.peek().isSymbol("(")) return call(token);
        if (tokens.peek().isSymbol("."))
            throw tokens.refused("columns are called by their names alone", "leave out what stands before the dot");
        return new Node.Name(token.text(), token.at());
    }

    private Node choice(int at) {
        tokens.deeper();
        List<Node.When> whens = new ArrayList<>();
        if (!tokens.peek().isWord("WHEN"))
            throw tokens.refused("CASE goes with WHEN", "write CASE WHEN condition THEN ...");
        while (tokens.takeWord("WHEN")) {
            Node condition = expression();
            tokens.expectWord("THEN", "WHEN goes with THEN");
            whens.add(new Node.When(condition, expression()));
        }
        Optional<Node> otherwise = tokens.takeWord("ELSE") ? Optional.of(expression()) : Optional.empty();
        tokens.expectWord("END", "CASE ends with END");
        tokens.higher();
        return new Node.Case(whens, otherwise, at);
    }

    private Node cast(int at) {
        tokens.expectSymbol("(");
        Node inner = expression();
        tokens.expectWord("AS", "CAST(x AS type)");
        Token type = tokens.next();
        tokens.expectSymbol(")");
        return new Node.Cast(inner, type.text().toUpperCase(Locale.ROOT), at);
    }

    private Node call(Token name) {
        tokens.expectSymbol("(");
        tokens.deeper();
        refuseSubquery();
        boolean distinct = tokens.takeWord("DISTINCT");
        boolean star = tokens.takeSymbol("*");
        List<Node> arguments = new ArrayList<>();
        Map<String, List<Node>> named = new LinkedHashMap<>();
        boolean more = star ? tokens.takeSymbol(",") : !tokens.peek().isSymbol(")");
        while (more) {
            if (tokens.peek().kind() == Token.Kind.WORD && tokens.peekSecond().isSymbol("=>")) {
                Token argument = tokens.next();
                tokens.next();
                if (named.put(argument.text().toLowerCase(Locale.ROOT), values()) != null)
                    throw new SqlException(argument.at(), argument.text() + " is given twice", "give it once");
            } else arguments.add(expression());
            more = tokens.takeSymbol(",");
        }
        tokens.expectSymbol(")");
        tokens.higher();
        if (tokens.peek().isWord("OVER") || tokens.peek().isWord("FILTER"))
            throw tokens.refused("windows and filters are not row-level", "put the condition into WHERE or CASE");
        return new Node.Call(name.text().toUpperCase(Locale.ROOT), distinct, star, arguments, named, name.at());
    }

    /** One literal, or several in brackets. */
    private List<Node> values() {
        if (!tokens.takeSymbol("(")) return List.of(additive());
        List<Node> values = new ArrayList<>();
        do values.add(additive());
        while (tokens.takeSymbol(","));
        tokens.expectSymbol(")");
        return values;
    }
}
