package io.sordino.table.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a statement into words. What an engine might read otherwise than we do is refused: characters outside printable ASCII anywhere but in quotes
 * (a zero-width space is a space to some), comments (they nest in some dialects), dollar quotes, escapes.
 */
final class Lexer {
    private static final int MOST_CHARACTERS = 1 << 16;
    private static final List<String> SYMBOLS =
            List.of("=>", "<=", ">=", "<>", "!=", "(", ")", ",", "*", "+", "-", "/", "=", "<", ">", ".", ";");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String text) {
        if (!(text.length() <= MOST_CHARACTERS))
            throw new SqlException(
                    MOST_CHARACTERS,
                    "a statement has at most " + MOST_CHARACTERS + " characters",
                    "write a shorter one");
        Lexer lexer = new Lexer(text);
        lexer.run();
        return List.copyOf(lexer.tokens);
    }

    private void run() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r') at++;
            else if (isLetter(c)) word();
            else if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) number();
            else if (c == '\'') quoted('\'', Token.Kind.STRING);
            else if (c == '"') quoted('"', Token.Kind.QUOTED);
            else symbol(c);
        }
        tokens.add(new Token(Token.Kind.END, "", text.length()));
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void word() {
        int start = at;
        while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) at++;
        tokens.add(new Token(Token.Kind.WORD, text.substring(start, at), start));
    }

    private void number() {
        int start = at;
        while (at < text.length() && isDigit(text.charAt(at))) at++;
        if (at < text.length() && text.charAt(at) == '.') at++;
        while (at < text.length() && isDigit(text.charAt(at))) at++;
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int digits = at + 1;
            if (digits < text.length() && (text.charAt(digits) == '+' || text.charAt(digits) == '-')) digits++;
            int end = digits;
            while (end < text.length() && isDigit(text.charAt(end))) end++;
            if (end > digits) at = end;
        }
        if (at < text.length() && isLetter(text.charAt(at)))
            throw new SqlException(at, "a number ends in a letter", "write 10, 0.5 or 1e-6");
        tokens.add(new Token(Token.Kind.NUMBER, text.substring(start, at), start));
    }

    /** A doubled quote stands for one; there are no other escapes. */
    private void quoted(char quote, Token.Kind kind) {
        int start = at++;
        StringBuilder inside = new StringBuilder();
        while (true) {
            if (at >= text.length()) throw new SqlException(start, "a quote is opened and not closed", "close it");
            char c = text.charAt(at);
            if (c == quote) {
                if (at + 1 < text.length() && text.charAt(at + 1) == quote) at++;
                else break;
            }
            boolean pair = Character.isHighSurrogate(c)
                    && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1));
            if (Character.isISOControl(c) || (Character.isSurrogate(c) && !pair))
                throw new SqlException(at, "a quoted text holds a character that is none", "leave it out");
            inside.append(c);
            if (pair) inside.append(text.charAt(++at));
            at++;
        }
        at++;
        if (kind == Token.Kind.QUOTED && inside.length() == 0)
            throw new SqlException(start, "a name is empty", "name a column");
        tokens.add(new Token(kind, inside.toString(), start));
    }

    private void symbol(char c) {
        if (text.startsWith("--", at) || text.startsWith("/*", at))
            throw new SqlException(at, "comments are not read", "leave it out");
        for (String symbol : SYMBOLS)
            if (text.startsWith(symbol, at)) {
                tokens.add(new Token(Token.Kind.SYMBOL, symbol, at));
                at += symbol.length();
                return;
            }
        String what = c > ' ' && c < 127
                ? "'" + c + "' has no meaning here"
                : "a character outside ASCII stands outside quotes";
        throw new SqlException(at, what, "names with other characters go in double quotes, texts in single ones");
    }
}
