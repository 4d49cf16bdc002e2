package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.ledger.store.Database;
import io.sordino.ledger.store.Words;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sealed reports of one day in a database: SQLite or PostgreSQL.
 *
 * <p>Submissions are rows under the id of their first report, which says nothing about when it came. A release is one transaction that
 * writes the batch, writes down the ids and takes the rows away; a batch stays in the database, so that its file can be written again
 * where a stop came in between.
 */
final class DatabaseStore implements Store {
    private static final Words WORDS = new Words(
            "store",
            "reports",
            "nothing was taken",
            "start the shuffler again",
            "start the shuffler again: devices send again, and each report is taken once");

    private final StoreTables tables;
    private final Optional<OnlyOne> lock;
    private final Path batches;
    private final Campaign campaign;
    private final int day;
    private final RandomSource random;
    private final int length;
    private final IdSet seen;
    private int count;

    static DatabaseStore open(String url, Path batches, Campaign campaign, int day, RandomSource random) {
        Database database = Database.of(url, WORDS);
        // what stands behind a '?' may be a password
        String name = url.replaceFirst("\\?.*", "");
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            Files.createDirectories(batches);
            StoreTables tables = new StoreTables(database);
            opened.add(tables);
            Optional<OnlyOne> lock = lockFile(database, name);
            lock.ifPresent(opened::add);
            if (!tables.isLocked()) throw OnlyOne.inUse(name);
            if (!tables.claim(Hex.write(campaign.id())).equals(Hex.write(campaign.id())))
                throw new InvalidException(
                        "the store '" + name + "' is one of another campaign",
                        "give this campaign a database of its own");
            DatabaseStore store = new DatabaseStore(tables, lock, batches, campaign, day, random);
            opened.clear();
            return store;
        } catch (SQLException e) {
            throw database.explained(e);
        } catch (IOException e) {
            throw new InvalidException(
                    "the store '" + name + "' or the folder '" + batches + "' cannot be used",
                    "give a database and a folder that may be written",
                    e);
        } finally {
            opened.forEach(DatabaseStore::closeQuietly);
        }
    }

    private static void closeQuietly(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception second) {
            // the first failure is the one that is told
            return;
        }
    }

    /** A file, which is there by now, has a lock beside it, whatever links lead to it; a server locks by itself. */
    private static Optional<OnlyOne> lockFile(Database database, String name) throws IOException {
        Optional<Path> file = database.file();
        if (file.isEmpty()) return Optional.empty();
        return Optional.of(OnlyOne.of(Path.of(file.get().toRealPath() + ".shuffler"), name));
    }

    private DatabaseStore(
            StoreTables tables, Optional<OnlyOne> lock, Path batches, Campaign campaign, int day, RandomSource random)
            throws SQLException, IOException {
        this.tables = tables;
        this.lock = lock;
        this.batches = batches;
        this.campaign = campaign;
        this.day = day;
        this.random = random;
        this.length = new Envelope(campaign).length();
        this.seen = new IdSet();
        tables.seen(day).forEach(seen::add);
        for (List<byte[]> submission : tables.open(day, length)) {
            for (byte[] report : submission) seen.add(Envelope.idOf(report));
            count++;
        }
        writeBatches();
        // a stop may have come between a release and this
        tables.forget();
    }

    /** Those that have no file yet: a release was stopped, or they are wanted in another folder. */
    private void writeBatches() throws SQLException, IOException {
        for (StoreTables.Released batch : tables.released()) if (Files.notExists(batch.file(batches))) write(batch);
    }

    private Path write(StoreTables.Released batch) throws IOException {
        Path file = batch.file(batches);
        Batch.write(file, out -> tables.copy(batch, out));
        return file;
    }

    @Override
    public List<Outcome> take(List<List<byte[]>> submissions) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        List<List<byte[]>> fresh = new ArrayList<>();
        for (List<byte[]> submission : submissions) {
            boolean isFresh = seen.addAll(submission);
            if (isFresh) fresh.add(submission);
            outcomes.add(isFresh ? Outcome.TAKEN : Outcome.KNOWN);
        }
        if (fresh.isEmpty()) return outcomes;
        try {
            tables.begin();
            tables.insert(day, fresh);
            tables.commit();
        } catch (SQLException e) {
            throw new IOException("the database cannot be written", e);
        }
        count += fresh.size();
        return outcomes;
    }

    @Override
    public boolean isEnough() {
        return count >= Numbers.whole(campaign, "floor");
    }

    @Override
    public Optional<Path> release() throws IOException {
        try {
            tables.begin();
            List<List<byte[]>> all = tables.open(day, length);
            Optional<Drawn> drawn = Drawn.of(all, campaign, random);
            if (drawn.isEmpty()) {
                tables.commit();
                return Optional.empty();
            }
            Batch.Header header = drawn.get().header(campaign, day, Drawn.newId(random));
            tables.addBatch(header, drawn.get().reports());
            tables.addSeen(day, all);
            if (tables.deleteOpen(day) != all.size()) throw new IOException("somebody else writes into the store");
            tables.commit();
            count = 0;
            tables.forget();
            return Optional.of(write(new StoreTables.Released(header.id(), day)));
        } catch (SQLException e) {
            throw new IOException("the database cannot be written", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            tables.close();
        } catch (SQLException e) {
            throw new IOException("the database cannot be closed", e);
        } finally {
            if (lock.isPresent()) lock.get().close();
        }
    }
}
