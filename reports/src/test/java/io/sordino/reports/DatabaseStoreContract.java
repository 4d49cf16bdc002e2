package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a store in a database promises besides. */
abstract class DatabaseStoreContract extends StoreContract {
    /** Of the database that a folder stands for. */
    abstract String url(Path where);

    @Override
    Store store(Path where, Campaign campaign, int day) {
        return Store.open(url(where), where.resolve("batches"), campaign, day, RandomSource.secure());
    }

    private List<String> rows(String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url(folder));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) found.add(rows.getString(1));
        }
        return found;
    }

    @Test
    void aStopBetweenReleaseAndItsFileReleasesTheSameBatch() throws IOException {
        List<List<byte[]>> sent = submissions(SIX, 6, 6);
        Path batch;
        try (Store store = store(folder, SIX)) {
            store.take(sent);
            batch = store.release().orElseThrow();
        }
        byte[] first = Files.readAllBytes(batch);
        Files.delete(batch);
        try (Store again = store(folder, SIX)) {
            assertThat(Files.readAllBytes(batch)).isEqualTo(first);
            assertThat(again.take(sent)).containsOnly(Store.Outcome.KNOWN);
            assertThat(again.release()).isEmpty();
        }
    }

    @Test
    void whatIsOpenSurvivesAndIsGoneAfterARelease() throws IOException, SQLException {
        List<List<byte[]>> sent = submissions(SIX, 5, 7);
        try (Store store = store(folder, SIX)) {
            store.take(sent.subList(0, 3));
        }
        assertThat(rows("SELECT id FROM shuffler_open")).hasSize(3);
        try (Store again = store(folder, SIX)) {
            assertThat(again.take(sent))
                    .containsExactly(
                            Store.Outcome.KNOWN,
                            Store.Outcome.KNOWN,
                            Store.Outcome.KNOWN,
                            Store.Outcome.TAKEN,
                            Store.Outcome.TAKEN);
            assertThat(again.release()).isPresent();
        }
        assertThat(rows("SELECT id FROM shuffler_open")).isEmpty();
        assertThat(rows("SELECT ids FROM shuffler_seen")).hasSize(1);
    }

    /** More than one page of rows and more than one part of a batch. */
    @Test
    void largeBatchesAreWholeThroughSeveralParts() throws IOException, SQLException {
        List<List<byte[]>> sent = new ArrayList<>();
        byte[] like = submissions(SIX, 1, 8).get(0).get(0);
        Random random = new Random(9);
        for (int i = 0; i < 25_000; i++) {
            byte[] report = like.clone();
            byte[] id = new byte[Envelope.ID_BYTES];
            random.nextBytes(id);
            System.arraycopy(id, 0, report, Envelope.ID_AT, id.length);
            sent.add(List.of(report));
        }
        try (Store store = store(folder, SIX)) {
            for (int at = 0; at < sent.size(); at += 5000) store.take(sent.subList(at, at + 5000));
            List<String> ids = ids(store.release().orElseThrow(), SIX);
            List<String> expected =
                    new ArrayList<>(sent.stream().map(StoreContract::id).toList());
            assertThat(ids).isNotEqualTo(expected);
            Collections.sort(expected);
            assertThat(ids.stream().sorted().toList()).isEqualTo(expected);
        }
        assertThat(rows("SELECT part FROM shuffler_batch")).hasSizeGreaterThan(2);
        try (Store again = store(folder, SIX)) {
            assertThat(again.take(sent)).containsOnly(Store.Outcome.KNOWN);
        }
    }

    @Test
    void otherDatabasesAreRefused() {
        assertThatThrownBy(() -> Store.open("jdbc:oracle:x", folder, SIX, 1, RandomSource.secure()))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("SQLite or PostgreSQL");
        assertThatThrownBy(() -> Store.open(
                        "jdbc:sqlite:" + folder.resolve("x.db") + "?synchronous=off",
                        folder,
                        SIX,
                        1,
                        RandomSource.secure()))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("loses reports");
    }
}
