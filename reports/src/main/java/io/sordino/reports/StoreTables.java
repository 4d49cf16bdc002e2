package io.sordino.reports;

import io.sordino.client.Envelope;
import io.sordino.ledger.store.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The tables of a shuffler's store, and one connection to them. */
final class StoreTables implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 10_000;
    private static final int PART = 1 << 20;

    /** Any number that no other program locks in this database. */
    private static final long LOCK = 0x736f7264696e6fL;

    private final Database database;
    private final Connection connection;

    StoreTables(Database database) throws SQLException {
        this.database = database;
        this.connection = database.connect();
    }

    /** A batch that was released. */
    record Released(String id, int day) {
        Path file(Path folder) {
            return Batch.file(folder, day, id);
        }
    }

    /** Locks the database for as long as this connection lives; a file is locked by a file beside it. */
    boolean isLocked() throws SQLException {
        if (database.file().isPresent()) return true;
        try (PreparedStatement ask = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
            ask.setLong(1, LOCK);
            return first(ask).map("t"::equals).orElse(false);
        }
    }

    /** Makes the tables where there are none, and says which campaign they are of. */
    String claim(String campaign) throws SQLException {
        boolean file = database.file().isPresent();
        // in the order of ids, not of arrival; what is deleted is overwritten
        String byKey = file ? " WITHOUT ROWID" : "";
        if (file) Database.run(connection, List.of("PRAGMA secure_delete = ON"));
        begin();
        Database.run(
                connection,
                List.of(
                        "CREATE TABLE IF NOT EXISTS shuffler_campaign (one INTEGER PRIMARY KEY, id TEXT NOT NULL)",
                        "CREATE TABLE IF NOT EXISTS shuffler_open (day INTEGER NOT NULL, id " + database.bytes()
                                + " NOT NULL, reports " + database.bytes() + " NOT NULL, PRIMARY KEY (day, id))"
                                + byKey,
                        "CREATE TABLE IF NOT EXISTS shuffler_seen (day INTEGER NOT NULL, part INTEGER NOT NULL, ids "
                                + database.bytes() + " NOT NULL, PRIMARY KEY (day, part))",
                        "CREATE TABLE IF NOT EXISTS shuffler_batch (id TEXT NOT NULL, day INTEGER NOT NULL,"
                                + " part INTEGER NOT NULL, bytes " + database.bytes()
                                + " NOT NULL, PRIMARY KEY (id, part))"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO shuffler_campaign VALUES (1, ?) ON CONFLICT DO NOTHING")) {
            insert.setString(1, campaign);
            insert.executeUpdate();
        }
        commit();
        try (PreparedStatement ask = connection.prepareStatement("SELECT id FROM shuffler_campaign")) {
            return first(ask).orElse("");
        }
    }

    private static Optional<String> first(PreparedStatement ask) throws SQLException {
        try (ResultSet rows = ask.executeQuery()) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
    }

    void begin() throws SQLException {
        database.begin(connection);
    }

    void commit() throws SQLException {
        Database.run(connection, List.of("COMMIT"));
    }

    void insert(int day, List<List<byte[]>> submissions) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO shuffler_open VALUES (?, ?, ?)")) {
            for (List<byte[]> submission : submissions) {
                ByteArrayOutputStream reports = new ByteArrayOutputStream();
                submission.forEach(reports::writeBytes);
                insert.setInt(1, day);
                insert.setBytes(2, Envelope.idOf(submission.get(0)));
                insert.setBytes(3, reports.toByteArray());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** All open submissions of a day, in the order of their ids. */
    List<List<byte[]>> open(int day, int length) throws SQLException {
        List<List<byte[]>> all = new ArrayList<>();
        byte[] last = new byte[0];
        try (PreparedStatement ask = connection.prepareStatement(
                "SELECT id, reports FROM shuffler_open WHERE day = ? AND id > ? ORDER BY id LIMIT " + ROWS_AT_ONCE)) {
            for (int before = -1; before < all.size(); ) {
                before = all.size();
                ask.setInt(1, day);
                ask.setBytes(2, last);
                try (ResultSet rows = ask.executeQuery()) {
                    while (rows.next()) {
                        last = rows.getBytes(1);
                        all.add(cut(rows.getBytes(2), length));
                    }
                }
            }
        }
        return all;
    }

    /** How many were taken away. */
    int deleteOpen(int day) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM shuffler_open WHERE day = ?")) {
            delete.setInt(1, day);
            return delete.executeUpdate();
        }
    }

    /** The ids of what was released on a day. */
    List<byte[]> seen(int day) throws SQLException {
        List<byte[]> ids = new ArrayList<>();
        try (PreparedStatement ask =
                connection.prepareStatement("SELECT ids FROM shuffler_seen WHERE day = ? AND part = ?")) {
            for (int part = 0; ; part++) {
                ask.setInt(1, day);
                ask.setInt(2, part);
                try (ResultSet rows = ask.executeQuery()) {
                    if (!rows.next()) return ids;
                    ids.addAll(cut(rows.getBytes(1), Envelope.ID_BYTES));
                }
            }
        }
    }

    void addSeen(int day, List<List<byte[]>> submissions) throws IOException, SQLException {
        int part;
        try (PreparedStatement ask =
                connection.prepareStatement("SELECT COUNT(*) FROM shuffler_seen WHERE day = " + day)) {
            part = Integer.parseInt(first(ask).orElse("0"));
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO shuffler_seen VALUES (?, ?, ?)");
                Parts parts = new Parts(insert, part, 3)) {
            insert.setInt(1, day);
            for (List<byte[]> submission : submissions)
                for (byte[] report : submission) parts.write(Envelope.idOf(report));
        }
    }

    void addBatch(Batch.Header header, List<byte[]> reports) throws IOException, SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO shuffler_batch VALUES (?, ?, ?, ?)");
                Parts parts = new Parts(insert, 0, 4)) {
            insert.setString(1, header.id());
            insert.setInt(2, header.day());
            Batch.write(parts, header, reports);
        }
    }

    List<Released> released() throws SQLException {
        List<Released> all = new ArrayList<>();
        try (PreparedStatement ask = connection.prepareStatement("SELECT id, day FROM shuffler_batch WHERE part = 0");
                ResultSet rows = ask.executeQuery()) {
            while (rows.next()) all.add(new Released(rows.getString(1), rows.getInt(2)));
        }
        return all;
    }

    /** Writes the bytes of a batch. */
    void copy(Released batch, OutputStream out) throws IOException {
        try (PreparedStatement ask =
                connection.prepareStatement("SELECT bytes FROM shuffler_batch WHERE id = ? AND part = ?")) {
            for (int part = 0; ; part++) {
                ask.setString(1, batch.id);
                ask.setInt(2, part);
                try (ResultSet rows = ask.executeQuery()) {
                    if (!rows.next()) return;
                    out.write(rows.getBytes(1));
                }
            }
        } catch (SQLException e) {
            throw new IOException("the database cannot be read", e);
        }
    }

    /** After a release: what a log still has of the rows that were taken away goes, too. */
    void forget() throws SQLException {
        if (database.file().isPresent()) Database.run(connection, List.of("PRAGMA wal_checkpoint(TRUNCATE)"));
    }

    private static List<byte[]> cut(byte[] bytes, int length) {
        List<byte[]> all = new ArrayList<>();
        for (int at = 0; at + length <= bytes.length; at += length) all.add(Arrays.copyOfRange(bytes, at, at + length));
        return all;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** Bytes as numbered rows of at most a megabyte; a part is the last column but one. */
    private static final class Parts extends OutputStream {
        private final PreparedStatement insert;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int column;
        private int part;

        Parts(PreparedStatement insert, int first, int column) {
            this.insert = insert;
            this.part = first;
            this.column = column;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] many, int from, int length) throws IOException {
            bytes.write(many, from, length);
            if (bytes.size() >= PART) flush();
        }

        @Override
        public void flush() throws IOException {
            if (bytes.size() == 0) return;
            try {
                insert.setInt(column - 1, part++);
                insert.setBytes(column, bytes.toByteArray());
                insert.executeUpdate();
            } catch (SQLException e) {
                throw new IOException("the database cannot be written", e);
            }
            bytes.reset();
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
