package io.sordino.ledger.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A file. A write-ahead log that is synced at every commit; any other setting is refused. */
final class SqliteDatabase implements Database {
    static final String PREFIX = "jdbc:sqlite:";
    private static final int FULL = 2;
    private static final int BUSY_MILLISECONDS = 60_000;

    private final String url;
    private final Words words;

    SqliteDatabase(String url, Words words) {
        this.url = url;
        this.words = words;
        String settings = url.contains("?") ? url.substring(url.indexOf('?') + 1) : "";
        for (String one : settings.toLowerCase(Locale.ROOT).split("&", -1)) {
            boolean unsafe = (one.startsWith("synchronous=") && !one.matches("synchronous=(full|extra|2|3)"))
                    || (one.startsWith("journal_mode=") && !one.equals("journal_mode=wal"));
            if (unsafe)
                throw new LedgerException(
                        "the setting '" + one + "' loses " + words.kept()
                                + " that were acknowledged when the machine stops",
                        "leave it out: a " + words.thing() + " is opened with journal_mode=WAL and synchronous=FULL");
            // with some of them, such as vfs=unix-none, two programs write over each other's charges
            if (!(one.isEmpty() || one.matches("(synchronous|journal_mode|mode|cache|max_page_count)=.*")))
                throw new LedgerException(
                        "the setting '" + one + "' is not one that a " + words.thing() + " is known to be safe with",
                        "leave it out: a " + words.thing() + " is opened with journal_mode=WAL and synchronous=FULL");
        }
        if (url.startsWith(PREFIX + ":memory:") || url.contains("mode=memory") || url.equals(PREFIX))
            throw new LedgerException("a " + words.thing() + " in memory forgets its " + words.kept(), "name a file");
    }

    @Override
    public Optional<Path> file() {
        return Optional.of(path());
    }

    Path path() {
        String name = url.substring(PREFIX.length());
        int settings = name.indexOf('?');
        return Path.of((settings < 0 ? name : name.substring(0, settings)).replaceFirst("^file:", ""));
    }

    boolean exists() {
        return Files.exists(path());
    }

    @Override
    public Connection connect() throws SQLException {
        checkOneName();
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLISECONDS);
        Properties properties = config.toProperties();
        Connection connection = DriverManager.getConnection(url, properties);
        try (Statement statement = connection.createStatement()) {
            String journal = text(statement, "PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            String synchronous = text(statement, "PRAGMA synchronous");
            if (!journal.equalsIgnoreCase("wal") || Integer.parseInt(synchronous) < FULL)
                throw new LedgerException(
                        "this file cannot be written durably: journal_mode is " + journal + ", synchronous "
                                + synchronous,
                        "keep the " + words.thing() + " on a local disk that allows a write-ahead log");
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** The log of a file stands beside its name, so two names of one file would have two logs, and each its own budget. */
    private void checkOneName() {
        int names = names();
        if (names > 1)
            throw new LedgerException(
                    path() + " has " + names + " names, and programs that use different ones do not see each other",
                    "remove the other hard links, or use symbolic ones");
    }

    private int names() {
        try {
            return exists() && Files.getAttribute(path().toRealPath(), "unix:nlink") instanceof Integer names
                    ? names
                    : 1;
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            // this system does not count them
            return 1;
        } catch (IOException e) {
            throw new LedgerException(path() + " cannot be read", "check the folder and its permissions", e);
        }
    }

    private static String text(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    /** The driver's own transactions would hold the lock of writers while idle. */
    @Override
    public void begin(Connection connection) throws SQLException {
        Database.run(connection, List.of("BEGIN IMMEDIATE"));
    }

    @Override
    public String bytes() {
        return "BLOB";
    }

    @Override
    public List<String> guards(String table) {
        return List.of(
                "CREATE TRIGGER " + table + "_is_not_changed BEFORE UPDATE ON " + table
                        + " BEGIN SELECT RAISE(ABORT, 'a ledger only appends'); END",
                "CREATE TRIGGER " + table + "_is_not_dropped BEFORE DELETE ON " + table
                        + " BEGIN SELECT RAISE(ABORT, 'a ledger only appends'); END");
    }

    @Override
    public LedgerException explained(SQLException e) {
        SQLiteErrorCode code = e instanceof SQLiteException one ? one.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        String name = code.name();
        if (name.startsWith("SQLITE_FULL"))
            return new LedgerException("the disk is full; " + words.nothing(), "make room, then " + words.again(), e);
        if (name.startsWith("SQLITE_NOTADB") || name.startsWith("SQLITE_CORRUPT"))
            return new LedgerException(
                    path() + " is not a " + words.thing() + ", or is damaged", "name another file, or restore it", e);
        if (name.startsWith("SQLITE_READONLY") || name.startsWith("SQLITE_CANTOPEN"))
            return new LedgerException(path() + " cannot be written", "check the folder and its permissions", e);
        if (name.startsWith("SQLITE_BUSY") || name.startsWith("SQLITE_LOCKED"))
            return new LedgerException(
                    "another program has held " + path() + " for a minute; " + words.nothing(),
                    "when it is done, " + words.again(),
                    e);
        if (name.startsWith("SQLITE_IOERR"))
            // what was written before the disk failed may still be found there later
            return new LedgerException(
                    "the disk is full or has failed: " + e.getMessage() + "; what arrived is not known here",
                    "make room or look after the disk, then " + words.unknown(),
                    e);
        return new LedgerException(
                "the " + words.thing() + " could not be written: " + e.getMessage() + "; " + words.nothing(),
                words.again(),
                e);
    }

    @Override
    public boolean isLost(SQLException e) {
        return false;
    }
}
