package io.sordino.table.duck;

import io.sordino.refusal.InvalidException;
import io.sordino.table.query.RowSql;
import io.sordino.table.release.FlatAnswer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBDriver;

/** Writes released rows as Parquet. */
public final class ParquetFile {
    private ParquetFile() {}

    /** Replaces whatever stands there. */
    public static void write(Path file, FlatAnswer answer) {
        String columns = IntStream.range(0, answer.columns().size())
                .mapToObj(i -> RowSql.quoted(answer.columns().get(i)) + " " + type(answer, i))
                .collect(Collectors.joining(", "));
        String holes = answer.columns().stream().map(name -> "?").collect(Collectors.joining(", "));
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE answer (" + columns + ")");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO answer VALUES (" + holes + ")")) {
                for (List<Optional<Object>> row : answer.rows()) {
                    for (int i = 0; i < row.size(); i++)
                        insert.setObject(i + 1, row.get(i).orElse(null));
                    insert.addBatch();
                }
                if (!answer.rows().isEmpty()) insert.executeBatch();
            }
            statement.execute(
                    "COPY answer TO " + RowSql.literal(file.toAbsolutePath().toString()) + " (FORMAT parquet)");
        } catch (SQLException e) {
            throw new InvalidException(
                    "the rows could not be written as Parquet",
                    "check that the disk has room, or choose another file",
                    e);
        }
    }

    private static String type(FlatAnswer answer, int column) {
        return answer.rows().stream()
                .flatMap(row -> row.get(column).stream())
                .findFirst()
                .map(value -> value instanceof Long
                        ? "BIGINT"
                        : value instanceof Double ? "DOUBLE" : value instanceof Boolean ? "BOOLEAN" : "VARCHAR")
                .orElse("VARCHAR");
    }
}
