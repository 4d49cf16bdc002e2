package io.sordino.data;

import io.sordino.refusal.InvalidException;
import io.sordino.table.duck.CsvHeader;
import io.sordino.train.data.Cells;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBDriver;

/** A CSV or Parquet file, read by DuckDB in this process. Nothing else refers to DuckDB, so other commands never load it. */
public final class DataFile implements Cells {
    private static final List<String> TROUBLES =
            List.of("Expected Number of Columns", "Value with unterminated quote", "Invalid unicode");

    private final Path path;
    private final String source;
    /** Of a CSV file; those of a Parquet file are its own. */
    private final List<String> header;

    private DataFile(Path path, String source, List<String> header) {
        this.path = path;
        this.source = source;
        this.header = List.copyOf(header);
    }

    public static DataFile of(Path path) {
        if (Files.isDirectory(path)) throw new InvalidException("'" + path + "' is a folder", "name a file in it");
        if (!Files.isRegularFile(path))
            throw new InvalidException("cannot read '" + path + "': there is no such file", "check the name");
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (name.matches(".*\\.(csv|tsv|txt)(\\.gz)?")) {
            CsvHeader header = CsvHeader.of(path);
            return new DataFile(path, csv(path, header), header.names());
        }
        if (name.endsWith(".parquet")) return new DataFile(path, "read_parquet(" + literal(path) + ")", List.of());
        throw new InvalidException(
                "'" + path + "' is neither CSV nor Parquet",
                "give a file that ends in .csv, .csv.gz, .tsv or .parquet");
    }

    /**
     * Nothing is guessed from the first rows. Text is read as text: what a column holds is for the schema to say. Columns go by their places,
     * so that any names will do.
     */
    private static String csv(Path path, CsvHeader header) {
        String columns = IntStream.range(0, header.names().size())
                .mapToObj(c -> "'c" + c + "': 'VARCHAR'")
                .collect(Collectors.joining(", "));
        return "read_csv(" + literal(path) + ", auto_detect=false, header=true, quote='\"', escape='\"', delim='"
                + header.delimiter() + "', columns={" + columns + "})";
    }

    /** The file of exactly this name: DuckDB would take stars and brackets for a pattern. */
    private static String literal(Path path) {
        String name = path.toAbsolutePath().toString().replace("'", "''");
        return "'" + name.replaceAll("[*?\\[]", "[$0]") + "'";
    }

    /** What is done with an open file. */
    private interface Work<T> {
        T with(Statement statement) throws SQLException;
    }

    private <T> T open(Work<T> work) {
        return open(false, work);
    }

    /** @param streaming one row after another, so that they need no memory; but then DuckDB does not tell what went wrong */
    private <T> T open(boolean streaming, Work<T> work) {
        Properties properties = new Properties();
        properties.setProperty("jdbc_stream_results", String.valueOf(streaming));
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", properties);
                Statement statement = connection.createStatement()) {
            statement.execute("SET autoinstall_known_extensions=false");
            statement.execute("SET autoload_known_extensions=false");
            statement.execute("SET threads=2");
            statement.execute("SET memory_limit='2GB'");
            return work.with(statement);
        } catch (SQLException e) {
            throw new InvalidException(
                    "cannot read '" + path + "': " + told(e), "check that the file is whole and has a header", e);
        }
    }

    /** DuckDB's messages go on about where and how, and show what a line holds: what is wrong with it is picked out. */
    private static String told(SQLException e) {
        List<String> lines = String.valueOf(e.getMessage()).lines().toList();
        String first = lines.isEmpty() ? "" : lines.get(0);
        String wrong = lines.stream()
                .filter(line -> TROUBLES.stream().anyMatch(line::startsWith))
                .map(line -> ", " + line)
                .findFirst()
                .orElse("");
        String all = first.replace("Invalid Input Error: ", "") + wrong;
        return all.length() > 160 ? all.substring(0, 160) + "..." : all;
    }

    @Override
    public List<String> columns() {
        if (!header.isEmpty()) return header;
        return open(statement -> {
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + source + " LIMIT 0")) {
                ResultSetMetaData meta = rows.getMetaData();
                List<String> names = new ArrayList<>();
                for (int i = 1; i <= meta.getColumnCount(); i++) names.add(meta.getColumnName(i));
                return names;
            }
        });
    }

    @Override
    public int rows() {
        return open(statement -> {
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + source)) {
                rows.next();
                long count = rows.getLong(1);
                if (!(count <= Integer.MAX_VALUE - 8))
                    throw new InvalidException("there are " + count + " rows", "at most 2^26 can be used");
                return (int) count;
            }
        });
    }

    /** Numbers that cannot be read as such are refused; the message names the column and not the value. */
    @Override
    public void read(List<Wanted> wanted, int rows, Sink sink) {
        List<String> present = columns();
        for (Wanted one : wanted)
            if (!present.contains(one.name()))
                throw new InvalidException(
                        "there is no column '" + one.name() + "' in '" + path + "'",
                        "it has " + String.join(", ", present.subList(0, Math.min(20, present.size()))));
        String list = wanted.stream()
                .map(one -> one.numeric()
                        ? "CAST(nullif(trim(CAST(" + quoted(one.name()) + " AS VARCHAR)), '') AS DOUBLE)"
                        : "trim(CAST(" + quoted(one.name()) + " AS VARCHAR))")
                .collect(Collectors.joining(", "));
        String numbers = wanted.stream()
                .map(one -> "CAST(" + quoted(one.name()) + (one.numeric() ? " AS DOUBLE)" : " AS VARCHAR)"))
                .collect(Collectors.joining(", "));
        boolean parquet = source.startsWith("read_parquet");
        open(true, statement -> {
            try (ResultSet found = statement.executeQuery("SELECT " + (parquet ? numbers : list) + " FROM " + source)) {
                int row = 0;
                while (found.next()) {
                    if (!(row < rows)) throw new InvalidException("the file has grown while it was read");
                    for (int c = 0; c < wanted.size(); c++) {
                        if (wanted.get(c).numeric()) {
                            double value = found.getDouble(c + 1);
                            sink.number(row, c, found.wasNull() ? Double.NaN : value);
                        } else {
                            String value = found.getString(c + 1);
                            sink.text(row, c, value == null ? "" : value);
                        }
                    }
                    row++;
                }
                if (!(row == rows)) throw new InvalidException("the file has changed while it was read");
                return row;
            } catch (SQLException e) {
                Optional<String> worded = worded(wanted);
                if (worded.isEmpty()) throw e;
                throw new InvalidException(
                        "column '" + worded.get() + "' holds something that is not a number",
                        "mend it, or let train know of its levels with --categorical '" + worded.get()
                                + "=A|B' or leave it out with --drop " + worded.get(),
                        e);
            }
        });
    }

    /** A column that should hold numbers and does not. */
    private Optional<String> worded(List<Wanted> wanted) {
        List<Wanted> numbers = wanted.stream().filter(Wanted::numeric).toList();
        if (numbers.isEmpty()) return Optional.empty();
        String counts = numbers.stream()
                .map(one -> "count(*) FILTER (WHERE trim(CAST(" + quoted(one.name())
                        + " AS VARCHAR)) <> '' AND TRY_CAST(" + quoted(one.name()) + " AS DOUBLE) IS NULL)")
                .collect(Collectors.joining(", "));
        return open(statement -> {
            try (ResultSet found = statement.executeQuery("SELECT " + counts + " FROM " + source)) {
                found.next();
                for (int c = 0; c < numbers.size(); c++)
                    if (found.getLong(c + 1) > 0)
                        return Optional.of(numbers.get(c).name());
                return Optional.empty();
            }
        });
    }

    private String quoted(String name) {
        return header.isEmpty() ? identifier(name) : "c" + header.indexOf(name);
    }

    private static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
