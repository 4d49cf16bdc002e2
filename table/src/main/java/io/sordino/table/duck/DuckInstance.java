package io.sordino.table.duck;

import io.sordino.table.query.RowSql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/** A database of its own for one query: it reads one file, writes none, and its settings are locked. */
final class DuckInstance implements AutoCloseable {
    private final DuckDBConnection connection;

    private DuckInstance(DuckDBConnection connection) {
        this.connection = connection;
    }

    static DuckInstance open(Path path, String before, Running running) throws SQLException {
        DuckDBConnection connection = (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
        try (Statement statement = connection.createStatement()) {
            prepare(statement, before, running);
            if (running.units().isPresent())
                statement.execute(running.units().get().attach());
            List<String> allowed = new ArrayList<>(List.of(path.toAbsolutePath().toString()));
            running.units()
                    .ifPresent(
                            units -> allowed.add(units.file().toAbsolutePath().toString()));
            statement.execute("SET allowed_paths=["
                    + allowed.stream().map(RowSql::literal).collect(Collectors.joining(", ")) + "]");
            statement.execute("SET enable_external_access=false");
            statement.execute("SET lock_configuration=true");
            return new DuckInstance(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** What every instance is told. */
    static void prepare(Statement statement, String before, Running running) throws SQLException {
        statement.execute("SET autoinstall_known_extensions=false");
        statement.execute("SET autoload_known_extensions=false");
        statement.execute("SET TimeZone='UTC'");
        statement.execute("SET threads=" + running.threads());
        statement.execute("SET memory_limit='" + running.memory() + "'");
        // a sample that is spilled to disk would be a secret in a file
        statement.execute("SET temp_directory=''");
        statement.execute("SET enable_progress_bar=true");
        statement.execute("SET enable_progress_bar_print=false");
        if (!before.isEmpty()) statement.execute(before);
    }

    DuckDBConnection connection() {
        return connection;
    }

    Watched watched(Running running) throws SQLException {
        return new Watched(connection.createStatement(), running.progress());
    }

    Statement statement() throws SQLException {
        return connection.createStatement();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
