package io.sordino.table.release;

import io.sordino.engine.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An answer as a plain table: a number is three columns, its value and the ends of its interval. */
public record FlatAnswer(List<String> columns, List<List<Optional<Object>>> rows) {
    public FlatAnswer {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Of an answer. */
    public static FlatAnswer of(TableAnswer answer) {
        List<String> columns = new ArrayList<>();
        List<List<Optional<Object>>> rows = new ArrayList<>();
        for (List<Cell> row : answer.rows()) {
            List<Optional<Object>> flat = new ArrayList<>();
            columns.clear();
            for (int i = 0; i < row.size(); i++) add(answer.columns().get(i), row.get(i), columns, flat);
            rows.add(List.copyOf(flat));
        }
        return new FlatAnswer(rows.isEmpty() ? answer.columns() : columns, rows);
    }

    private static void add(String name, Cell cell, List<String> columns, List<Optional<Object>> row) {
        if (cell instanceof Cell.Key key) {
            columns.add(name);
            row.add(key.value());
        } else if (cell instanceof Cell.Withheld) {
            columns.addAll(List.of(name, name + "_lower", name + "_upper"));
            for (int i = 0; i < 3; i++) row.add(Optional.empty());
        } else if (cell instanceof Cell.Number number) add(name, number.estimate(), number.whole(), columns, row);
        else {
            Cell.Numbers numbers = (Cell.Numbers) cell;
            for (int i = 0; i < numbers.names().size(); i++)
                add(name + "_" + numbers.names().get(i), numbers.estimates().get(i), numbers.whole(), columns, row);
        }
    }

    private static void add(
            String name, Estimate estimate, boolean whole, List<String> columns, List<Optional<Object>> row) {
        columns.addAll(List.of(name, name + "_lower", name + "_upper"));
        row.add(Optional.of(whole ? Math.rint(estimate.value()) : estimate.value()));
        row.add(Optional.of(whole ? Math.floor(estimate.lower()) : estimate.lower()));
        row.add(Optional.of(whole ? Math.ceil(estimate.upper()) : estimate.upper()));
    }
}
