package io.sordino.ledger.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What a ledger holds at one moment. */
public final class Snapshot {
    private static final int ROWS_AT_ONCE = 1000;

    private final Connection connection;
    private final Database database;

    Snapshot(Connection connection, Database database) {
        this.connection = connection;
        this.database = database;
    }

    private interface Reading<T> {
        T run() throws SQLException;
    }

    private <T> T read(Reading<T> reading) {
        try {
            return reading.run();
        } catch (SQLException e) {
            throw database.explained(e);
        }
    }

    /** Every entry in order, of one budget or of all where the name is empty. */
    public void entries(String budget, Consumer<Entry> each) {
        read(() -> {
            String some = budget.isEmpty() ? "" : " WHERE budget = ?";
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT seq, budget, kind, request, line, hash FROM ledger_entry" + some + " ORDER BY seq")) {
                if (!budget.isEmpty()) select.setString(1, budget);
                select.setFetchSize(ROWS_AT_ONCE);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) each.accept(Transaction.entry(rows));
                }
            }
            return Optional.empty();
        });
    }

    /** The lines that budgets were created with, by name. */
    public Map<String, String> budgets() {
        return read(() -> {
            Map<String, String> all = new TreeMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT name, line FROM ledger_budget")) {
                while (rows.next()) all.put(rows.getString(1), rows.getString(2));
            }
            return all;
        });
    }

    /** What a budget holds, by period and resource. */
    public Map<String, Map<String, Holding>> holdings(String budget) {
        return read(() -> {
            Map<String, Map<String, Holding>> all = new TreeMap<>();
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT period, resource, most, spent FROM ledger_holding WHERE budget = ?")) {
                select.setString(1, budget);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next())
                        all.computeIfAbsent(rows.getString(1), first -> new TreeMap<>())
                                .put(rows.getString(2), new Holding(rows.getLong(3), rows.getLong(4)));
                }
            }
            return all;
        });
    }

    /** The number and the hash of the last entry. */
    public Entry head() {
        return read(() -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT seq, hash FROM ledger_head")) {
                if (!rows.next()) throw new LedgerException("the ledger has lost its head", "restore it from a copy");
                return new Entry(rows.getLong(1), "", "head", "", "", rows.getString(2));
            }
        });
    }

    /** How many entries a budget has. */
    public long count(String budget) {
        return read(() -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT COUNT(*) FROM ledger_entry WHERE budget = ?")) {
                select.setString(1, budget);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next() ? rows.getLong(1) : 0;
                }
            }
        });
    }

    /** Every stored answer with its budget and request. */
    public void answers(Answers each) {
        read(() -> {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(ROWS_AT_ONCE);
                try (ResultSet rows = statement.executeQuery("SELECT budget, request, body FROM ledger_answer")) {
                    while (rows.next()) each.accept(rows.getString(1), rows.getString(2), rows.getBytes(3));
                }
            }
            return Optional.empty();
        });
    }

    /** The stored answer of one request. */
    public Optional<byte[]> answer(String budget, String request) {
        return read(() -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT body FROM ledger_answer WHERE budget = ? AND request = ?")) {
                select.setString(1, budget);
                select.setString(2, request);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
                }
            }
        });
    }

    /** Takes an answer. */
    @FunctionalInterface
    public interface Answers {
        /** One of many. */
        void accept(String budget, String request, byte[] body);
    }
}
