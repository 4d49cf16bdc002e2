package io.sordino.table.sql;

import java.util.List;

/** The words of a statement, from left to right. */
final class Tokens {
    private static final int DEEPEST = 64;
    /** A long chain of ORs is a deep tree, although no bracket is nested. */
    private static final int MOST = 4096;

    private static final int MOST_JOINED = 256;

    private final List<Token> tokens;
    private int at;
    private int depth;
    private int joined;

    Tokens(List<Token> tokens) {
        if (!(tokens.size() <= MOST))
            throw new SqlException(
                    tokens.get(MOST).at(), "a statement has at most " + MOST + " words", "write a shorter one");
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekSecond() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Token.Kind.END) at++;
        return token;
    }

    boolean takeWord(String word) {
        boolean there = peek().isWord(word);
        if (there) at++;
        return there;
    }

    boolean takeSymbol(String symbol) {
        boolean there = peek().isSymbol(symbol);
        if (there) at++;
        return there;
    }

    void expectWord(String word, String why) {
        if (!takeWord(word)) throw refused(why + ", not " + peek().shown(), "write " + word);
    }

    void expectSymbol(String symbol) {
        if (!takeSymbol(symbol))
            throw refused("'" + symbol + "' is missing before " + peek().shown(), "write '" + symbol + "'");
    }

    String name(String why) {
        Token token = next();
        if (!(token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED))
            throw new SqlException(token.at(), why + ", not by " + token.shown(), "write a name");
        return token.text();
    }

    void end() {
        if (peek().kind() != Token.Kind.END)
            throw refused(
                    peek().shown() + " comes after the end of the query",
                    "a query is SELECT, FROM one table, WHERE and GROUP BY");
    }

    SqlException refused(String reason, String remedy) {
        return new SqlException(peek().at(), reason, remedy);
    }

    void deeper() {
        if (++depth > DEEPEST)
            throw refused("brackets are nested deeper than " + DEEPEST, "write a simpler expression");
    }

    /** One more operator in a chain, which makes the tree deeper by one. */
    Token operator() {
        if (++joined > MOST_JOINED)
            throw refused(
                    "more than " + MOST_JOINED + " operators are chained",
                    "write IN (...) for a list, or a simpler condition");
        return next();
    }

    void higher() {
        depth--;
    }
}
