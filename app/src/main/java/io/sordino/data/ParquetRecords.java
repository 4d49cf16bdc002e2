package io.sordino.data;

import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Cells;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDriver;

/** A Parquet file, read by DuckDB in this process. Its columns have types: which hold numbers is public and no record's doing. */
final class ParquetRecords implements DataFile {
    private static final Pattern NUMBERS =
            Pattern.compile("U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DOUBLE|FLOAT|REAL|DECIMAL.*|BOOLEAN");

    private final Path path;
    private final String source;

    ParquetRecords(Path path) {
        this.path = path;
        source = "read_parquet(" + literal(path) + ")";
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
        Properties properties = new Properties();
        // one row after another, so that they need no memory
        properties.setProperty("jdbc_stream_results", "true");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", properties);
                Statement statement = connection.createStatement()) {
            statement.execute("SET autoinstall_known_extensions=false");
            statement.execute("SET autoload_known_extensions=false");
            statement.execute("SET threads=2");
            statement.execute("SET memory_limit='2GB'");
            return work.with(statement);
        } catch (SQLException e) {
            throw new InvalidException("cannot read '" + path + "'", "check that the file is whole", e);
        }
    }

    @Override
    public List<String> columns() {
        return List.copyOf(types().keySet());
    }

    /** Of the columns, by their names. */
    private Map<String, String> types() {
        return open(statement -> {
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + source + " LIMIT 0")) {
                ResultSetMetaData meta = rows.getMetaData();
                Map<String, String> types = new LinkedHashMap<>();
                for (int i = 1; i <= meta.getColumnCount(); i++)
                    types.put(meta.getColumnName(i), meta.getColumnTypeName(i));
                return types;
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

    @Override
    public void read(List<Cells.Wanted> wanted, int rows, Sink sink) {
        Map<String, String> types = types();
        DataFile.places(path, List.copyOf(types.keySet()), wanted);
        for (Wanted one : wanted)
            if (one.numeric()
                    && !NUMBERS.matcher(types.getOrDefault(one.name(), "")).matches())
                throw new InvalidException(
                        "column '" + one.name() + "' holds " + types.get(one.name()) + " and no numbers",
                        "let train know of its levels with --categorical '" + one.name()
                                + "=A|B' or leave it out with --drop " + one.name());
        String list = wanted.stream()
                .map(one -> one.numeric()
                        ? "CAST(" + identifier(one.name()) + " AS DOUBLE)"
                        : "CAST(" + identifier(one.name()) + " AS VARCHAR)")
                .collect(Collectors.joining(", "));
        int found = open(statement -> {
            try (ResultSet result = statement.executeQuery("SELECT " + list + " FROM " + source)) {
                int row = 0;
                for (; result.next(); row++) {
                    DataFile.checkUnchanged(row < rows);
                    for (int c = 0; c < wanted.size(); c++) cell(result, row, c, wanted.get(c), sink);
                }
                return row;
            }
        });
        DataFile.checkUnchanged(found == rows);
    }

    private static void cell(ResultSet result, int row, int c, Wanted wanted, Sink sink) throws SQLException {
        if (wanted.numeric()) {
            double value = result.getDouble(c + 1);
            sink.number(row, c, result.wasNull() ? Double.NaN : value);
        } else {
            String value = result.getString(c + 1);
            sink.text(row, c, value == null ? "" : value);
        }
    }

    private static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
