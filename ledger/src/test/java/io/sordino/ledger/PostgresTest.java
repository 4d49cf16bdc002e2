package io.sordino.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.ledger.Decision.Granted;
import io.sordino.ledger.store.LedgerException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The same promises on PostgreSQL: -Dsordino.postgres=true, with initdb, pg_ctl and postgres on the path. */
@EnabledIfSystemProperty(named = "sordino.postgres", matches = "true")
class PostgresTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatManyProcessesAreGrantedIsTheBudgetAndNoMore() throws Exception {
        try (PostgresServer server = new PostgresServer(folder)) {
            int processes = SLOW ? 4 : 2;
            int threads = SLOW ? 16 : 4;
            long each = SLOW ? 1_000_000 / (processes * threads) : 250;
            long limit = (long) processes * threads * each / 2;
            Spenders.create(server.url(), limit);
            assertThat(Spenders.race(server.url(), processes, threads, each, 16))
                    .isEqualTo(limit);
            try (Ledger ledger = Ledger.open(server.url())) {
                assertThat(ledger.status("shared").entries()).isEqualTo(1 + limit);
                assertThat(ledger.verify().problems()).isEmpty();
            }
        }
    }

    @Test
    void whatWasAcknowledgedIsThereAfterEveryKillOfTheServer() throws Exception {
        int kills = SLOW ? 20 : 3;
        Set<String> acknowledged = new HashSet<>();
        try (PostgresServer server = new PostgresServer(folder)) {
            Spenders.create(server.url(), 1_000_000);
            for (int kill = 0; kill < kills; kill++) {
                try (Ledger ledger = Ledger.open(server.url())) {
                    Set<String> sent = new HashSet<>();
                    for (int i = 0; i < 50; i++) acknowledge(ledger, "k" + kill + "-" + i, acknowledged);
                    // the server dies with requests under way; their fate is found out by asking again
                    CompletableFuture<?>[] open = new CompletableFuture<?>[50];
                    for (int i = 0; i < open.length; i++) {
                        String id = "o" + kill + "-" + i;
                        sent.add(id);
                        open[i] = ledger.chargeLater(Ledgers.request("shared", id, "laplace(1000)"));
                    }
                    server.kill();
                    server.start();
                    CompletableFuture.allOf(open).handle((done, failed) -> true).join();
                    for (String id : sent) acknowledge(ledger, id, acknowledged);
                }
            }
            try (Ledger ledger = Ledger.open(server.url())) {
                Verification verification = ledger.verify();
                assertThat(verification.problems()).isEmpty();
                assertThat(verification.charges()).as("each once").isEqualTo(acknowledged.size());
                assertThat(acknowledged).hasSize(100 * kills);
            }
        }
    }

    private static void acknowledge(Ledger ledger, String id, Set<String> acknowledged) {
        assertThat(ledger.charge(Ledgers.request("shared", id, "laplace(1000)")))
                .isInstanceOf(Granted.class);
        acknowledged.add(id);
    }

    @Test
    void unsafeServersAreRefusedAndEntriesAreNotChanged() throws Exception {
        try (PostgresServer server = new PostgresServer(folder)) {
            Spenders.create(server.url(), 10);
            try (Connection connection = DriverManager.getConnection(server.url());
                    Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.execute("DELETE FROM ledger_entry"))
                        .hasMessageContaining("only appends");
                assertThatThrownBy(() -> statement.execute("UPDATE ledger_holding SET spent = most + 1"))
                        .hasMessageContaining("check constraint");
                statement.execute("ALTER ROLE ledger SET synchronous_commit = off");
            }
            assertThatThrownBy(() -> Ledger.open(server.url()))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("synchronous_commit = off");
        }
    }

    /** Control: two sums that each see the past grant the last one twice. */
    @Test
    void sumsUnderRepeatableReadOverspend() throws Exception {
        try (PostgresServer server = new PostgresServer(folder);
                Connection one = DriverManager.getConnection(server.url());
                Connection other = DriverManager.getConnection(server.url());
                Statement first = one.createStatement();
                Statement second = other.createStatement()) {
            first.execute("CREATE TABLE grants (amount INT)");
            for (Connection each : new Connection[] {one, other}) {
                each.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                each.setAutoCommit(false);
            }
            boolean firstMay = sum(first) < 1;
            boolean secondMay = sum(second) < 1;
            if (firstMay) first.execute("INSERT INTO grants VALUES (1)");
            if (secondMay) second.execute("INSERT INTO grants VALUES (1)");
            one.commit();
            other.commit();
            assertThat(sum(first)).as("of a budget of 1").isEqualTo(2);
        }
    }

    private static int sum(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT COALESCE(SUM(amount), 0) FROM grants")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }
}
