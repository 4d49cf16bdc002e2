package io.sordino.train.data;

import java.io.Serializable;
import java.util.List;

/** Records as they are kept, in columns of numbers and texts. */
public interface Cells {
    /** The names of the columns. */
    List<String> columns();

    /** How many records there are. */
    int rows();

    /** Hands on the columns that are wanted, one row after another; there must be as many rows as was said. */
    void read(List<Wanted> wanted, int rows, Sink sink);

    /** A column to read, as a number or as text. */
    record Wanted(String name, boolean numeric) implements Serializable {}

    /** Takes what is read, one row after another. */
    interface Sink {
        /** Of a numeric column; NaN if it is missing. */
        void number(int row, int column, double value);

        /** Of a column of text; empty if it is missing. */
        void text(int row, int column, String value);

        /** A row, or a cell of it, that cannot be read: what is wrong, without what stands there. */
        void unreadable(int row, String problem);
    }
}
