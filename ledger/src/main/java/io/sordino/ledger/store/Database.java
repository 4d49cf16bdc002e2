package io.sordino.ledger.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What SQLite and PostgreSQL do differently. Tables and statements are the same. */
interface Database {
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
