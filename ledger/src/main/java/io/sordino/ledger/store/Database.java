package io.sordino.ledger.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** What SQLite and PostgreSQL do differently. Tables and statements are the same. */
public interface Database {
    /** The one that is meant; where: a file or a JDBC URL. */
    static Database of(String where, Words words) {
        if (where.startsWith(PostgresDatabase.PREFIX)) return new PostgresDatabase(where, words);
        if (where.startsWith(SqliteDatabase.PREFIX)) return new SqliteDatabase(where, words);
        if (where.startsWith("jdbc:"))
            throw new LedgerException(
                    "a " + words.thing() + " is kept in SQLite or PostgreSQL",
                    "name a file, or a URL that begins jdbc:postgresql:");
        if (where.isBlank())
            throw new LedgerException("the " + words.thing() + " has no name", "name a file or a JDBC URL");
        return new SqliteDatabase(SqliteDatabase.PREFIX + where, words);
    }

    /** The file that it is, where it is one. */
    Optional<Path> file();

    /** A connection of its own, checked to be durable. */
    Connection connect() throws SQLException;

    /** Starts a transaction that nobody else writes beside. */
    void begin(Connection connection) throws SQLException;

    /** The type of bytes. */
    String bytes();

    /** Statements that make rows of a table unchangeable. */
    List<String> guards(String table);

    /** Of what went wrong, in words that say what to do. */
    LedgerException explained(SQLException e);

    /** Whether the connection is gone, so that nobody knows whether the last commit arrived. */
    boolean isLost(SQLException e);

    /** Runs statements that return nothing. */
    static void run(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String one : statements) statement.execute(one);
        }
    }
}
