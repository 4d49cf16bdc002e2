package io.sordino.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.ledger.Decision.Granted;
import io.sordino.ledger.Decision.Refused;
import io.sordino.ledger.store.LedgerException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The same promises on PostgreSQL, by a server of the test's own. Skipped where there is none, unless -Dsordino.postgres=required. Full
 * size with -Dsordino.slow=true.
 */
class PostgresTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");

    private static Optional<PostgresServer> running = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        running = Optional.of(PostgresServer.startOrSkip());
    }

    @AfterAll
    static void stop() throws Exception {
        if (running.isPresent()) running.get().close();
    }

    private static PostgresServer server() {
        return running.orElseThrow();
    }

    @Test
    void whatManyProcessesAreGrantedIsTheBudgetAndNoMore() throws Exception {
        int processes = SLOW ? 4 : 2;
        int threads = SLOW ? 16 : 4;
        long each = SLOW ? Long.getLong("sordino.charges", 1_000_000) / ((long) processes * threads) : 250;
        long limit = (long) processes * threads * each / 2;
        String where = server().database();
        Spenders.create(where, limit);
        assertThat(Spenders.race(where, processes, threads, each, 16)).isEqualTo(limit);
        try (Ledger ledger = Ledger.open(where)) {
            assertThat(ledger.status("shared").entries()).isEqualTo(1 + limit);
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void whatWasAcknowledgedIsThereAfterEveryKillOfAClient() throws Exception {
        Kills.ofClients(server().database(), SLOW ? 200 : 1, SLOW ? new Random().nextLong() : 21);
    }

    @Test
    void whatWasAcknowledgedIsThereAfterEveryKillOfTheServer() throws Exception {
        int kills = SLOW ? 20 : 1;
        Set<String> acknowledged = new HashSet<>();
        String where = server().database();
        Spenders.create(where, 1_000_000);
        for (int kill = 0; kill < kills; kill++) {
            try (Ledger ledger = Ledger.open(where)) {
                Set<String> sent = new HashSet<>();
                for (int i = 0; i < 20; i++) acknowledge(ledger, "k" + kill + "-" + i, acknowledged);
                // the server dies with requests under way; their fate is found out by asking again
                CompletableFuture<?>[] open = new CompletableFuture<?>[80];
                for (int i = 0; i < open.length; i++) {
                    String id = "o" + kill + "-" + i;
                    sent.add(id);
                    open[i] = ledger.chargeLater(Ledgers.request("shared", id, "laplace(1000)"));
                }
                // some of them have been granted by then, and others not
                open[kill * 7 % open.length].join();
                server().kill();
                server().start();
                for (String id : sent) acknowledge(ledger, id, acknowledged);
            }
        }
        try (Ledger ledger = Ledger.open(where)) {
            Verification verification = ledger.verify();
            assertThat(verification.problems()).isEmpty();
            assertThat(verification.charges()).as("each once").isEqualTo(acknowledged.size());
            assertThat(acknowledged).hasSize(100 * kills);
        }
    }

    private static void acknowledge(Ledger ledger, String id, Set<String> acknowledged) {
        assertThat(ledger.charge(Ledgers.request("shared", id, "laplace(1000)")))
                .isInstanceOf(Granted.class);
        acknowledged.add(id);
    }

    /** Requests of one commit are looked up together: those of an earlier commit, of this one, and of nobody. */
    @Test
    void theSameRequestsOfManyClientsAreChargedAndAnsweredOnce() throws Exception {
        String where = server().database();
        int requests = 60;
        Queue<String> answers = new ConcurrentLinkedQueue<>();
        try (Ledger ledger = Ledger.openOrCreate(where, InstantSource.system())) {
            ledger.create(Ledgers.bank("bank", requests + " * gaussian(20)", "1e-6"));
            List<Thread> clients = new ArrayList<>();
            for (int client = 0; client < 8; client++) {
                byte[] own = ("drawn by " + client).getBytes(StandardCharsets.UTF_8);
                clients.add(new Thread(() -> {
                    for (int i = 0; i < requests; i++)
                        answers.add(i + " "
                                + ledger.release(Ledgers.request("bank", "r" + i, "gaussian(20)"), () -> own)
                                        .text());
                }));
            }
            clients.forEach(Thread::start);
            for (Thread client : clients) client.join();
            assertThat(answers).hasSize(8 * requests);
            assertThat(Set.copyOf(answers)).as("one answer a request").hasSize(requests);
            assertThat(ledger.status("bank").entries()).isEqualTo(1 + 2 * requests);
            assertThat(Ledgers.charge(ledger, "bank", "one more", "gaussian(20)"))
                    .isInstanceOf(Refused.class);
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    /** The server has committed, and nobody hears of it. */
    @Test
    void aConnectionThatIsLostAfterTheCommitChargesOnce() throws Exception {
        String where = server().database();
        Spenders.create(where, 10);
        try (CuttingProxy proxy = new CuttingProxy(server().port());
                Ledger ledger = Ledger.open(where.replace(":" + server().port() + "/", ":" + proxy.port() + "/"))) {
            proxy.cutAfterCommit();
            Granted first = (Granted) Ledgers.charge(ledger, "shared", "once", "laplace(1000)");
            assertThat(proxy.cuts())
                    .as("connections cut between commit and answer")
                    .isEqualTo(1);
            assertThat(first.replayed()).as("it was found when looked for").isTrue();
            proxy.cutAfterCommit();
            assertThat(ledger.store("shared", "once", "noise".getBytes(StandardCharsets.UTF_8))
                            .text())
                    .isEqualTo("noise");
            assertThat(proxy.cuts()).isEqualTo(2);
            assertThat(ledger.status("shared").entries()).isEqualTo(3);
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void unsafeServersAreRefusedAndEntriesAreNotChanged() throws Exception {
        String where = server().database();
        Spenders.create(where, 10);
        try (Connection connection = DriverManager.getConnection(where);
                Statement statement = connection.createStatement()) {
            for (String change : new String[] {
                "DELETE FROM ledger_entry", "UPDATE ledger_entry SET line = 'x'", "TRUNCATE ledger_answer"
            }) assertThatThrownBy(() -> statement.execute(change)).hasMessageContaining("only appends");
            assertThatThrownBy(() -> statement.execute("UPDATE ledger_holding SET spent = most + 1"))
                    .hasMessageContaining("check constraint");
            statement.execute("ALTER ROLE ledger SET synchronous_commit = off");
            assertThatThrownBy(() -> Ledger.open(where))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("synchronous_commit = off");
            statement.execute("ALTER ROLE ledger RESET synchronous_commit");
        }
        Ledger.open(where).close();
    }

    @Test
    void newerLedgersAndOtherDatabasesAreNotTouched() throws Exception {
        String where = server().database();
        assertThatThrownBy(() -> Ledger.open(where)).hasMessageContaining("there is no ledger");
        Spenders.create(where, 10);
        try (Connection connection = DriverManager.getConnection(where);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE ledger_head SET version = 2");
        }
        assertThatThrownBy(() -> Ledger.open(where)).hasMessageContaining("newer Sordino");
        assertThatThrownBy(() -> Ledger.open(where.replace("/d", "/no"))).hasMessageContaining("does not exist");
    }

    /** Control: two sums that each see the past grant the last one twice. */
    @Test
    void sumsUnderRepeatableReadOverspend() throws Exception {
        String where = server().database();
        try (Connection one = DriverManager.getConnection(where);
                Connection other = DriverManager.getConnection(where);
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
