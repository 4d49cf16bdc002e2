package io.sordino.table.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads SELECT [WITH DIFFERENTIAL_PRIVACY [OPTIONS(...)]] items FROM name [WHERE condition] [GROUP BY expressions], and nothing else. */
public final class SelectParser {
    private static final Set<String> CLAUSES = Set.of(
            "HAVING",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "WINDOW",
            "QUALIFY",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "JOIN",
            "LEFT",
            "RIGHT",
            "FULL",
            "INNER",
            "CROSS",
            "NATURAL",
            "USING",
            "TABLESAMPLE",
            "SAMPLE",
            "FOR",
            "FETCH");

    private final Tokens tokens;
    private final ExpressionParser expressions;

    private SelectParser(Tokens tokens) {
        this.tokens = tokens;
        expressions = new ExpressionParser(tokens);
    }

    /** The tree of a statement; refused with the place where it stops being one of ours. */
    public static Select parse(String statement) {
        return new SelectParser(new Tokens(Lexer.tokens(statement))).select();
    }

    /** The tree of an expression alone. */
    public static Node expression(String text) {
        Tokens tokens = new Tokens(Lexer.tokens(text));
        Node node = new ExpressionParser(tokens).expression();
        tokens.end();
        return node;
    }

    private Select select() {
        tokens.expectWord("SELECT", "a query begins with SELECT");
        if (tokens.peek().isWord("DISTINCT") || tokens.peek().isWord("ALL"))
            throw tokens.refused("SELECT DISTINCT gives rows away", "use GROUP BY with an aggregate");
        Map<String, Node> options = tokens.takeWord("WITH") ? options() : Map.of();
        List<Select.Item> items = new ArrayList<>();
        do items.add(item());
        while (tokens.takeSymbol(","));
        tokens.expectWord("FROM", "after what is asked for comes FROM");
        Token table = tokens.next();
        if (!(table.kind() == Token.Kind.WORD || table.kind() == Token.Kind.QUOTED))
            throw new SqlException(
                    table.at(),
                    "FROM names the data, not " + table.shown(),
                    "write FROM data, or the name of the file without its ending");
        refuseClause();
        Optional<Node> where = tokens.takeWord("WHERE") ? Optional.of(expressions.expression()) : Optional.empty();
        refuseClause();
        List<Node> groups = new ArrayList<>();
        if (tokens.takeWord("GROUP")) {
            tokens.expectWord("BY", "GROUP goes with BY");
            do groups.add(expressions.expression());
            while (tokens.takeSymbol(","));
        }
        refuseClause();
        tokens.takeSymbol(";");
        tokens.end();
        return new Select(options, items, table.text(), table.at(), where, groups);
    }

    private void refuseClause() {
        Token next = tokens.peek();
        if (next.kind() == Token.Kind.WORD && CLAUSES.contains(next.text().toUpperCase(Locale.ROOT)))
            throw tokens.refused(
                    next.text().toUpperCase(Locale.ROOT) + " is not part of a private query",
                    "a query is SELECT, FROM one table, WHERE and GROUP BY");
        if (next.isSymbol(","))
            throw tokens.refused("a query reads one table", "join the tables beforehand, one row a record");
        if (next.isSymbol("(") || next.isSymbol("."))
            throw tokens.refused("FROM names the data and nothing else", "write FROM data");
    }

    private Map<String, Node> options() {
        tokens.expectWord("DIFFERENTIAL_PRIVACY", "WITH goes with DIFFERENTIAL_PRIVACY");
        Map<String, Node> options = new LinkedHashMap<>();
        if (!tokens.takeWord("OPTIONS")) return options;
        tokens.expectSymbol("(");
        do {
            Token name = tokens.next();
            if (name.kind() != Token.Kind.WORD)
                throw new SqlException(
                        name.at(), "an option has a name, not " + name.shown(), "write OPTIONS(epsilon=1)");
            tokens.expectSymbol("=");
            if (options.put(name.text().toLowerCase(Locale.ROOT), expressions.additive()) != null)
                throw new SqlException(name.at(), "option " + name.text() + " is given twice", "give it once");
        } while (tokens.takeSymbol(","));
        tokens.expectSymbol(")");
        return options;
    }

    private Select.Item item() {
        if (tokens.peek().isSymbol("*"))
            throw tokens.refused("SELECT * gives rows away", "ask for aggregates: COUNT(*), SUM(x, ...)");
        Node node = expressions.expression();
        if (tokens.takeWord("AS"))
            return new Select.Item(node, Optional.of(tokens.name("a column is called by a name")));
        return new Select.Item(node, Optional.empty());
    }
}
