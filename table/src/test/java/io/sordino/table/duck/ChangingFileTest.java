package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import io.sordino.table.PrivateQuery;
import io.sordino.table.plan.Layout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is no longer what was opened is refused, whenever it changes: an answer would be of rows that never stood in one table together. */
class ChangingFileTest {
    @TempDir
    Path folder = Path.of("");

    private interface Change {
        void to(Path file) throws IOException;
    }

    private static Map<String, Change> changes() {
        Map<String, Change> all = new LinkedHashMap<>();
        all.put("grown", file -> Files.writeString(file, "7,7\n", StandardOpenOption.APPEND));
        all.put("cut off", file -> Files.write(file, List.of("u"), StandardOpenOption.TRUNCATE_EXISTING));
        all.put("gone", Files::delete);
        all.put("replaced by its like", file -> {
            FileTime time = Files.getLastModifiedTime(file);
            Path copy = Files.copy(file, file.resolveSibling("copy"), StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(copy, time);
            Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        });
        all.put("written over and set back in time", file -> {
            FileTime time = Files.getLastModifiedTime(file);
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
            Files.setLastModifiedTime(file, time);
        });
        return all;
    }

    private Path made(String ending, String rows) throws SQLException, IOException {
        Path file = folder.resolve("data." + ending);
        Files.deleteIfExists(file);
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            if (ending.equals("duckdb")) {
                statement.execute("ATTACH '" + file + "' AS made");
                statement.execute("CREATE TABLE made.data AS " + rows);
                statement.execute("DETACH made");
            } else statement.execute("COPY (" + rows + ") TO '" + file + "' (FORMAT " + ending + ")");
        }
        return file;
    }

    private static PrivateQuery query(Path file) {
        return PrivateQuery.on(file)
                .unit("u")
                .epsilon(1)
                .sample(0.5)
                .count()
                .as("n")
                .build();
    }

    private static void run(PrivateQuery query, Running running, RandomSource random) {
        assertThat(new DuckEngine(query.file(), running).strata(query.query(), Layout.of(query.query()), random))
                .hasSize(1);
    }

    /** Asked for the key of the sample, which is drawn between the first look at the file and the first row: then the file changes. */
    private static RandomSource changing(Path file, Change change) {
        AtomicBoolean done = new AtomicBoolean();
        return RandomSource.secure(() -> {
            if (!done.getAndSet(true)) make(change, file);
            return 1;
        });
    }

    private static void make(Change change, Path file) {
        try {
            change.to(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aChangeBetweenOpeningAndReadingIsSeen() throws Exception {
        String rows = "SELECT i AS u, i % 7 AS x FROM range(5000) t(i)";
        for (String ending : List.of("csv", "parquet", "duckdb"))
            for (Map.Entry<String, Change> change : changes().entrySet()) {
                String what = ending + " " + change.getKey();
                Path file = made(ending, rows);
                PrivateQuery query = query(file);
                RandomSource late = changing(file, change.getValue());
                assertThatThrownBy(() -> run(query, Running.of(2, "512MB"), late))
                        .as(what + " while it is read")
                        .isInstanceOf(InvalidException.class)
                        .hasMessageMatching("(?s).*cannot read '.*data\\." + ending + "'.*");
                PrivateQuery again = query(made(ending, rows));
                make(change.getValue(), file);
                assertThatThrownBy(() -> run(again, Running.of(2, "512MB"), RandomSource.secure()))
                        .as(what + " before it is read")
                        .isInstanceOf(InvalidException.class)
                        .hasMessageContaining("cannot read");
            }
        // control: what stays as it is is answered
        for (String ending : List.of("csv", "parquet", "duckdb"))
            run(query(made(ending, rows)), Running.of(2, "512MB"), RandomSource.secure());
    }

    /** The engine reads the log of a DuckDB file with it. */
    @Test
    void aLogThatChangesIsSeen() throws Exception {
        for (Map.Entry<String, Change> change : changes().entrySet()) {
            Path file = made("duckdb", "SELECT i AS u, i % 7 AS x FROM range(5000) t(i)");
            Path log = Path.of(file + ".wal");
            try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + file, new Properties());
                    Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA disable_checkpoint_on_shutdown");
                statement.execute("INSERT INTO data SELECT i, 1 FROM range(100) t(i)");
            }
            // control: as it is, it is answered
            run(query(file), Running.of(1, "512MB"), RandomSource.secure());
            PrivateQuery query = query(file);
            make(change.getValue(), log);
            assertThatThrownBy(() -> run(query, Running.of(1, "512MB"), RandomSource.secure()))
                    .as(change.getKey())
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("has changed");
            Files.deleteIfExists(log);
        }
    }

    @Test
    void aChangeInTheMiddleOfTheScanIsSeen() throws Exception {
        for (String what : List.of("grown", "replaced by its like")) {
            boolean seen = false;
            // until a scan is so long that somebody is told how far it has come
            for (int rows = 800_000; !seen && rows <= 12_800_000; rows *= 2) {
                Path file = made("csv", "SELECT i AS u, i % 7 AS x FROM range(" + rows + ") t(i)");
                PrivateQuery query = query(file);
                AtomicBoolean done = new AtomicBoolean();
                Running running = Running.of(1, "1GB").watched(share -> {
                    if (!done.getAndSet(true))
                        make(Objects.requireNonNull(changes().get(what)), file);
                });
                try {
                    run(query, running, RandomSource.secure());
                } catch (InvalidException e) {
                    assertThat(e).hasMessageContaining("cannot read");
                    assertThat(done).as(what).isTrue();
                    seen = true;
                }
            }
            assertThat(seen).as(what).isTrue();
        }
    }
}
