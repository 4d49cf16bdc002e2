package io.sordino.table.sql;

import java.util.Locale;

/**
 * A word of a statement.
 *
 * @param text what it says: a name, the inside of a string, a number as it was written, or a symbol
 * @param at where it begins
 */
record Token(Kind kind, String text, int at) {
    /** What kind of word it is. */
    enum Kind {
        WORD,
        QUOTED,
        STRING,
        NUMBER,
        SYMBOL,
        END
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.toUpperCase(Locale.ROOT).equals(word);
    }

    String shown() {
        return switch (kind) {
            case END -> "the end of the statement";
            case STRING -> "a string";
            case WORD, QUOTED, NUMBER, SYMBOL -> "'" + text + "'";
        };
    }
}
