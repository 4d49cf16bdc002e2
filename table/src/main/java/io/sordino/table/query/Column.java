package io.sordino.table.query;

/**
 * A column of the table.
 *
 * @param sql how the engine calls it, quoted
 */
public record Column(String name, Kind kind, String sql) {
    /** What a column holds. */
    public enum Kind {
        /** Whole numbers that fit 64 bits. */
        INTEGER,
        /** Other numbers. */
        NUMBER,
        /** Text. */
        TEXT,
        /** Text of a CSV file, which is read as a number where one is wanted. Nothing is guessed from the rows: that would depend on them. */
        LOOSE,
        /** TRUE or FALSE. */
        BOOLEAN,
        /** A day or a moment. */
        TIME,
        /** What queries cannot use. */
        OTHER
    }
}
