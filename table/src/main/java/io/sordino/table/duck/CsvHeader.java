package io.sordino.table.duck;

import io.sordino.refusal.InvalidException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * The first line of a CSV file: what columns are called and what stands between them. It is read here and not guessed by a sniffer of dialects,
 * which leaves out lines that do not fit its guess and gives the second of two columns of one name another.
 */
public record CsvHeader(char delimiter, List<String> names) {
    private static final String DELIMITERS = ",;\t|";
    private static final int MOST_BYTES = 1 << 24;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    public CsvHeader {
        names = List.copyOf(names);
    }

    /** Of a file, which may be packed. */
    public static CsvHeader of(Path file) {
        String line = firstLine(file);
        if (line.isBlank())
            throw new InvalidException(
                    "the first line of '" + file + "' is empty", "it must hold the names of the columns");
        if (line.chars().filter(c -> c == '"').count() % 2 == 1)
            throw new InvalidException(
                    "a quote in the first line of '" + file + "' is not closed there",
                    "write the names of the columns on one line: a record is a line");
        char delimiter = delimiter(line);
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String cell : cells(line, delimiter)) {
            String name = cell.isBlank() ? "column" + names.size() : cell.strip();
            if (!seen.add(name))
                throw new InvalidException(
                        "two columns of '" + file + "' are called '" + name + "'", "give every column its own name");
            names.add(name);
        }
        return new CsvHeader(delimiter, names);
    }

    /** Up to the first end of line. */
    private static String firstLine(Path file) {
        boolean packed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream plain = Files.newInputStream(file);
                InputStream in = new BufferedInputStream(packed ? new GZIPInputStream(plain) : plain)) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n' || next == '\r') break;
                if (!(bytes.size() < MOST_BYTES))
                    throw new InvalidException(
                            "the first line of '" + file + "' does not end", "it must hold the names of the columns");
                bytes.write(next);
            }
            String line = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            return line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
        } catch (CharacterCodingException e) {
            throw new InvalidException("'" + file + "' is not in UTF-8", "save it as UTF-8", e);
        } catch (IOException e) {
            throw new InvalidException(
                    "cannot read '" + file + "': " + e.getClass().getSimpleName(), "check that the file is whole", e);
        }
    }

    /** The one that is there most often. */
    private static char delimiter(String line) {
        char best = DELIMITERS.charAt(0);
        int most = 1;
        for (char candidate : DELIMITERS.toCharArray()) {
            int cells = cells(line, candidate).size();
            if (cells > most) {
                most = cells;
                best = candidate;
            }
        }
        return best;
    }

    private static List<String> cells(String line, char delimiter) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                // two quotes within quotes are one
                if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    cell.append('"');
                    i++;
                } else quoted = !quoted;
            } else if (c == delimiter && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else cell.append(c);
        }
        cells.add(cell.toString());
        return cells;
    }
}
