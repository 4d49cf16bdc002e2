package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.CsvLine;
import java.io.BufferedWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A line of a CSV file is read as its own text says, whatever the other lines hold: adding one adds its row or none. */
class CsvLinesTest {
    private static final String LETTERS = "ab,,,\"\"1 ;\t'\\#é";
    private static final List<String> ENDS = List.of("\n", "\r\n", "\r");

    @TempDir
    Path folder = Path.of("");

    private static List<String> read(DataSource source, String from) throws Exception {
        List<String> rows = new ArrayList<>();
        try (DuckInstance instance = source.instance(Running.of(2, "1GB"));
                Statement statement = instance.statement();
                ResultSet found = statement.executeQuery("SELECT c0, c1 FROM " + from)) {
            while (found.next()) rows.add(found.getString(1) + "|" + found.getString(2));
        }
        return rows.stream().sorted().toList();
    }

    private DataSource source(String text) throws Exception {
        Path file = folder.resolve("data.csv");
        Files.writeString(file, text);
        return DataSource.open(file, "data");
    }

    private List<String> read(String text) throws Exception {
        DataSource source = source(text);
        return read(source, source.plainFrom());
    }

    /** The cells of a line by a walk over its characters; empty where it is no record of two columns. */
    private static List<String> row(String line) {
        List<String> cells = new ArrayList<>();
        int at = 0;
        while (at <= line.length()) {
            StringBuilder cell = new StringBuilder();
            if (line.startsWith("\"", at)) {
                boolean closed = false;
                for (at++; at < line.length() && !closed; at++) {
                    if (line.charAt(at) != '"') cell.append(line.charAt(at));
                    else if (line.startsWith("\"\"", at)) cell.append(line.charAt(at++));
                    else closed = true;
                }
                if (!closed) return List.of();
            } else {
                while (at < line.length() && line.charAt(at) != ',' && line.charAt(at) != '"')
                    cell.append(line.charAt(at++));
            }
            if (at < line.length() && line.charAt(at) != ',') return List.of();
            at++;
            cells.add(cell.isEmpty() ? "null" : cell.toString());
        }
        return cells.size() == 2 ? List.of(String.join("|", cells)) : List.of();
    }

    @Test
    void everyLineIsReadByItselfWhateverTheOthersAre() throws Exception {
        Random random = new Random(20261118);
        int some = 0;
        for (int round = 0; round < 60; round++) {
            StringBuilder text = new StringBuilder("h,k\n");
            List<String> wanted = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                StringBuilder line = new StringBuilder();
                for (int n = random.nextInt(9); n > 0; n--)
                    line.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
                text.append(line).append(ENDS.get(random.nextInt(3)));
                wanted.addAll(row(line.toString()));
                // what other engines take apart by code is the same
                List<String> cells = CsvLine.cells(line.toString(), ',').stream()
                        .map(cell -> cell.isEmpty() ? "null" : cell)
                        .toList();
                assertThat(cells.size() == 2 ? List.of(String.join("|", cells)) : List.of())
                        .isEqualTo(row(line.toString()));
            }
            some += wanted.size();
            assertThat(read(text.toString()))
                    .containsExactlyElementsOf(wanted.stream().sorted().toList());
        }
        assertThat(some).isGreaterThan(1000);
    }

    @Test
    void aStrayQuoteOrAnotherLineEndChangesNoOtherRow() throws Exception {
        String before = "h,k\na,1\n\"b \"\"x\"\"\",2\n";
        String after = "c,3\nd,\"4\"\n";
        List<String> rows = List.of("a|1", "b \"x\"|2", "c|3", "d|4");
        assertThat(read(before + after)).containsExactlyElementsOf(rows);
        for (String line :
                List.of("\"e,5\n", "e\",5\n", "e,\"5\n", "e,5,6\n", "\"e\"x,5\n", "\n", "\r", "\r\n", "\0\n", "e\n"))
            assertThat(read(before + line + after)).as(line).containsExactlyElementsOf(rows);
        for (String line : List.of("e,5\r", "e,5\r\n", "\"e\",5\n"))
            assertThat(read(before + line + after)).as(line).contains("e|5").hasSize(5);

        // control: the engine's own reader takes what follows an open quote for one value, and the rows after it are
        // gone
        DataSource odd = source(before + "\"e,5\n" + after);
        String own = "read_csv(" + "'" + odd.path()
                + "', auto_detect=false, header=true, quote='\"', escape='\"', delim=',', "
                + "ignore_errors=true, columns={'c0': 'VARCHAR', 'c1': 'VARCHAR'})";
        assertThat(read(odd, own)).hasSizeLessThan(4);
    }

    @Test
    void whatIsNoTextOrTooLongIsLeftOutAlone() throws Exception {
        Path file = folder.resolve("data.csv");
        String many = "x".repeat(5 << 20);
        byte[] text = ("h,k\na,1\n\u00ff,2\n" + many + ",3\nb,4\n").getBytes(StandardCharsets.ISO_8859_1);
        Files.write(file, text);
        DataSource source = DataSource.open(file, "data");
        assertThat(read(source, source.plainFrom())).containsExactly("a|1", "b|4");
    }

    /** Buffers of the engine end inside of lines. */
    @Test
    void noLineIsLostWhereABufferEnds() throws Exception {
        Path file = folder.resolve("data.csv");
        int lines = 90_000;
        long sum = 0;
        Random random = new Random(3);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("h,k\n");
            for (int i = 0; i < lines; i++) {
                out.write("y".repeat(500 + random.nextInt(1000)) + "," + i + "\n");
                sum += i;
            }
        }
        assertThat(Files.size(file)).isGreaterThan(2L << 25);
        DataSource source = DataSource.open(file, "data");
        try (DuckInstance instance = source.instance(Running.of(2, "1GB"));
                Statement statement = instance.statement();
                ResultSet found =
                        statement.executeQuery("SELECT count(*), sum(CAST(c1 AS BIGINT)) FROM " + source.plainFrom())) {
            found.next();
            assertThat(found.getLong(1)).isEqualTo(lines);
            assertThat(found.getLong(2)).isEqualTo(sum);
        }
    }

    @Test
    void namesOfColumnsStandOnOneLine() {
        assertThatThrownBy(() -> source("\"h\nh\",k\n1,2\n"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("is not closed");
    }
}
