package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.ledger.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** In a server of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresStoreTest extends DatabaseStoreContract {
    private final Map<Path, String> databases = new HashMap<>();
    private PostgresServer server;

    @BeforeAll
    void start() throws Exception {
        server = PostgresServer.startOrSkip();
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) server.close();
    }

    @Override
    String url(Path where) {
        return databases.computeIfAbsent(where, one -> newDatabase());
    }

    private String newDatabase() {
        try {
            return server.database();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServerThatIsKilledLosesNothingThatWasAcknowledged() throws Exception {
        List<List<byte[]>> sent = submissions(SIX, 6, 11);
        try (Store store = store(folder, SIX)) {
            store.take(sent.subList(0, 5));
            server.kill();
            // nothing is acknowledged any more
            assertThatThrownBy(() -> store.take(sent.subList(5, 6))).isInstanceOf(IOException.class);
        }
        server.start();
        try (Store again = store(folder, SIX)) {
            assertThat(again.take(sent.subList(0, 5))).containsOnly(Store.Outcome.KNOWN);
            assertThat(again.take(sent.subList(5, 6))).containsOnly(Store.Outcome.TAKEN);
            assertThat(ids(again.release().orElseThrow(), SIX)).hasSize(6);
        }
    }
}
