package io.sordino.ledger.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One transaction for several requests, in which nobody else writes. Entries and amounts are gathered and written at the end, each
 * change on the condition that the row is as it was read.
 */
public final class Transaction {
    private static final String CHARGE =
            "SELECT seq, budget, kind, request, line, hash FROM ledger_entry WHERE kind = 'charge' AND budget = ? AND request";
    private static final String ANSWER = "SELECT body, request FROM ledger_answer WHERE budget = ? AND request";

    private final Connection connection;
    private final long seqBefore;
    private final String hashBefore;
    private final long millis;
    private long seq;
    private String hash;
    private final List<Entry> appended = new ArrayList<>();
    private final Map<List<String>, Entry> chargesByRequest = new HashMap<>();
    private final Map<List<String>, byte[]> answers = new LinkedHashMap<>();
    private final Set<List<String>> looked = new HashSet<>();
    private final Map<List<String>, Entry> chargedBefore = new HashMap<>();
    private final Map<List<String>, byte[]> answeredBefore = new HashMap<>();
    private final Map<List<String>, Map<String, Held>> held = new LinkedHashMap<>();
    private final Map<String, String> budgets = new LinkedHashMap<>();

    /** @param before empty for a resource that is new */
    private record Held(Optional<Holding> before, Holding now) {}

    /** Reads the head, and on PostgreSQL locks it. */
    Transaction(Connection connection, boolean lock, long now) throws SQLException {
        this.connection = connection;
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT seq, hash, millis, version FROM ledger_head WHERE one = 1"
                                + (lock ? " FOR UPDATE" : ""));
                ResultSet rows = select.executeQuery()) {
            if (!rows.next()) throw new LedgerException("the ledger has lost its head", "restore it from a copy");
            seqBefore = rows.getLong(1);
            hashBefore = rows.getString(2);
            // a clock that is behind another one's does not turn time back
            millis = Math.max(now, rows.getLong(3));
            if (rows.getInt(4) != Schema.VERSION)
                throw new LedgerException("the ledger was changed to another version meanwhile", "use a newer Sordino");
        }
        seq = seqBefore;
        hash = hashBefore;
    }

    /** The time of everything in this transaction: never before that of an earlier one. */
    public Instant time() {
        return Instant.ofEpochMilli(millis);
    }

    /** Reads what is there of many requests of a budget at once: one way to the server and back for all of them. */
    void look(String budget, Collection<String> requests) throws SQLException {
        Array ids = connection.createArrayOf("text", requests.toArray());
        try (PreparedStatement select = connection.prepareStatement(CHARGE + " = ANY(?)")) {
            select.setString(1, budget);
            select.setArray(2, ids);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) chargedBefore.put(List.of(budget, rows.getString(4)), entry(rows));
            }
        }
        try (PreparedStatement select = connection.prepareStatement(ANSWER + " = ANY(?)")) {
            select.setString(1, budget);
            select.setArray(2, ids);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) answeredBefore.put(List.of(budget, rows.getString(2)), rows.getBytes(1));
            }
        }
        for (String request : requests) looked.add(List.of(budget, request));
    }

    /** The entry with which a request was charged. */
    public Optional<Entry> charge(String budget, String request) throws SQLException {
        List<String> key = List.of(budget, request);
        Entry pending = chargesByRequest.get(key);
        if (pending != null) return Optional.of(pending);
        if (looked.contains(key)) return Optional.ofNullable(chargedBefore.get(key));
        try (PreparedStatement select = connection.prepareStatement(CHARGE + " = ?")) {
            select.setString(1, budget);
            select.setString(2, request);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? Optional.of(entry(rows)) : Optional.empty();
            }
        }
    }

    static Entry entry(ResultSet rows) throws SQLException {
        return new Entry(
                rows.getLong(1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6));
    }

    /** The stored answer of a request. */
    public Optional<byte[]> answer(String budget, String request) throws SQLException {
        List<String> key = List.of(budget, request);
        byte[] pending = answers.get(key);
        if (pending != null) return Optional.of(pending.clone());
        if (looked.contains(key))
            return Optional.ofNullable(answeredBefore.get(key)).map(byte[]::clone);
        try (PreparedStatement select = connection.prepareStatement(ANSWER + " = ?")) {
            select.setString(1, budget);
            select.setString(2, request);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
            }
        }
    }

    /** The line that a budget was created with. */
    public Optional<String> budget(String name) throws SQLException {
        String pending = budgets.get(name);
        if (pending != null) return Optional.of(pending);
        try (PreparedStatement select = connection.prepareStatement("SELECT line FROM ledger_budget WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }

    /** What a budget holds in a period; empty before the period is opened. */
    public Map<String, Holding> holdings(String budget, String period) throws SQLException {
        Map<String, Holding> now = new TreeMap<>();
        held(budget, period).forEach((resource, one) -> now.put(resource, one.now));
        return now;
    }

    private Map<String, Held> held(String budget, String period) throws SQLException {
        List<String> key = List.of(budget, period);
        Map<String, Held> known = held.get(key);
        if (known != null) return known;
        Map<String, Held> read = new TreeMap<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT resource, most, spent FROM ledger_holding WHERE budget = ? AND period = ?")) {
            select.setString(1, budget);
            select.setString(2, period);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Holding holding = new Holding(rows.getLong(2), rows.getLong(3));
                    read.put(rows.getString(1), new Held(Optional.of(holding), holding));
                }
            }
        }
        held.put(key, read);
        return read;
    }

    /** Adds to what there is of a resource. */
    public void grant(String budget, String period, String resource, long amount) throws SQLException {
        Held one = held(budget, period).getOrDefault(resource, new Held(Optional.empty(), new Holding(0, 0)));
        held(budget, period)
                .put(
                        resource,
                        new Held(one.before, new Holding(Math.addExact(one.now.most(), amount), one.now.spent())));
    }

    /** Takes what the caller has seen to be there. */
    public void take(String budget, String period, Map<String, Long> amounts) throws SQLException {
        Map<String, Held> all = held(budget, period);
        for (Map.Entry<String, Long> amount : amounts.entrySet()) {
            Held one = Optional.ofNullable(all.get(amount.getKey()))
                    .orElseThrow(() -> new IllegalStateException("no such resource: " + amount.getKey()));
            if (!(amount.getValue() >= 0 && amount.getValue() <= one.now.left()))
                throw new IllegalStateException("taken without looking: " + amount);
        }
        amounts.forEach((resource, amount) -> all.computeIfPresent(
                resource, (name, one) -> new Held(one.before, new Holding(one.now.most(), one.now.spent() + amount))));
    }

    /** Appends a line: number, time, kind and budget come first, then what is said. */
    public Entry append(String budget, String kind, String request, ObjectNode said) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("seq", ++seq);
        line.put("time", time().toString());
        line.put("kind", kind);
        line.put("budget", budget);
        if (!request.isEmpty()) line.put("request", request);
        line.setAll(said);
        String text = line.toString();
        hash = Chain.next(hash, text);
        Entry entry = new Entry(seq, budget, kind, request, text, hash);
        appended.add(entry);
        if (kind.equals(Kinds.CHARGE)) chargesByRequest.put(List.of(budget, request), entry);
        if (kind.equals(Kinds.CREATE)) budgets.put(budget, text);
        return entry;
    }

    /** Keeps the one answer of a request. */
    public void answer(String budget, String request, byte[] body) {
        answers.put(List.of(budget, request), body.clone());
    }

    /** Writes everything, on the condition that all is as it was read. */
    void flush() throws SQLException {
        if (appended.isEmpty()) return;
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO ledger_entry VALUES (?, ?, ?, ?, ?, ?)")) {
            for (Entry entry : appended) {
                insert.setLong(1, entry.seq());
                insert.setString(2, entry.budget());
                insert.setString(3, entry.kind());
                insert.setString(4, entry.request());
                insert.setString(5, entry.line());
                insert.setString(6, entry.hash());
                insert.addBatch();
            }
            insert.executeBatch();
        }
        writeBudgets();
        writeHoldings();
        writeAnswers();
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE ledger_head SET seq = ?, hash = ?, millis = ? WHERE one = 1 AND seq = ? AND hash = ?")) {
            update.setLong(1, seq);
            update.setString(2, hash);
            update.setLong(3, millis);
            update.setLong(4, seqBefore);
            update.setString(5, hashBefore);
            if (update.executeUpdate() != 1) throw raced();
        }
    }

    private void writeBudgets() throws SQLException {
        if (budgets.isEmpty()) return;
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ledger_budget VALUES (?, ?, ?)")) {
            for (Entry entry : appended) {
                if (!entry.kind().equals(Kinds.CREATE)) continue;
                insert.setString(1, entry.budget());
                insert.setLong(2, entry.seq());
                insert.setString(3, entry.line());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void writeHoldings() throws SQLException {
        try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO ledger_holding VALUES (?, ?, ?, ?, ?)");
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE ledger_holding SET most = ?, spent = ? WHERE budget = ? AND period = ? AND resource = ?"
                                + " AND most = ? AND spent = ?")) {
            int updates = 0;
            for (Map.Entry<List<String>, Map<String, Held>> budget : held.entrySet()) {
                for (Map.Entry<String, Held> resource : budget.getValue().entrySet()) {
                    Held one = resource.getValue();
                    if (one.before.isEmpty()) {
                        insert.setString(1, budget.getKey().get(0));
                        insert.setString(2, budget.getKey().get(1));
                        insert.setString(3, resource.getKey());
                        insert.setLong(4, one.now.most());
                        insert.setLong(5, one.now.spent());
                        insert.addBatch();
                    } else if (!one.before.get().equals(one.now)) {
                        update.setLong(1, one.now.most());
                        update.setLong(2, one.now.spent());
                        update.setString(3, budget.getKey().get(0));
                        update.setString(4, budget.getKey().get(1));
                        update.setString(5, resource.getKey());
                        update.setLong(6, one.before.get().most());
                        update.setLong(7, one.before.get().spent());
                        update.addBatch();
                        updates++;
                    }
                }
            }
            insert.executeBatch();
            int done = 0;
            if (updates > 0) for (int count : update.executeBatch()) done += count;
            if (done != updates) throw raced();
        }
    }

    private void writeAnswers() throws SQLException {
        if (answers.isEmpty()) return;
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ledger_answer VALUES (?, ?, ?)")) {
            for (Map.Entry<List<String>, byte[]> answer : answers.entrySet()) {
                insert.setString(1, answer.getKey().get(0));
                insert.setString(2, answer.getKey().get(1));
                insert.setBytes(3, answer.getValue());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static LedgerException raced() {
        return new LedgerException(
                "something else wrote to the ledger without its lock; nothing was charged",
                "let only Sordino write to it, then run sordino ledger verify");
    }
}
