package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Use and attack at once, on a server in a process of its own. In a build each role does a few things, and what is asserted is that
 * everything is answered and nothing is left behind; with {@code -Dsordino.load=600} it goes on for so many seconds, and times and memory
 * are held to their limits as well. That form is for a machine that does nothing else.
 */
class LoadTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int SECONDS = Integer.getInteger("sordino.load", 0);
    private static final boolean LONG = SECONDS > 0;
    private static final long SEED = Long.getLong("sordino.seed", LONG ? System.nanoTime() : 16);
    private static final int HEAVY = Integer.getInteger("sordino.load.heavy", LONG ? 64 : 6);
    /** As the launcher starts it. */
    private static final String[] OPTIONS =
            System.getProperty("sordino.load.java", "-Xmx1g " + Served.OPTIONS).split(" ");

    private static final int FEW = 10;
    private static final long PAGE_NANOSECONDS = 50_000_000;
    private static final long SMALL_NANOSECONDS = 300_000_000;

    private final Map<String, List<Long>> times = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> statuses = new ConcurrentHashMap<>();
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final List<Long> memory = new CopyOnWriteArrayList<>();
    private final List<Long> leaving = new CopyOnWriteArrayList<>();

    private interface Asking {
        Visitor.Answer ask(Visitor visitor, Random random) throws IOException;
    }

    /** Numbers that nobody has asked about before: what is known cannot be looked up. */
    private static String drawn(Random random, double from, double to) {
        return String.valueOf(from + (to - from) * random.nextDouble());
    }

    private static Visitor.Answer heavy(Visitor visitor, Random random) throws IOException {
        String noise = drawn(random, 1, 2);
        return switch (random.nextInt(6)) {
            case 0 ->
                visitor.post(
                        "/v1/epsilon",
                        "{\"plan\": \"15 * shuffled_batches(235, gaussian(" + noise + "))\", \"delta\": 1e-5}");
            case 1 ->
                visitor.post(
                        "/v1/epsilon",
                        "{\"plan\": \"15 * allocated(1, 235, gaussian(" + noise
                                + ")) + laplace(20)\", \"delta\": 1e-5, \"width\": 1e-4}");
            case 2 ->
                visitor.post(
                        "/v1/calibrate",
                        "{\"plan\": \"" + (5 + random.nextInt(20))
                                + " * allocated(3, 500, gaussian(?)) + 3 * laplace(4)\", \"delta\": 1e-7, \"epsilon\": "
                                + noise + "}");
            case 3 ->
                visitor.post(
                        "/v1/epsilon",
                        "{\"plan\": \"3515 * poisson(0.0042, gaussian(" + noise
                                + ")) + 100 * poisson(0.01, laplace(3) + randomized_response(0.5))\", \"delta\": 1e-6,"
                                + " \"width\": 1e-4}");
            case 4 ->
                visitor.post(
                        "/v1/curves",
                        "{\"what\": \"profile\", \"plans\": [\"15 * allocated(1, 235, gaussian(" + noise
                                + "))\", \"200 * poisson(0.01, laplace(" + noise
                                + "))\"], \"delta\": 1e-6, \"points\": 200}");
            default ->
                visitor.post(
                        "/v1/batch",
                        "["
                                + String.join(
                                        ", ",
                                        Collections.nCopies(
                                                8,
                                                "{\"command\": \"epsilon\", \"plan\": \"4 * shuffled(5000,"
                                                        + " randomized_response("
                                                        + noise + ", k=5)) + 3 * gaussian(4)\", \"delta\": 1e-7}"))
                                + "]");
        };
    }

    private static Visitor.Answer small(Visitor visitor, Random random) throws IOException {
        return switch (random.nextInt(4)) {
            case 0 ->
                visitor.post("/v1/epsilon", "{\"plan\": \"gaussian(" + drawn(random, 1, 9) + ")\", \"delta\": 1e-5}");
            case 1 ->
                visitor.post(
                        "/v1/epsilon",
                        "{\"plan\": \"1000 * poisson(0.01, gaussian(" + drawn(random, 1, 9) + "))\", \"delta\": 1e-5}");
            case 2 ->
                visitor.post(
                        "/v1/delta",
                        "{\"plan\": \"3 * laplace(" + drawn(random, 1, 9) + ") + gaussian(3)\", \"epsilon\": 1}");
            default ->
                visitor.post("/v1/plan", "{\"plan\": \"20 * laplace(" + drawn(random, 1, 9) + ") + gaussian(3)\"}");
        };
    }

    private static Visitor.Answer page(Visitor visitor, Random random) throws IOException {
        return visitor.get(
                List.of("/health", "/metrics", "/", "/shuffle", "/style.css").get(random.nextInt(5)));
    }

    /** What the machine itself takes: a byte there and back between two threads of this process. */
    private static Visitor.Answer echo(Echo echo) throws IOException {
        long start = System.nanoTime();
        echo.there.getOutputStream().write(1);
        echo.there.getInputStream().read();
        return new Visitor.Answer(200, "", "", System.nanoTime() - start);
    }

    private record Echo(ServerSocket listening, Socket there, Socket back) implements AutoCloseable {
        static Echo begun() throws IOException {
            ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Socket there = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket back = listening.accept();
            there.setTcpNoDelay(true);
            back.setTcpNoDelay(true);
            Thread echoing = new Thread(() -> {
                try {
                    for (int b = back.getInputStream().read();
                            b >= 0;
                            b = back.getInputStream().read())
                        back.getOutputStream().write(b);
                } catch (IOException over) {
                    return;
                }
            });
            echoing.setDaemon(true);
            echoing.start();
            return new Echo(listening, there, back);
        }

        @Override
        public void close() throws IOException {
            there.close();
            back.close();
            listening.close();
        }
    }

    /** Each is refused, or cut off, or answered; none may keep anything that others need. */
    private static Visitor.Answer attack(Visitor visitor, Random random) throws IOException {
        String post = "POST /v1/epsilon HTTP/1.1\r\nHost: localhost\r\n";
        switch (random.nextInt(9)) {
            case 0 -> {
                return visitor.post("/v1/batch", "[" + "{},".repeat(340_000) + "{}]");
            }
            case 1 -> {
                return visitor.post("/v1/epsilon", "{\"plan\": [" + "{},".repeat(300_000) + "{}], \"delta\": 1e-9}");
            }
            case 2 -> {
                return visitor.post("/v1/plan", "{\"plan\": \"" + "poisson(0.5, ".repeat(20_000) + "\"}");
            }
            case 3 -> {
                return visitor.post("/v1/epsilon", "[".repeat(500_000));
            }
            case 4 -> visitor.hangUpAfter("GET /health HTT");
            case 5 -> visitor.hangUpAfter(post + "Content-Length: 1000000\r\n\r\n{\"plan\"");
            case 6 -> visitor.hangUpAfter(post + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n");
            case 7 ->
                visitor.hangUpAfter(post
                        + "Content-Length: 76\r\n\r\n{\"plan\": \"15 * shuffled_batches(235, gaussian(1.0"
                        + random.nextInt(10, 99)
                        + "))\", \"delta\": 1e-5} ");
            default -> visitor.hangUpAfter("\u0000".repeat(random.nextInt(9000)));
        }
        return visitor.get("/health");
    }

    private Thread role(String name, Served served, int number, Asking asking, BooleanSupplier goesOn, int pause) {
        Random random = new Random(SEED * 31 + name.hashCode() + number);
        return new Thread(() -> {
            try (Visitor visitor = new Visitor(served.url())) {
                while (goesOn.getAsBoolean()) {
                    Visitor.Answer answer = asking.ask(visitor, random);
                    noted(name, answer);
                    if (pause > 0 && LONG) Thread.sleep(pause);
                }
            } catch (IOException e) {
                wrong.add(name + ": " + e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void noted(String role, Visitor.Answer answer) {
        times.computeIfAbsent(role, any -> Collections.synchronizedList(new ArrayList<>()))
                .add(answer.nanoseconds());
        statuses.computeIfAbsent(role + " " + answer.status(), any -> new AtomicLong())
                .incrementAndGet();
        boolean busy = answer.status() == 503 && !answer.retryAfter().isEmpty();
        boolean refused = answer.status() >= 400;
        if (answer.status() >= 500 && !busy) wrong.add(role + ": " + answer.text());
        if (refused && !answer.text().contains("\"remedy\"")) wrong.add(role + ": no remedy in " + answer.text());
        if (role.equals("page") && answer.status() != 200) wrong.add(role + ": " + answer.text());
    }

    private static BooleanSupplier until(long end) {
        if (LONG) return () -> System.nanoTime() < end;
        AtomicLong left = new AtomicLong(FEW);
        return () -> left.decrementAndGet() >= 0;
    }

    private static long gauge(String metrics, String name) {
        Matcher found = Pattern.compile("^" + Pattern.quote(name) + " (\\d+)$", Pattern.MULTILINE)
                .matcher(metrics);
        assertThat(found.find()).as(name).isTrue();
        return Long.parseLong(found.group(1));
    }

    @Test
    void everythingIsAnsweredAndNothingIsLeftBehind() throws Exception {
        System.out.println("load, seed " + SEED + ", " + (LONG ? SECONDS + " s" : FEW + " requests a role"));
        try (Served served = Served.with(OPTIONS)) {
            Thread drain = new Thread(() -> served.out().lines().forEach(line -> wrong.add("the server said " + line)));
            drain.setDaemon(true);
            drain.start();
            try (Visitor first = new Visitor(served.url());
                    Echo echo = Echo.begun()) {
                // classes are loaded and code is compiled: the matrix is the last of the warming up
                assertThat(first.get("/v1/support").status()).isIn(200, 503);
                played(served, echo);
                settled(first);
                afterwards(first);
            }
            assertThat(served.process().isAlive()).isTrue();
        }
        report();
        assertThat(wrong).isEmpty();
        assertThat(times.keySet()).contains("heavy", "small", "page", "attack");
        if (LONG) timesAndMemoryAreHeld();
    }

    private void played(Served served, Echo echo) throws InterruptedException {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        List<Thread> roles = new ArrayList<>();
        for (int i = 0; i < HEAVY; i++) {
            BooleanSupplier once = LONG ? until(end) : countdown(1);
            roles.add(role("heavy", served, i, LoadTest::heavy, once, 0));
        }
        for (int i = 0; i < 2; i++) roles.add(role("small", served, i, LoadTest::small, until(end), 20));
        roles.add(role("page", served, 0, LoadTest::page, until(end), 20));
        roles.add(role("attack", served, 0, LoadTest::attack, until(end), 100));
        roles.add(role("echo", served, 0, (visitor, random) -> echo(echo), until(end), 20));
        roles.add(role("memory", served, 0, this::measured, until(end), 500));
        roles.forEach(Thread::start);
        for (Thread one : roles) one.join();
    }

    private static BooleanSupplier countdown(int times) {
        AtomicLong left = new AtomicLong(times);
        return () -> left.decrementAndGet() >= 0;
    }

    private Visitor.Answer measured(Visitor visitor, Random random) throws IOException {
        Visitor.Answer answer = visitor.get("/metrics");
        memory.add(gauge(answer.text(), "sordino_memory_bytes"));
        leaving.add(gauge(answer.text(), "sordino_lane_working{lane=\"leaving\"}"));
        return answer;
    }

    /** What was given up ends; how soon is not for a test to say. */
    private static void settled(Visitor visitor) throws IOException {
        String metrics = visitor.get("/metrics").text();
        while (gauge(metrics, "sordino_requests_in_flight") > 1
                || gauge(metrics, "sordino_lane_working{lane=\"small\"}") > 0
                || gauge(metrics, "sordino_lane_working{lane=\"large\"}") > 0
                || gauge(metrics, "sordino_lane_working{lane=\"leaving\"}") > 0) {
            Thread.onSpinWait();
            metrics = visitor.get("/metrics").text();
        }
        assertThat(gauge(metrics, "sordino_lane_waiting{lane=\"small\"}")).isZero();
        assertThat(gauge(metrics, "sordino_lane_waiting{lane=\"large\"}")).isZero();
        assertThat(gauge(metrics, "sordino_body_bytes")).isZero();
    }

    /** A server that has been through all this answers as before. */
    private static void afterwards(Visitor visitor) throws IOException {
        Visitor.Answer answer = visitor.post("/v1/epsilon", "{\"plan\": \"laplace(2)\", \"delta\": 0}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(MAPPER.readTree(answer.text()).get("epsilon").get("lower").asDouble())
                .isBetween(0.4999, 0.5);
        assertThat(MAPPER.readTree(answer.text()).get("epsilon").get("upper").asDouble())
                .isBetween(0.5, 0.5001);
    }

    private static long part(List<Long> all, double share) {
        long[] sorted = all.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
    }

    private void report() {
        times.forEach((role, all) -> System.out.printf(
                "%-7s %7d answers, median %8.1f ms, p99 %8.1f ms, most %8.1f ms%n",
                role, all.size(), part(all, 0.5) / 1e6, part(all, 0.99) / 1e6, part(all, 1) / 1e6));
        System.out.println(new java.util.TreeMap<>(statuses));
        System.out.println("threads that were told to end and had not: " + leaving);
        System.out.println("memory, least of each tenth in MiB: " + Arrays.toString(least(10)));
    }

    /** What is left after a collection shows as the least that was seen in a while. */
    private long[] least(int parts) {
        long[] least = new long[parts];
        Arrays.fill(least, Long.MAX_VALUE);
        for (int i = 0; i < memory.size(); i++) {
            int at = (int) ((long) i * parts / memory.size());
            least[at] = Math.min(least[at], memory.get(i) >> 20);
        }
        return least;
    }

    private void timesAndMemoryAreHeld() {
        assertThat(part(times.getOrDefault("page", List.of()), 0.99))
                .as("page, p99")
                .isLessThan(PAGE_NANOSECONDS);
        assertThat(part(times.getOrDefault("small", List.of()), 0.99))
                .as("small, p99")
                .isLessThan(SMALL_NANOSECONDS);
        assertThat(statuses.keySet()).as("no small question is refused").doesNotContain("small 503", "small 422");
        long[] least = least(10);
        long early = Math.max(least[1], Math.max(least[2], least[3]));
        assertThat(least[9])
                .as("memory at the end, beside %d at the beginning", early)
                .isLessThan(2 * early + 64);
    }
}
