package io.sordino.data;

import io.sordino.refusal.InvalidException;
import io.sordino.table.duck.CsvHeader;
import io.sordino.table.engine.CsvLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A CSV file, in which every line behind the first that is not empty is a record. What is read of a line depends on that line alone, and how many records there are
 * on none: a line that cannot be taken apart is one of them all the same.
 */
final class CsvRecords implements DataFile {
    private static final String NOT_WHOLE = "a line has not as many cells as there are columns, a quote where none"
            + " belongs or that is not closed, is no UTF-8, or longer than 4 MiB";

    private final Path path;
    private final CsvHeader header;

    CsvRecords(Path path) {
        this.path = path;
        header = CsvHeader.of(path);
    }

    @Override
    public List<String> columns() {
        return header.names();
    }

    /** What is done with every line. */
    private interface Work {
        void with(int row, Lines lines);
    }

    private int each(Work work) {
        try (Lines lines = new Lines(path)) {
            // the names of the columns
            lines.next();
            int row = 0;
            while (lines.next()) {
                if (row == Integer.MAX_VALUE) throw new InvalidException("there are too many rows", "use at most 2^26");
                work.with(row++, lines);
            }
            return row;
        } catch (IOException e) {
            throw new InvalidException(
                    "cannot read '" + path + "': " + e.getClass().getSimpleName(), "check that the file is whole", e);
        }
    }

    @Override
    public int rows() {
        return each((row, lines) -> {});
    }

    @Override
    public void read(List<Wanted> wanted, int rows, Sink sink) {
        int[] places = DataFile.places(path, columns(), wanted);
        PlainLine plain = new PlainLine(header.delimiter());
        int found = each((row, lines) -> {
            DataFile.checkUnchanged(row < rows);
            if (lines.isTaken(plain)) plain(row, plain, places, wanted, sink);
            else quoted(row, lines, places, wanted, sink);
        });
        DataFile.checkUnchanged(found == rows);
    }

    private void plain(int row, PlainLine line, int[] places, List<Wanted> wanted, Sink sink) {
        if (line.cells() != columns().size()) {
            sink.unreadable(row, NOT_WHOLE);
            return;
        }
        for (int c = 0; c < places.length; c++) {
            if (!wanted.get(c).numeric()) {
                sink.text(row, c, line.text(places[c]));
                continue;
            }
            OptionalDouble number = line.shortNumber(places[c]);
            if (number.isPresent()) sink.number(row, c, number.getAsDouble());
            else number(row, c, wanted.get(c), line.text(places[c]), sink);
        }
    }

    private void quoted(int row, Lines lines, int[] places, List<Wanted> wanted, Sink sink) {
        Optional<List<String>> cells = lines.text()
                .map(line -> CsvLine.cells(line, header.delimiter()))
                .filter(all -> all.size() == columns().size());
        if (cells.isEmpty()) {
            sink.unreadable(row, NOT_WHOLE);
            return;
        }
        for (int c = 0; c < places.length; c++) {
            String cell = cells.get().get(places[c]).strip();
            if (wanted.get(c).numeric()) number(row, c, wanted.get(c), cell, sink);
            else sink.text(row, c, cell);
        }
    }

    private static void number(int row, int c, Wanted wanted, String cell, Sink sink) {
        OptionalDouble number = number(cell);
        if (number.isPresent()) sink.number(row, c, number.getAsDouble());
        else sink.unreadable(row, "column '" + wanted.name() + "' holds something that is not a number");
    }

    /** NaN where there is none; nothing where it is something else. */
    private static OptionalDouble number(String cell) {
        if (cell.isEmpty()) return OptionalDouble.of(Double.NaN);
        char last = cell.charAt(cell.length() - 1);
        // 1d and 0x1p3 are numbers in Java alone
        if (Character.isDigit(last) || last == '.')
            try {
                return cell.indexOf('x') >= 0 || cell.indexOf('X') >= 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(Double.parseDouble(cell));
            } catch (NumberFormatException e) {
                return OptionalDouble.empty();
            }
        return switch (cell.toLowerCase(Locale.ROOT)) {
            case "nan" -> OptionalDouble.of(Double.NaN);
            case "inf", "+inf", "infinity", "+infinity" -> OptionalDouble.of(Double.POSITIVE_INFINITY);
            case "-inf", "-infinity" -> OptionalDouble.of(Double.NEGATIVE_INFINITY);
            default -> OptionalDouble.empty();
        };
    }
}
