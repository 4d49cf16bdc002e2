package io.sordino.ledger.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The tables. What they hold can be made again from the lines of ledger_entry alone, but for the answers. */
final class Schema {
    static final int VERSION = 1;

    private Schema() {}

    static void check(Connection connection) throws SQLException {
        check(version(connection));
    }

    /** Of a ledger that was there before. */
    static void checkAgain(Connection connection) throws SQLException {
        check(read(connection));
    }

    private static void check(OptionalInt version) {
        if (version.isEmpty())
            throw new LedgerException(
                    "there is no ledger here", "make one: sordino ledger create --ledger ... --budget ...");
        if (version.getAsInt() > VERSION)
            throw new LedgerException(
                    "the ledger has version " + version.getAsInt() + ", and this program knows versions up to "
                            + VERSION,
                    "use a newer Sordino; nothing was changed");
    }

    static OptionalInt version(Connection connection) throws SQLException {
        // neither database is asked for a table that it does not have: PostgreSQL would end the transaction
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "ledger_head", null)) {
            if (!tables.next()) return OptionalInt.empty();
        }
        return read(connection);
    }

    private static OptionalInt read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT version FROM ledger_head")) {
            return rows.next() ? OptionalInt.of(rows.getInt(1)) : OptionalInt.empty();
        }
    }

    static void create(Connection connection, Database database) throws SQLException {
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE ledger_head (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL,"
                        + " seq BIGINT NOT NULL, hash TEXT NOT NULL, millis BIGINT NOT NULL)",
                "CREATE TABLE ledger_entry (seq BIGINT PRIMARY KEY, budget TEXT NOT NULL, kind TEXT NOT NULL,"
                        + " request TEXT NOT NULL, line TEXT NOT NULL, hash TEXT NOT NULL)",
                "CREATE UNIQUE INDEX ledger_one_charge ON ledger_entry (budget, request) WHERE kind = 'charge'",
                "CREATE TABLE ledger_budget (name TEXT PRIMARY KEY, seq BIGINT NOT NULL, line TEXT NOT NULL)",
                // the last guard: whatever a program gets wrong, the database does not overspend
                "CREATE TABLE ledger_holding (budget TEXT NOT NULL, period TEXT NOT NULL, resource TEXT NOT NULL,"
                        + " most BIGINT NOT NULL, spent BIGINT NOT NULL, CHECK (spent >= 0 AND spent <= most),"
                        + " PRIMARY KEY (budget, period, resource))",
                "CREATE TABLE ledger_answer (budget TEXT NOT NULL, request TEXT NOT NULL, body " + database.bytes()
                        + " NOT NULL, PRIMARY KEY (budget, request))"));
        statements.addAll(database.guards("ledger_entry"));
        statements.addAll(database.guards("ledger_answer"));
        statements.add("INSERT INTO ledger_head VALUES (1, " + VERSION + ", 0, '" + Chain.START + "', 0)");
        Database.run(connection, statements);
    }
}
