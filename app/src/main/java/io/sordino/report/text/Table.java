package io.sordino.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of cells, padded to columns. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    public Table row(String... cells) {
        rows.add(Arrays.asList(cells));
        return this;
    }

    /** One line a row; the last cell of a row is not padded. */
    public List<String> lines() {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows)
            for (int i = 0; i < row.size() - 1; i++)
                widths[i] = Math.max(widths[i], row.get(i).length());
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(row.get(i));
            if (i < row.size() - 1)
                line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
