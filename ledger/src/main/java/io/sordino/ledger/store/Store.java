package io.sordino.ledger.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/**
 * A ledger's database. One thread writes: it takes all requests that wait, decides each alone, and acknowledges them when their
 * common commit is on disk. Readers have connections of their own.
 */
public final class Store implements AutoCloseable {
    private static final int MOST_AT_ONCE = 256;
    /** A commit whose fate is not known is asked for again: every work is harmless to do twice. */
    private static final int MOST_ATTEMPTS = 5;

    /** Connections that are kept for the next who looks. */
    private static final int MOST_READERS = 4;

    private final Database database;
    private final InstantSource clock;
    private final LinkedBlockingQueue<Pending<?>> waiting = new LinkedBlockingQueue<>();
    private final ConcurrentLinkedQueue<Connection> readers = new ConcurrentLinkedQueue<>();
    private final Thread writer;
    private volatile boolean closed;
    private Connection connection;

    /** Something to do in a transaction; it must say the same when it is done again. */
    @FunctionalInterface
    public interface Work<T> {
        /** Looks, decides, and changes last. */
        T in(Transaction transaction) throws SQLException;
    }

    /** @param about the budget and the request that it will look for; empty where it looks for neither */
    private record Pending<T>(List<String> about, Work<T> work, CompletableFuture<T> result) {
        Runnable decide(Transaction transaction) throws SQLException {
            try {
                T value = work.in(transaction);
                return () -> result.complete(value);
            } catch (RuntimeException e) {
                return () -> result.completeExceptionally(e);
            }
        }
    }

    private static final Pending<Boolean> END =
            new Pending<>(List.of(), transaction -> false, new CompletableFuture<>());

    private Store(Database database, InstantSource clock, Connection connection) {
        this.database = database;
        this.clock = clock;
        this.connection = connection;
        writer = new Thread(this::write, "ledger-writer");
        writer.setDaemon(true);
        writer.start();
    }

    /** A ledger that is there; where: a file or a JDBC URL. */
    public static Store open(String where, InstantSource clock) {
        return open(where, clock, false);
    }

    /** A ledger that is there, or a new one. */
    public static Store openOrCreate(String where, InstantSource clock) {
        return open(where, clock, true);
    }

    private static Store open(String where, InstantSource clock, boolean create) {
        Database database = Database.of(where, Words.LEDGER);
        if (database instanceof SqliteDatabase file && !create && !file.exists())
            throw new LedgerException(
                    "there is no ledger " + file.path(),
                    "make it: sordino ledger create --ledger " + file.path() + " ...");
        try {
            Connection connection = database.connect();
            try {
                if (create && Schema.version(connection).isEmpty()) {
                    database.begin(connection);
                    // another program may have been faster
                    if (Schema.version(connection).isEmpty()) Schema.create(connection, database);
                    Database.run(connection, List.of("COMMIT"));
                }
                Schema.check(connection);
                return new Store(database, clock, connection);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw database.explained(e);
        }
    }

    /** Does some work in a transaction that it may share with others, and waits until it is on disk. */
    public <T> T write(Work<T> work) {
        return waited(submit(new Pending<>(List.of(), work, new CompletableFuture<>())));
    }

    /** As above, for work that looks for one request of a budget. */
    public <T> T write(String budget, String request, Work<T> work) {
        return waited(submit(budget, request, work));
    }

    private static <T> T waited(CompletableFuture<T> result) {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException known) throw known;
            throw e;
        }
    }

    /** As above, without waiting. */
    public <T> CompletableFuture<T> submit(String budget, String request, Work<T> work) {
        return submit(new Pending<>(List.of(budget, request), work, new CompletableFuture<>()));
    }

    private <T> CompletableFuture<T> submit(Pending<T> pending) {
        waiting.add(pending);
        return pending.result;
    }

    private void write() {
        List<Pending<?>> batch = new ArrayList<>();
        while (true) {
            try {
                batch.clear();
                batch.add(waiting.take());
                waiting.drainTo(batch, MOST_AT_ONCE - 1);
            } catch (InterruptedException e) {
                batch.add(END);
            }
            boolean last = batch.remove(END);
            if (!batch.isEmpty()) together(batch);
            if (last) return;
        }
    }

    private void together(List<Pending<?>> batch) {
        Optional<RuntimeException> failure = attempt(batch);
        if (failure.isEmpty()) return;
        // strangers do not share each other's failures
        if (batch.size() > 1) for (Pending<?> one : batch) together(List.of(one));
        else batch.get(0).result.completeExceptionally(failure.get());
    }

    /** Empty where everything was decided and committed. */
    private Optional<RuntimeException> attempt(List<Pending<?>> batch) {
        for (int attempt = 1; ; attempt++) {
            try {
                if (connection.isClosed()) connection = database.connect();
                List<Runnable> outcomes = new ArrayList<>();
                database.begin(connection);
                Transaction transaction =
                        new Transaction(connection, database instanceof PostgresDatabase, clock.millis());
                // a file is asked for one request after the other in no time, a server is not
                if (database instanceof PostgresDatabase) look(transaction, batch);
                for (Pending<?> one : batch) outcomes.add(one.decide(transaction));
                transaction.flush();
                Database.run(connection, List.of("COMMIT"));
                outcomes.forEach(Runnable::run);
                return Optional.empty();
            } catch (SQLException e) {
                undo();
                if (!database.isLost(e) || attempt == MOST_ATTEMPTS) return Optional.of(database.explained(e));
                reconnect(attempt);
            } catch (RuntimeException e) {
                undo();
                return Optional.of(e);
            }
        }
    }

    private static void look(Transaction transaction, List<Pending<?>> batch) throws SQLException {
        Map<String, Set<String>> asked = new TreeMap<>();
        for (Pending<?> one : batch)
            if (!one.about.isEmpty())
                asked.computeIfAbsent(one.about.get(0), first -> new TreeSet<>())
                        .add(one.about.get(1));
        for (Map.Entry<String, Set<String>> budget : asked.entrySet())
            transaction.look(budget.getKey(), budget.getValue());
    }

    private void undo() {
        try {
            Database.run(connection, List.of("ROLLBACK"));
        } catch (SQLException e) {
            // nothing was open, or nothing is there any more: a new connection begins afresh
            close(connection);
        }
    }

    private void reconnect(int attempt) {
        close(connection);
        try {
            Thread.sleep(100L << attempt);
            connection = database.connect();
        } catch (SQLException e) {
            // the next attempt finds it closed and tries again
            close(connection);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // it is gone already, which is what was wanted
            return;
        }
    }

    /** Everything as it is at one moment, read without holding anybody up. */
    public <T> T read(Function<Snapshot, T> reading) {
        Connection kept = readers.poll();
        if (kept != null) {
            try {
                return read(kept, reading);
            } catch (SQLException e) {
                // one that was kept may have been lost meanwhile: a new one is asked, and says what is wrong
                close(kept);
            }
        }
        try {
            return read(reader(), reading);
        } catch (SQLException e) {
            throw database.explained(e);
        }
    }

    private Connection reader() throws SQLException {
        Connection own = database.connect();
        // one transaction sees one state, and rows come as they are asked for
        if (database instanceof PostgresDatabase) own.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        own.setAutoCommit(false);
        return own;
    }

    private <T> T read(Connection own, Function<Snapshot, T> reading) throws SQLException {
        boolean done = false;
        try {
            Schema.checkAgain(own);
            T found = reading.apply(new Snapshot(own, database));
            own.rollback();
            done = true;
            return found;
        } finally {
            if (!(done && !closed && readers.size() < MOST_READERS && readers.offer(own))) close(own);
        }
    }

    /** Waits for what is under way. */
    @Override
    public void close() {
        closed = true;
        waiting.add(END);
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close(connection);
        for (Connection reader = readers.poll(); reader != null; reader = readers.poll()) close(reader);
    }
}
