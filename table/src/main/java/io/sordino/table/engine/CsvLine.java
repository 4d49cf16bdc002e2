package io.sordino.table.engine;

import java.util.ArrayList;
import java.util.List;

/** A record of a CSV file, which is one line: it is taken apart by its own text alone. */
public final class CsvLine {
    /** Lines that are longer are left out. */
    public static final int MOST_BYTES = 1 << 22;

    private CsvLine() {}

    /** The cells of a line; none where a quote is not closed on it or stands where none belongs. */
    public static List<String> cells(String line, char delimiter) {
        List<String> cells = new ArrayList<>();
        if (line.indexOf('"') < 0) {
            int from = 0;
            for (int to = line.indexOf(delimiter); to >= 0; to = line.indexOf(delimiter, from)) {
                cells.add(line.substring(from, to));
                from = to + 1;
            }
            cells.add(line.substring(from));
            return cells;
        }
        int at = 0;
        while (at <= line.length()) {
            StringBuilder cell = new StringBuilder();
            int next = line.startsWith("\"", at) ? quoted(line, at + 1, cell) : plain(line, at, delimiter, cell);
            if (next < 0 || (next < line.length() && line.charAt(next) != delimiter)) return List.of();
            cells.add(cell.toString());
            at = next + 1;
        }
        return cells;
    }

    private static int plain(String line, int from, char delimiter, StringBuilder cell) {
        int at = from;
        while (at < line.length() && line.charAt(at) != delimiter && line.charAt(at) != '"') at++;
        cell.append(line, from, at);
        return at;
    }

    /** The place behind the closing quote, or -1 where there is none; two quotes are one that is meant. */
    private static int quoted(String line, int from, StringBuilder cell) {
        for (int at = from; at < line.length(); at++) {
            if (line.charAt(at) == '"' && !line.startsWith("\"\"", at)) return at + 1;
            if (line.charAt(at) == '"') at++;
            cell.append(line.charAt(at));
        }
        return -1;
    }
}
