package io.sordino.table.release;

import java.util.List;

/** The rows of an answer, in the order of their keys. */
public record TableAnswer(List<String> columns, List<List<Cell>> rows) {
    public TableAnswer {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }
}
