package io.sordino.table.query;

import io.sordino.refusal.InvalidException;
import io.sordino.table.sql.SqlException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The columns of a table, which are public, and how its engine writes what is asked of them. */
public record Schema(List<Column> columns, Dialect dialect) {
    private static final int SHOWN = 20;

    public Schema {
        columns = List.copyOf(columns);
    }

    /** Of the embedded engine. */
    public Schema(List<Column> columns) {
        this(columns, Dialect.DUCKDB);
    }

    /** A column by its name, letters of either case; a name that fits exactly comes first. */
    public Optional<Column> find(String name) {
        Optional<Column> exact =
                columns.stream().filter(column -> column.name().equals(name)).findFirst();
        return exact.isPresent()
                ? exact
                : columns.stream()
                        .filter(column -> column.name().equalsIgnoreCase(name))
                        .findFirst();
    }

    /** A column that a statement names, or a refusal with the nearest name. */
    Column at(String name, int position) {
        return find(name).orElseThrow(() -> new SqlException(position, missing(name), remedy(name)));
    }

    /** A column that an option names. */
    public Column named(String name) {
        return find(name).orElseThrow(() -> new InvalidException(missing(name), remedy(name)));
    }

    private static String missing(String name) {
        return "there is no column '" + name + "'";
    }

    private String remedy(String name) {
        String all = String.join(
                ", ", columns.stream().map(Column::name).limit(SHOWN).toList());
        return columns.stream()
                        .map(Column::name)
                        .filter(column -> distance(column.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))
                                <= 1 + name.length() / 3)
                        .min((a, b) -> Integer.compare(distance(a, name), distance(b, name)))
                        .map(nearest -> "did you mean '" + nearest + "'? ")
                        .orElse("")
                + "the columns are " + all + (columns.size() > SHOWN ? ", ..." : "");
    }

    /** Letters to change, add or leave out. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int changed = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
                corner = above;
            }
        }
        return row[b.length()];
    }
}
