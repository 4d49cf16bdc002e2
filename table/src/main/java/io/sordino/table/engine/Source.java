package io.sordino.table.engine;

import io.sordino.table.query.Schema;

/** A table, wherever its rows are. */
public interface Source {
    /** Its columns, and how the engine writes what is asked of them. */
    Schema schema();

    /** What tells this snapshot of the data from others; never anything of the rows. */
    String snapshot();

    /** Whether each row has a place that it keeps as long as the snapshot is the same, so that a sample of rows can be drawn without looking at them. */
    default boolean hasPlaces() {
        return false;
    }
}
