package io.sordino.benchmark;

import io.sordino.account.Accountant;
import io.sordino.ledger.Decision;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Request;
import io.sordino.ledger.Terms;
import io.sordino.ledger.rule.Ask;
import io.sordino.ledger.rule.Domination;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many charges a second a ledger keeps, how long it takes to decide whether coupons dominate a request, and how long a preview
 * takes: FILE|URL [SECONDS]. The rows of a charge alone, written in the same way by nobody's code but this one, are what it is
 * compared with.
 */
final class Charges {
    private static final int CLIENTS = 16;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private Charges() {}

    public static void main(String[] arguments) throws Exception {
        String where = arguments[0];
        if (where.equals("decisions")) {
            decisions();
            return;
        }
        double seconds = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 5;
        String run = Long.toString(System.nanoTime(), 36);
        try (Ledger ledger = Ledger.openOrCreate(where, InstantSource.system())) {
            ledger.create(terms("sums" + run, Terms.Kind.SUMS, Optional.empty(), Optional.of("1000000"), "0"));
            ledger.create(terms(
                    "bank" + run,
                    Terms.Kind.BANK,
                    Optional.of("100000000 * gaussian(100000) + 500 * poisson(0.01, gaussian(1))"),
                    Optional.empty(),
                    "1e-6"));
            // the first round warms up
            for (int round = 0; round < 3; round++) {
                String mine = "r" + round + "-";
                rate("rows alone", alone(where, run + round, seconds));
                rate("charge, sums", clients(seconds, id -> charged(ledger, "sums" + run, mine + id, "laplace(1000)")));
                rate(
                        "charge, bank",
                        clients(seconds, id -> charged(ledger, "bank" + run, mine + id, "gaussian(200000)")));
                rate(
                        "charge and answer, bank",
                        clients(seconds, id -> released(ledger, "bank" + run, mine + "a" + id)));
            }
        }
        decisions();
        try (Ledger ledger = Ledger.open(where)) {
            previews(ledger, "bank" + run);
        }
    }

    private static Terms terms(
            String name, Terms.Kind kind, Optional<String> plan, Optional<String> epsilon, String delta) {
        return new Terms(
                name,
                "",
                "",
                Relation.ADD_OR_REMOVE_ONE,
                kind,
                plan.map(Plans::parse),
                epsilon.map(BigDecimal::new),
                new BigDecimal(delta),
                List.of(),
                List.of(),
                Refill.NEVER);
    }

    private static void rate(String what, long[] waits) {
        double[] milliseconds = Arrays.stream(waits)
                .skip(1)
                .mapToDouble(nanos -> nanos / 1e6)
                .sorted()
                .toArray();
        OUT.printf(
                Locale.ROOT,
                "%-26s %8.0f a second   median %.2f ms, 99 %% %.2f ms%n",
                what,
                milliseconds.length / (waits[0] / 1e9),
                milliseconds[milliseconds.length / 2],
                milliseconds[milliseconds.length * 99 / 100]);
    }

    private interface Client {
        void ask(String id) throws Exception;
    }

    private static void charged(Ledger ledger, String budget, String id, String plan) {
        if (!(ledger.charge(Request.of(budget, id, Ask.of(Plans.parse(plan)))) instanceof Decision.Granted))
            throw new IllegalStateException("refused");
    }

    private static void released(Ledger ledger, String budget, String id) {
        ledger.release(
                Request.of(budget, id, Ask.of(Plans.parse("gaussian(200000)"))),
                () -> id.getBytes(StandardCharsets.UTF_8));
    }

    /** @return how long all took, and then each wait */
    private static long[] clients(double seconds, Client client) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        List<List<Long>> waits = new ArrayList<>();
        AtomicLong failures = new AtomicLong();
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        for (int t = 0; t < CLIENTS; t++) {
            String mine = t + "-";
            List<Long> own = new ArrayList<>();
            waits.add(own);
            Thread thread = new Thread(() -> {
                try {
                    for (long i = 0; ; i++) {
                        long before = System.nanoTime();
                        if (before >= end) return;
                        client.ask(mine + i);
                        own.add(System.nanoTime() - before);
                    }
                } catch (Exception e) {
                    e.printStackTrace(OUT);
                    failures.incrementAndGet();
                }
            });
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) thread.join();
        if (failures.get() > 0) throw new IllegalStateException("clients failed");
        long took = System.nanoTime() - start;
        return java.util.stream.LongStream.concat(
                        java.util.stream.LongStream.of(took),
                        waits.stream().flatMap(List::stream).mapToLong(Long::longValue))
                .toArray();
    }

    private record Row(String id, CompletableFuture<Boolean> done) {}

    /** One writer that commits what waits: an entry, and two numbers changed on a condition. */
    private static long[] alone(String where, String run, double seconds) throws Exception {
        boolean file = !where.startsWith("jdbc:");
        LinkedBlockingQueue<Row> queue = new LinkedBlockingQueue<>();
        try (Connection connection = DriverManager.getConnection(file ? "jdbc:sqlite:" + where + ".alone" : where);
                Statement statement = connection.createStatement()) {
            if (file) statement.execute("PRAGMA journal_mode = WAL");
            if (file) statement.execute("PRAGMA synchronous = FULL");
            statement.execute("CREATE TABLE IF NOT EXISTS alone_entry (id TEXT PRIMARY KEY, line TEXT, hash TEXT)");
            statement.execute("CREATE TABLE IF NOT EXISTS alone_head (name TEXT PRIMARY KEY, seq BIGINT, hash TEXT)");
            statement.execute("INSERT INTO alone_head VALUES ('" + run + "', 0, '')");
            Thread writer = new Thread(() -> write(connection, statement, file, run, queue));
            writer.start();
            long[] waits = clients(seconds, id -> {
                Row row = new Row(run + id, new CompletableFuture<>());
                queue.add(row);
                row.done.join();
            });
            queue.add(new Row("", new CompletableFuture<>()));
            writer.join();
            return waits;
        }
    }

    private static void write(
            Connection connection, Statement statement, boolean file, String run, LinkedBlockingQueue<Row> queue) {
        String line =
                "{\"seq\":1,\"time\":\"2026-11-18T12:00:00Z\",\"kind\":\"charge\",\"budget\":\"sums\",\"request\":\""
                        + "x".repeat(10)
                        + "\",\"plan\":\"laplace(1000)\",\"taken\":{\"delta\":0,\"epsilon\":1000000},\"how\":\"sums\"}";
        String hash = "0".repeat(64);
        long seq = 0;
        List<Row> batch = new ArrayList<>();
        try {
            while (true) {
                batch.clear();
                batch.add(queue.take());
                queue.drainTo(batch, 255);
                statement.execute(file ? "BEGIN IMMEDIATE" : "BEGIN");
                try (PreparedStatement insert =
                                connection.prepareStatement("INSERT INTO alone_entry VALUES (?, ?, ?)");
                        PreparedStatement update = connection.prepareStatement(
                                "UPDATE alone_head SET seq = ?, hash = ? WHERE name = ? AND seq = ?")) {
                    for (Row row : batch) {
                        if (row.id.isEmpty()) continue;
                        insert.setString(1, row.id);
                        insert.setString(2, line);
                        insert.setString(3, hash);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                    update.setLong(1, seq + 1);
                    update.setString(2, hash);
                    update.setString(3, run);
                    update.setLong(4, seq++);
                    if (update.executeUpdate() != 1) throw new IllegalStateException("somebody else writes");
                }
                statement.execute("COMMIT");
                boolean last = false;
                for (Row row : batch) {
                    row.done.complete(true);
                    last |= row.id.isEmpty();
                }
                if (last) return;
            }
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void decisions() {
        String ten = "gaussian(20) + gaussian(25) + laplace(30) + laplace(40) + poisson(0.01, gaussian(1))"
                + " + poisson(0.02, gaussian(2)) + rr(0.1) + dp(0.1) + discrete_gaussian(20) + laplace(50)";
        String dominated = ten.replace("gaussian(20) +", "gaussian(21) +")
                .replace("laplace(30)", "laplace(31)")
                .replace("rr(0.1)", "rr(0.09)");
        for (String[] one : new String[][] {
            {dominated, ten},
            {"gaussian(20)", "40 * poisson(0.01, gaussian(1))"},
            {"laplace(30)", "gaussian(20)"},
            {"10 * poisson(0.01, gaussian(2))", "10 * poisson(0.01, gaussian(1))"}
        }) {
            Mechanism request = Plans.parse(one[0]);
            Mechanism coupons = Plans.parse(one[1]);
            double[] times = new double[15];
            Object answer = "";
            for (int i = 0; i < times.length; i++) {
                long start = CPU.getCurrentThreadCpuTime();
                answer = new Domination(Accountant.standard(), Relation.ADD_OR_REMOVE_ONE).slack(request, coupons);
                times[i] = (CPU.getCurrentThreadCpuTime() - start) / 1e6;
            }
            times = Arrays.stream(times).skip(5).sorted().toArray();
            OUT.printf(
                    Locale.ROOT,
                    "decided in %.1f ms of CPU (largest of ten %.1f): %s, %s from %s%n",
                    times[times.length / 2],
                    times[times.length - 1],
                    answer,
                    one[0],
                    one[1]);
        }
    }

    private static void previews(Ledger ledger, String budget) {
        for (String plan :
                List.of("gaussian(200000)", "3 * gaussian(100000) + poisson(0.005, gaussian(2))", "laplace(2000000)")) {
            double[] times = new double[15];
            long more = 0;
            for (int i = 0; i < times.length; i++) {
                long start = System.nanoTime();
                more = ledger.preview(Request.of(budget, "look", Ask.of(Plans.parse(plan))))
                        .more();
                times[i] = (System.nanoTime() - start) / 1e6;
            }
            double first = times[0];
            times = Arrays.stream(times).skip(5).sorted().toArray();
            OUT.printf(
                    Locale.ROOT,
                    "preview in %.1f ms (the first %.1f): %s more of %s%n",
                    times[times.length / 2],
                    first,
                    more,
                    plan);
        }
    }
}
