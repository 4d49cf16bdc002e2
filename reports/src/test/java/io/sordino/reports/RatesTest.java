package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.client.Rehearsal;
import io.sordino.noise.RandomSource;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many reports a second each of the three programs deals with, on an idle machine; seconds are printed, and what is counted is asserted. */
class RatesTest {
    private static final int VALUES = 32;
    private static final int PROCESSORS = 2;
    private static final Campaign CAMPAIGN = Devices.campaign(Devices.response(0.8), VALUES, 1, 0);
    private static final String TEXT = Devices.text(Devices.response(0.8), VALUES, 1, 0, 0);

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void onlyWhenSlow() {
        assumeTrue(Boolean.getBoolean("sordino.slow"), "takes minutes");
    }

    private static void say(String what, double value, String unit) {
        System.out.printf(java.util.Locale.ROOT, "%-48s %,14.3f %s%n", what, value, unit);
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    @Test
    void client() {
        SecureRandom random = new SecureRandom();
        for (String[] one : new String[][] {
            {Devices.response(0.8), "randomized_response"},
            {"{\"name\": \"unary\", \"flip\": " + Devices.of62(0.1) + "}", "unary"},
            {"{\"name\": \"local_hash\", \"l\": 8, \"truth\": " + Devices.of62(0.8) + "}", "local_hash"},
            {"{\"name\": \"hadamard\", \"truth\": " + Devices.of62(0.8) + "}", "hadamard"}
        }) {
            Campaign campaign = Devices.campaign(one[0], VALUES, 1, 0);
            for (int i = 0; i < 2000; i++) Devices.device(campaign, random).report(1, i % VALUES);
            long start = System.nanoTime();
            int reports = 5000;
            for (int i = 0; i < reports; i++) Devices.device(campaign, random).report(1, i % VALUES);
            say("client, sealed report of " + one[1], 1e3 * seconds(start) / reports, "ms");
        }
    }

    @Test
    void shuffler() throws Exception {
        List<byte[]> sent = Devices.sent(CAMPAIGN, 1, new int[60_000], 1);
        for (int group : new int[] {1, 1, 20}) {
            Path store = Files.createTempDirectory(folder, "store");
            takes("shuffler, folder", Store.open(store, CAMPAIGN, 1, RandomSource.secure()), sent, group);
            Path batches = Files.createTempDirectory(folder, "batches");
            String url = "jdbc:sqlite:" + batches.resolve("store.db");
            takes("shuffler, SQLite", Store.open(url, batches, CAMPAIGN, 1, RandomSource.secure()), sent, group);
        }
    }

    /** Sixteen connections that stay open, a request after the other. */
    private static void takes(String what, Store opened, List<byte[]> sent, int group) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Exception> failure = new AtomicReference<>();
        int all = group == 1 ? 20_000 : sent.size();
        try (Store store = opened;
                Intake intake = new Intake(
                        () -> new LiveCampaign.Version(CAMPAIGN, TEXT),
                        1,
                        store,
                        InetAddress.getLoopbackAddress(),
                        0)) {
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < 16; i++)
                senders.add(new Thread(() -> {
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), intake.port())) {
                        InputStream in = new BufferedInputStream(socket.getInputStream());
                        for (int at = next.getAndAdd(group); at < all; at = next.getAndAdd(group))
                            post(socket.getOutputStream(), in, sent.subList(at, Math.min(all, at + group)));
                    } catch (IOException | RuntimeException e) {
                        failure.set(e);
                    }
                }));
            long start = System.nanoTime();
            senders.forEach(Thread::start);
            for (Thread sender : senders) sender.join();
            say(what + ", " + group + " a request", all / seconds(start), "reports/s");
            if (failure.get() != null) throw failure.get();
            Path batch = store.release().orElseThrow();
            assertThat(new Analysis(CAMPAIGN, Devices.SECRETS, PROCESSORS)
                            .of(batch)
                            .reports())
                    .isEqualTo(all);
        }
    }

    private static void post(OutputStream out, InputStream in, List<byte[]> submissions) throws IOException {
        int length = submissions.stream().mapToInt(one -> one.length).sum();
        byte[] head = ("POST /reports HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] request = Arrays.copyOf(head, head.length + length);
        int at = head.length;
        for (byte[] one : submissions) {
            System.arraycopy(one, 0, request, at, one.length);
            at += one.length;
        }
        out.write(request);
        String status = line(in);
        if (!status.contains(" 200 ")) throw new IllegalStateException(status);
        int body = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in))
            if (header.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
                body = Integer.parseInt(header.substring(15).strip());
        in.readNBytes(body);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) if (c != '\r') line.append((char) c);
        return line.toString();
    }

    @Test
    void analyzer() throws IOException {
        Path batch = batch(100_000);
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            long cpu = cpu();
            Analysis.Counted counted = new Analysis(CAMPAIGN, Devices.SECRETS, PROCESSORS).of(batch);
            say("analyzer, opened and counted", counted.reports() / seconds(start), "reports/s");
            say("analyzer, of a processor", 1e9 * counted.reports() / (cpu() - cpu), "reports/s");
            assertThat(counted.refused()).isZero();
        }
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private Path batch(int reports) throws IOException {
        List<List<byte[]>> all = new ArrayList<>();
        for (byte[] sent : Devices.sent(CAMPAIGN, 1, new int[reports], 2)) all.add(Devices.reports(CAMPAIGN, sent));
        try (Store store = Store.open(folder.resolve("store"), CAMPAIGN, 1, RandomSource.secure())) {
            store.take(all);
            return store.release().orElseThrow();
        }
    }

    /** What opened reports support, 10^9 of them, on two processors. */
    @Test
    void counting() throws InterruptedException {
        counting(Devices.response(0.8), "randomized_response", VALUES, 500_000_000L);
        counting("{\"name\": \"unary\", \"flip\": " + Devices.of62(0.1) + "}", "unary", VALUES, 50_000_000L);
        counting("{\"name\": \"hadamard\", \"truth\": " + Devices.of62(0.8) + "}", "hadamard", VALUES, 200_000_000L);
        for (int values : new int[] {VALUES, 1024, 1 << 20})
            for (int l : new int[] {4, 8, 64, 512, 1 << 14})
                counting(
                        "{\"name\": \"local_hash\", \"l\": " + l + ", \"truth\": " + Devices.of62(0.8) + "}",
                        "local_hash of " + l + " images",
                        values,
                        values > 1024 ? 2_000_000L : 50_000_000L);
    }

    private static void counting(String randomizer, String name, int values, long each) throws InterruptedException {
        Campaign campaign = Devices.campaign(randomizer, values, 1, 0);
        Rehearsal rehearsal = new Rehearsal(campaign, new SecureRandom());
        int distinct = 1 << 16;
        byte[][] ids = new byte[distinct][];
        byte[][] messages = new byte[distinct][];
        for (int i = 0; i < distinct; i++) {
            ids[i] = rehearsal.id();
            messages[i] = rehearsal.say(i % values, ids[i])[0];
        }
        List<Counter> counters = List.of(Counter.of(campaign), Counter.of(campaign));
        List<Thread> threads = new ArrayList<>();
        AtomicLong busy = new AtomicLong();
        long start = System.nanoTime();
        for (Counter counter : counters)
            threads.add(new Thread(() -> {
                for (long i = 0; i < each; i++) {
                    int at = (int) i & (distinct - 1);
                    if (!counter.take(messages[at], ids[at])) throw new IllegalStateException("refused");
                }
                busy.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
            }));
        threads.forEach(Thread::start);
        for (Thread thread : threads) thread.join();
        say("analyzer, " + values + " values, " + name, 2 * each / seconds(start), "reports/s");
        say("analyzer, the same, of a processor", 2e9 * each / busy.get(), "reports/s");
        long supported = Arrays.stream(counters.get(0).supports(values)).sum();
        if (name.equals("randomized_response")) assertThat(supported).isEqualTo(each);
        else assertThat(supported).isPositive();
    }

    /** A batch that is never a file: 10^9 reports come through a pipe, every 2000th is opened and the others are refused. */
    @Test
    void analyzerHasTheSameMemoryForABillion() throws Exception {
        long reports = Long.getLong("sordino.reports", 1_000_000_000L);
        int real = 2000;
        byte[] one = Devices.reports(
                        CAMPAIGN, Devices.sent(CAMPAIGN, 1, new int[1], 3).get(0))
                .get(0);
        byte[] other = one.clone();
        other[0] ^= 1;
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread writer = new Thread(() -> {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(pipe), 1 << 20)) {
                Batch.Header header = new Batch.Header(
                        one.length, Hex.write(CAMPAIGN.id()), 1, "0".repeat(2 * Envelope.ID_BYTES), reports, reports);
                Batch.write(out, header, new Repeated(one, other, real, reports));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.setDaemon(true);
        writer.start();
        long start = System.nanoTime();
        Analysis.Counted counted = new Analysis(CAMPAIGN, Devices.SECRETS, PROCESSORS).of(pipe);
        say("analyzer, through a pipe", reports / seconds(start), "reports/s");
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                .mapToLong(RatesTest::peak)
                .sum();
        say("analyzer, heap and all else at its largest", peak / 1048576.0, "MiB");
        assertThat(counted.reports()).isEqualTo(reports / real);
        assertThat(counted.refused()).isEqualTo(reports - reports / real);
    }

    private static long peak(MemoryPoolMXBean pool) {
        return pool.getPeakUsage().getCommitted();
    }

    /** A list that is not there, with one report in so many. */
    private static final class Repeated extends java.util.AbstractList<byte[]> {
        private final byte[] one;
        private final byte[] other;
        private final int every;
        private final long size;

        Repeated(byte[] one, byte[] other, int every, long size) {
            this.one = one;
            this.other = other;
            this.every = every;
            this.size = size;
        }

        @Override
        public byte[] get(int i) {
            return i % every == 0 ? one : other;
        }

        @Override
        public int size() {
            return (int) Math.min(size, Integer.MAX_VALUE);
        }
    }
}
