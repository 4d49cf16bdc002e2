package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqliteStoreTest extends DatabaseStoreContract {
    @Override
    String url(Path where) {
        return "jdbc:sqlite:" + where.resolve("store.db");
    }

    @Test
    void aLinkLeadsToTheSameStore() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.db"), folder.resolve("store.db"));
        try (Store store = Store.open("jdbc:sqlite:" + link, folder, SIX, 1, RandomSource.secure())) {
            assertThatThrownBy(() -> store(folder, SIX).close())
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("in use by another shuffler");
            store.take(submissions(SIX, 1, 1));
        }
        store(folder, SIX).close();
    }

    /** The log tells in which order reports came: what a killed shuffler leaves of it is gone when the next one listens. */
    @Test
    void aLogThatWasLeftBehindIsForgottenAtTheNextStart() throws IOException {
        Path killed = Files.createDirectory(folder.resolve("killed"));
        try (Store store = store(folder, SIX)) {
            store.take(submissions(SIX, 4, 2));
            for (String name : new String[] {"store.db", "store.db-wal"})
                Files.copy(folder.resolve(name), killed.resolve(name));
        }
        assertThat(killed.resolve("store.db-wal")).isNotEmptyFile();
        try (Store again = store(killed, SIX)) {
            assertThat(killed.resolve("store.db-wal")).isEmptyFile();
            assertThat(again.take(submissions(SIX, 4, 2))).containsOnly(Store.Outcome.KNOWN);
        }
    }
}
