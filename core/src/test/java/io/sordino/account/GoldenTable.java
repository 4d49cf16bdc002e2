package io.sordino.account;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A table of truths: plan, relation, given, at, lower, upper, kind, source. Lines that start with # are comments. */
public record GoldenTable(String name, List<Row> rows) {
    public record Row(String plan, String relation, String given, double at, double lower, double upper, String kind) {
        public boolean asksEpsilon() {
            return given.equals("delta");
        }
    }

    public static GoldenTable read(String name) {
        return new GoldenTable(name, cells(name).stream().map(GoldenTable::row).toList());
    }

    /** The cells of every line below the header. */
    public static List<List<String>> cells(String name) {
        return cellsOf("/golden/" + name);
    }

    /** The same of any resource in this form. */
    public static List<List<String>> cellsOf(String resource) {
        List<List<String>> cells = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(GoldenTable.class.getResourceAsStream(resource), resource),
                StandardCharsets.UTF_8))) {
            boolean header = true;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("#") || line.isBlank()) continue;
                if (header) header = false;
                else cells.add(split(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cells;
    }

    private static Row row(List<String> cells) {
        return new Row(
                cells.get(0),
                cells.get(1),
                cells.get(2),
                Double.parseDouble(cells.get(3)),
                Double.parseDouble(cells.get(4)),
                Double.parseDouble(cells.get(5)),
                cells.get(6));
    }

    private static List<String> split(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (char c : line.toCharArray()) {
            if (c == '"') quoted = !quoted;
            else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else cell.append(c);
        }
        cells.add(cell.toString());
        return cells;
    }
}
