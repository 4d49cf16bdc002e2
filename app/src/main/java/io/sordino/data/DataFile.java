package io.sordino.data;

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
import org.duckdb.DuckDBDriver;

/** A CSV or Parquet file, read by DuckDB in this process. Nothing else refers to DuckDB, so other commands never load it. */
public final class DataFile {
    private final Path path;
    private final String source;

    private DataFile(Path path, String source) {
        this.path = path;
        this.source = source;
    }

    public static DataFile of(Path path) {
        if (!Files.isRegularFile(path))
            throw new IllegalArgumentException("cannot read '" + path + "': there is no such file; check the name");
        String name = path.toString().toLowerCase(Locale.ROOT);
        String quoted = "'" + path.toAbsolutePath().toString().replace("'", "''") + "'";
        // text is read as text: what a column holds is for the schema to say, not for a guess from the first rows
        if (name.matches(".*\\.(csv|tsv|txt)(\\.gz)?"))
            return new DataFile(path, "read_csv(" + quoted + ", header=true, all_varchar=true)");
        if (name.endsWith(".parquet")) return new DataFile(path, "read_parquet(" + quoted + ")");
        throw new IllegalArgumentException(
                "'" + path + "' is neither CSV nor Parquet; give a file that ends in .csv, .csv.gz, .tsv or .parquet");
    }

    /** What is done with an open file. */
    private interface Work<T> {
        T with(Statement statement) throws SQLException;
    }

    private <T> T open(Work<T> work) {
        Properties properties = new Properties();
        properties.setProperty("jdbc_stream_results", "true");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", properties);
                Statement statement = connection.createStatement()) {
            statement.execute("SET autoinstall_known_extensions=false");
            statement.execute("SET autoload_known_extensions=false");
            statement.execute("SET threads=2");
            statement.execute("SET memory_limit='2GB'");
            return work.with(statement);
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "cannot read '" + path + "': " + firstLine(e) + "; check that the file is whole and has a header",
                    e);
        }
    }

    /** DuckDB's messages go on about where and how. */
    private static String firstLine(SQLException e) {
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return (line.length() > 160 ? line.substring(0, 160) + "..." : line).replace("; ", ", ");
    }

    public List<String> columns() {
        return open(statement -> {
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + source + " LIMIT 0")) {
                ResultSetMetaData meta = rows.getMetaData();
                List<String> names = new ArrayList<>();
                for (int i = 1; i <= meta.getColumnCount(); i++) names.add(meta.getColumnName(i));
                return names;
            }
        });
    }

    public int rows() {
        return open(statement -> {
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + source)) {
                rows.next();
                long count = rows.getLong(1);
                if (!(count <= Integer.MAX_VALUE - 8))
                    throw new IllegalArgumentException("there are " + count + " rows; at most 2^26 can be used");
                return (int) count;
            }
        });
    }

    /** Takes what is read, one row after another. */
    interface Sink {
        /** Of a numeric column; NaN if it is missing. */
        void number(int row, int column, double value);

        /** Of a column of text; empty if it is missing. */
        void text(int row, int column, String value);
    }

    /** A column to read, as a number or as text. */
    record Wanted(String name, boolean numeric) {}

    /** Numbers that cannot be read as such are refused; the message names the column and not the value. */
    void read(List<Wanted> wanted, int rows, Sink sink) {
        List<String> present = columns();
        for (Wanted one : wanted)
            if (!present.contains(one.name))
                throw new IllegalArgumentException("there is no column '" + one.name + "' in '" + path + "'; it has "
                        + String.join(", ", present.subList(0, Math.min(20, present.size()))));
        String list = wanted.stream()
                .map(one -> one.numeric
                        ? "CAST(nullif(trim(CAST(" + quoted(one.name) + " AS VARCHAR)), '') AS DOUBLE)"
                        : "trim(CAST(" + quoted(one.name) + " AS VARCHAR))")
                .collect(Collectors.joining(", "));
        String numbers = wanted.stream()
                .map(one -> "CAST(" + quoted(one.name) + (one.numeric ? " AS DOUBLE)" : " AS VARCHAR)"))
                .collect(Collectors.joining(", "));
        boolean parquet = source.startsWith("read_parquet");
        open(statement -> {
            try (ResultSet found = statement.executeQuery("SELECT " + (parquet ? numbers : list) + " FROM " + source)) {
                int row = 0;
                while (found.next()) {
                    if (!(row < rows)) throw new IllegalArgumentException("the file has grown while it was read");
                    for (int c = 0; c < wanted.size(); c++) {
                        if (wanted.get(c).numeric) {
                            double value = found.getDouble(c + 1);
                            sink.number(row, c, found.wasNull() ? Double.NaN : value);
                        } else {
                            String value = found.getString(c + 1);
                            sink.text(row, c, value == null ? "" : value);
                        }
                    }
                    row++;
                }
                if (!(row == rows)) throw new IllegalArgumentException("the file has changed while it was read");
                return row;
            } catch (SQLException e) {
                // streams do not tell what went wrong
                Optional<String> worded = worded(wanted);
                if (worded.isEmpty()) throw e;
                throw new IllegalArgumentException(
                        "column '" + worded.get()
                                + "' holds something that is not a number; list its levels with --categorical '"
                                + worded.get() + "=A|B', or leave it out with --drop " + worded.get(),
                        e);
            }
        });
    }

    /** A column that should hold numbers and does not. */
    private Optional<String> worded(List<Wanted> wanted) {
        List<Wanted> numbers = wanted.stream().filter(Wanted::numeric).toList();
        if (numbers.isEmpty()) return Optional.empty();
        String counts = numbers.stream()
                .map(one -> "count(*) FILTER (WHERE trim(CAST(" + quoted(one.name) + " AS VARCHAR)) <> '' AND TRY_CAST("
                        + quoted(one.name) + " AS DOUBLE) IS NULL)")
                .collect(Collectors.joining(", "));
        return open(statement -> {
            try (ResultSet found = statement.executeQuery("SELECT " + counts + " FROM " + source)) {
                found.next();
                for (int c = 0; c < numbers.size(); c++)
                    if (found.getLong(c + 1) > 0) return Optional.of(numbers.get(c).name);
                return Optional.empty();
            }
        });
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
