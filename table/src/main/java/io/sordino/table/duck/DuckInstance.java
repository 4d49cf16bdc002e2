package io.sordino.table.duck;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/** A database of its own for one query: it reads one file, writes none, and its settings are locked. */
final class DuckInstance implements AutoCloseable {
    private final DuckDBConnection connection;

    private DuckInstance(DuckDBConnection connection) {
        this.connection = connection;
    }

    static DuckInstance open(Path path, String attach, int threads, String memory) throws SQLException {
        Properties properties = new Properties();
        DuckDBConnection connection = (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET autoinstall_known_extensions=false");
            statement.execute("SET autoload_known_extensions=false");
            statement.execute("SET TimeZone='UTC'");
            statement.execute("SET threads=" + threads);
            statement.execute("SET memory_limit='" + memory + "'");
            // a sample that is spilled to disk would be a secret in a file
            statement.execute("SET temp_directory=''");
            if (!attach.isEmpty()) statement.execute(attach);
            statement.execute("SET allowed_paths=["
                    + io.sordino.table.query.RowSql.literal(
                            path.toAbsolutePath().toString()) + "]");
            statement.execute("SET enable_external_access=false");
            statement.execute("SET lock_configuration=true");
            return new DuckInstance(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    Statement statement() throws SQLException {
        return connection.createStatement();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
