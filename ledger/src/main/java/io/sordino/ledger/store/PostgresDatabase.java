package io.sordino.ledger.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server that syncs every commit; one that does not is refused. */
final class PostgresDatabase implements Database {
    static final String PREFIX = "jdbc:postgresql:";

    private static final Map<String, String> UNSAFE =
            Map.of("fsync", "off", "synchronous_commit", "off", "full_page_writes", "off");

    private final String url;
    private final Words words;

    PostgresDatabase(String url, Words words) {
        this.url = url;
        this.words = words;
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> setting : UNSAFE.entrySet()) {
                try (ResultSet rows = statement.executeQuery("SHOW " + setting.getKey())) {
                    if (rows.next() && rows.getString(1).equals(setting.getValue()))
                        throw new LedgerException(
                                "the server has " + setting.getKey() + " = " + setting.getValue() + ", which loses "
                                        + words.kept() + " that were acknowledged",
                                "set " + setting.getKey() + " = on for this database");
                }
            }
            // where the next statement sees what others have committed, and a lock is what keeps them out
            statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED");
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** The lock is on the one row that every writer changes. */
    @Override
    public void begin(Connection connection) throws SQLException {
        Database.run(connection, List.of("BEGIN"));
    }

    @Override
    public String bytes() {
        return "BYTEA";
    }

    @Override
    public List<String> guards(String table) {
        return List.of(
                "CREATE OR REPLACE FUNCTION ledger_only_appends() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN RAISE EXCEPTION 'a ledger only appends'; END $$",
                "CREATE TRIGGER " + table + "_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON " + table
                        + " EXECUTE FUNCTION ledger_only_appends()");
    }

    @Override
    public LedgerException explained(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        if (isLost(e))
            return new LedgerException(
                    "the connection to the " + words.thing() + " was lost; what arrived is not known here",
                    words.unknown(),
                    e);
        if (state.startsWith("53"))
            return new LedgerException(
                    "the server has no room left; " + words.nothing(), "make room, then " + words.again(), e);
        if (state.startsWith("28") || state.startsWith("3D"))
            return new LedgerException(
                    "the server refuses the connection: " + e.getMessage(), "check user, password and database", e);
        return new LedgerException(
                "the " + words.thing() + " could not be written: " + e.getMessage() + "; " + words.nothing(),
                words.again(),
                e);
    }

    @Override
    public boolean isLost(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        // connection failures, and a server that is going down
        return state.startsWith("08") || state.startsWith("57P");
    }
}
