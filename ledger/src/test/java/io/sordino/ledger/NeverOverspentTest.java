package io.sordino.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads in many processes, some of which are killed. Full size with -Dsordino.slow=true. */
class NeverOverspentTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatManyProcessesAreGrantedIsTheBudgetAndNoMore() throws Exception {
        int processes = SLOW ? 4 : 2;
        int threads = SLOW ? 16 : 4;
        long each = SLOW ? Long.getLong("sordino.charges", 1_000_000) / ((long) processes * threads) : 250;
        long limit = (long) processes * threads * each / 2;
        String where = folder.resolve("team.db").toString();
        Spenders.create(where, limit);
        long granted = Spenders.race(where, processes, threads, each, 16);
        assertThat(granted).isEqualTo(limit);
        try (Ledger ledger = Ledger.open(where)) {
            Status status = ledger.status("shared");
            assertThat(status.entries()).isEqualTo(1 + limit);
            assertThat(status.periods().values().iterator().next().left()).isEqualTo("epsilon 0, delta 0");
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void whatWasAcknowledgedIsThereAfterEveryKill() throws Exception {
        Kills.ofClients(folder.resolve("team.db").toString(), SLOW ? 200 : 2, SLOW ? new Random().nextLong() : 20);
    }

    /** Control: two who look first and write then are both granted the last one. */
    @Test
    void readingBeforeWritingOverspends() throws SQLException {
        String url = "jdbc:sqlite:" + folder.resolve("naive.db");
        try (Connection one = DriverManager.getConnection(url);
                Connection other = DriverManager.getConnection(url);
                Statement first = one.createStatement();
                Statement second = other.createStatement()) {
            first.execute("CREATE TABLE budget (most INTEGER, spent INTEGER)");
            first.execute("CREATE TABLE grants (name TEXT)");
            first.execute("INSERT INTO budget VALUES (1, 0)");
            boolean firstMay = left(first) > 0;
            boolean secondMay = left(second) > 0;
            if (firstMay) first.execute("INSERT INTO grants VALUES ('first')");
            if (firstMay) first.execute("UPDATE budget SET spent = 1");
            if (secondMay) second.execute("INSERT INTO grants VALUES ('second')");
            if (secondMay) second.execute("UPDATE budget SET spent = 1");
            try (ResultSet rows = first.executeQuery("SELECT COUNT(*) FROM grants")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).as("of a budget of 1").isEqualTo(2);
            }
        }
    }

    private static int left(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT most - spent FROM budget")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }
}
