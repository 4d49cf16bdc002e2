package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.noise.RandomSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices, shuffler and analyzer over the loopback. */
class IntakeTest {
    private static final int CLIENTS = 1000;
    private static final int CORRUPT = 50;
    private static final Campaign CAMPAIGN = Devices.campaign(Devices.response(0.8), 5, 700, CORRUPT);
    private static final String TEXT = Devices.text(Devices.response(0.8), 5, 700, CORRUPT, 0);

    static {
        // read once in a JVM
        System.setProperty("sun.net.httpserver.maxReqTime", "2");
        System.setProperty("sun.net.httpserver.maxRspTime", "3");
    }

    @TempDir
    private Path folder = Path.of("");

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> send(int port, String path, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
        return http.send(
                (body.length == 0 ? request.GET() : request.POST(HttpRequest.BodyPublishers.ofByteArray(body))).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Intake intake(Store store) {
        return new Intake(
                () -> new LiveCampaign.Version(CAMPAIGN, TEXT), 1, store, InetAddress.getLoopbackAddress(), 0);
    }

    private static byte[] joined(List<byte[]> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        parts.forEach(out::writeBytes);
        return out.toByteArray();
    }

    @Test
    void estimatesHoldThroughDropOutsLiesReplaysAndStops() throws IOException, InterruptedException {
        int[] values = new int[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) values[i] = i < CORRUPT ? 4 : i % 3;
        List<byte[]> sent = Devices.sent(CAMPAIGN, 1, values, 11);
        // a fifth of the honest clients drops out
        List<Integer> there = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) if (i < CORRUPT || i % 5 != 0) there.add(i);
        Collections.shuffle(there, new Random(12));
        List<byte[]> bodies = new ArrayList<>();
        for (int at = 0; at < there.size(); at += 20) {
            List<byte[]> group = new ArrayList<>();
            for (int i : there.subList(at, Math.min(at + 20, there.size()))) group.add(sent.get(i));
            bodies.add(joined(group));
        }
        Path batch = Path.of("");
        // the shuffler stops and starts again between requests; every other request is sent twice, one is cut
        for (int i = 0; i < bodies.size(); i += 10) {
            try (Store store = Store.open(folder, CAMPAIGN, 1, RandomSource.secure());
                    Intake intake = intake(store)) {
                for (byte[] body : bodies.subList(i, Math.min(i + 10, bodies.size()))) {
                    byte[] cut = Arrays.copyOf(body, body.length - 7);
                    assertThat(send(intake.port(), "/reports", cut).statusCode())
                            .isEqualTo(422);
                    assertThat(send(intake.port(), "/reports", body).statusCode())
                            .isEqualTo(200);
                    assertThat(send(intake.port(), "/reports", body).statusCode())
                            .isEqualTo(200);
                }
                if (i + 10 >= bodies.size()) batch = intake.release().orElseThrow();
                // nothing that is shown depends on what is open
                assertThat(send(intake.port(), "/metrics", new byte[0]).body())
                        .contains("sordino_batches_released " + (i + 10 >= bodies.size() ? 1 : 0))
                        .doesNotContain("reports");
            }
        }
        Analysis.Counted counted = new Analysis(CAMPAIGN, Devices.SECRETS, 2).of(batch);
        assertThat(counted.reports()).isEqualTo(there.size());
        Estimates estimates = Estimates.of(CAMPAIGN, counted, 1 - 1e-6, true);
        int[] honest = new int[5];
        for (int i : there) if (i >= CORRUPT) honest[values[i]]++;
        for (Estimates.Cell cell : estimates.cells()) {
            assertThat(cell.ifSomeLie().lower()).isLessThanOrEqualTo(honest[cell.value()]);
            assertThat(cell.ifSomeLie().upper()).isGreaterThanOrEqualTo(honest[cell.value()]);
        }
        // the control: liars are outside the interval that trusts everybody
        Estimates trusting = Estimates.of(CAMPAIGN, counted, 0.95, false);
        assertThat(trusting.cells().get(4).interval().lower()).isGreaterThan(honest[4]);
    }

    @Test
    void wrongReportsAreRefusedOneByOneWithAReason() throws IOException, InterruptedException {
        byte[] good = Devices.sent(CAMPAIGN, 1, new int[] {1}, 21).get(0);
        Campaign other = Devices.campaign(Devices.response(0.7), 5, 700, 0);
        byte[] wrongCampaign = Devices.sent(other, 1, new int[] {1}, 22).get(0);
        byte[] wrongDay = Devices.sent(CAMPAIGN, 2, new int[] {1}, 23).get(0);
        byte[] forged = Devices.sent(CAMPAIGN, 1, new int[] {1}, 24).get(0);
        forged[2 + Envelope.ID_AT] ^= 1;
        byte[] oldKey = Devices.sent(CAMPAIGN, 1, new int[] {1}, 25).get(0);
        oldKey[2 + 9] = 7;
        byte[] body = joined(List.of(wrongCampaign, good, wrongDay, forged, oldKey));
        try (Store store = Store.open(folder, CAMPAIGN, 1, RandomSource.secure());
                Intake intake = intake(store)) {
            HttpResponse<String> answer = send(intake.port(), "/reports", body);
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body())
                    .startsWith("{\"accepted\": 1,")
                    .contains("another campaign", "check the clock", "id is not the one", "newest file");
            // what a device is told says nothing about others: the same to one that was first and one that was not
            assertThat(send(intake.port(), "/reports", good).body()).isEqualTo("{\"accepted\": 1, \"refused\": []}");
            assertThat(send(intake.port(), "/reports", new byte[] {9, 9, 9}).body())
                    .contains("cut short");
            // one that says it has more reports than it may does not take those behind it with it
            byte[] wrongCount = good.clone();
            wrongCount[1] = 2;
            assertThat(send(intake.port(), "/reports", joined(List.of(wrongCount, good)))
                            .body())
                    .startsWith("{\"accepted\": 1,")
                    .contains("\"submission\": 0, \"reason\": \"a submission has 1 report\"");
            assertThat(send(intake.port(), "/reports", new byte[2_000_000]).statusCode())
                    .isEqualTo(413);
            assertThat(send(intake.port(), "/campaign", new byte[0]).body()).isEqualTo(TEXT);
            assertThat(send(intake.port(), "/campaign", new byte[1]).statusCode())
                    .isEqualTo(405);
            assertThat(intake.release()).isEmpty();
        }
    }

    /** Devices go on sending while the shuffler stops: what was acknowledged is in the last batch, and what came later was not. */
    @Test
    void allThatWasAcknowledgedIsInTheLastBatch() throws Exception {
        Campaign small = Devices.campaign(Devices.response(0.8), 5, 10, 0);
        String text = Devices.text(Devices.response(0.8), 5, 10, 0, 0);
        List<byte[]> sent = Devices.sent(small, 1, new int[4000], 31);
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger turnedAway = new AtomicInteger();
        try (Store store = Store.open(folder, small, 1, RandomSource.secure());
                Intake intake = new Intake(
                        () -> new LiveCampaign.Version(small, text), 1, store, InetAddress.getLoopbackAddress(), 0)) {
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < 8; i++)
                senders.add(new Thread(() -> {
                    while (turnedAway.get() < 100) {
                        byte[] one = sent.get(next.getAndIncrement() % sent.size());
                        try {
                            if (send(intake.port(), "/reports", one).statusCode() == 200)
                                acknowledged.add(StoreContract.id(Devices.reports(small, one)));
                            else turnedAway.incrementAndGet();
                        } catch (IOException cutOff) {
                            // on a busy machine; it was not acknowledged
                            continue;
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }));
            senders.forEach(Thread::start);
            while (acknowledged.size() < 200) Thread.sleep(1);
            Path batch = intake.finish().orElseThrow();
            for (Thread sender : senders) sender.join();
            assertThat(acknowledged).hasSizeLessThan(sent.size());
            assertThat(StoreContract.ids(batch, small)).containsAll(acknowledged);
        }
    }

    /** A disk that fails, or a memory that is full, while the shuffler is told to stop: nobody waits for what will never come. */
    @Test
    void whoStopsAShufflerThatFailsDoesNotWaitForEver() throws Exception {
        byte[] good = Devices.sent(CAMPAIGN, 1, new int[1], 32).get(0);
        for (Throwable why : List.of(new IOException("full"), new OutOfMemoryError("full"))) {
            FailingStore store = new FailingStore(why);
            try (Intake intake = intake(store)) {
                CompletableFuture<Integer> sender = CompletableFuture.supplyAsync(() -> status(intake, good));
                store.asked.await();
                AtomicReference<Throwable> told = new AtomicReference<>();
                Thread stop = new Thread(() -> told.set(catchThrowable(intake::finish)));
                stop.start();
                while (stop.getState() != Thread.State.WAITING) Thread.sleep(1);
                store.goOn.countDown();
                stop.join(20_000);
                assertThat(told.get()).isInstanceOf(IllegalStateException.class);
                assertThat(sender.get()).isEqualTo(503);
                assertThat(intake.failure()).isCompletedExceptionally();
                assertThat(status(intake, good)).isEqualTo(503);
            }
        }
    }

    private int status(Intake intake, byte[] body) {
        try {
            return send(intake.port(), "/reports", body).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fails with the first report, when it may. */
    private static final class FailingStore implements Store {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        private final Throwable why;

        FailingStore(Throwable why) {
            this.why = why;
        }

        @Override
        public List<Outcome> take(List<List<byte[]>> submissions) throws IOException {
            asked.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (why instanceof Error error) throw error;
            throw new IOException(why);
        }

        @Override
        public boolean isEnough() {
            return true;
        }

        @Override
        public Optional<Path> release() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    /** More of them than there are threads, none of whom ever finishes a request. */
    @Test
    void thoseWhoDripDoNotKeepOthersOut() throws IOException, InterruptedException {
        byte[] good = Devices.sent(CAMPAIGN, 1, new int[] {1}, 26).get(0);
        byte[] begun =
                "POST /reports HTTP/1.1\r\nHost: a\r\nContent-Length: 86\r\n\r\n0".getBytes(StandardCharsets.US_ASCII);
        List<Socket> slow = new ArrayList<>();
        try (Store store = Store.open(folder, CAMPAIGN, 1, RandomSource.secure());
                Intake intake = intake(store)) {
            for (int i = 0; i < 40; i++) {
                slow.add(new Socket(InetAddress.getLoopbackAddress(), intake.port()));
                slow.get(i).getOutputStream().write(begun);
            }
            boolean taken = false;
            // one who waits behind them may be cut off with them, and sends again
            for (int tries = 0; tries < 5 && !taken; tries++) taken = isTaken(intake.port(), good);
            assertThat(taken).isTrue();
        } finally {
            for (Socket one : slow) one.close();
        }
    }

    /** More of them than there are threads, who ask for more than a connection holds and never read it. */
    @Test
    void thoseWhoNeverReadDoNotKeepOthersOut() throws IOException, InterruptedException {
        byte[] good = Devices.sent(CAMPAIGN, 1, new int[] {1}, 33).get(0);
        LiveCampaign.Version large = new LiveCampaign.Version(CAMPAIGN, TEXT + " ".repeat(1 << 24));
        List<Socket> deaf = new ArrayList<>();
        try (Store store = Store.open(folder, CAMPAIGN, 1, RandomSource.secure());
                Intake intake = new Intake(() -> large, 1, store, InetAddress.getLoopbackAddress(), 0)) {
            for (int i = 0; i < 40; i++) {
                deaf.add(new Socket(InetAddress.getLoopbackAddress(), intake.port()));
                deaf.get(i)
                        .getOutputStream()
                        .write("GET /campaign HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            boolean taken = false;
            for (int tries = 0; tries < 5 && !taken; tries++) taken = isTaken(intake.port(), good);
            assertThat(taken).isTrue();
        } finally {
            for (Socket one : deaf) one.close();
        }
    }

    private boolean isTaken(int port, byte[] body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/reports"))
                .timeout(Duration.ofSeconds(10))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200;
        } catch (IOException cut) {
            return false;
        }
    }

    /** On day 2 there is a new key, then a file that is another campaign. */
    @Test
    void aKeyThatWasReplacedIsNeitherPublishedNorTaken() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("campaign.json"), TEXT);
        byte[] oldKey = Devices.sent(CAMPAIGN, 2, new int[] {1}, 27).get(0);
        String rotated = TEXT.replace("\"keys\": [{\"id\": 1,", "\"keys\": [{\"id\": 2,");
        byte[] newKey =
                Devices.sent(Campaign.read(rotated), 2, new int[] {1}, 28).get(0);
        List<String> warnings = Collections.synchronizedList(new ArrayList<>());
        try (Store store = Store.open(folder.resolve("store"), CAMPAIGN, 2, RandomSource.secure());
                Intake intake = new Intake(
                        new LiveCampaign(file, warnings::add), 2, store, InetAddress.getLoopbackAddress(), 0)) {
            assertThat(send(intake.port(), "/reports", oldKey).statusCode()).isEqualTo(200);
            Files.writeString(file, rotated);
            Thread.sleep(1100);
            assertThat(send(intake.port(), "/campaign", new byte[0]).body()).isEqualTo(rotated);
            assertThat(send(intake.port(), "/reports", oldKey).body()).contains("newest file");
            assertThat(send(intake.port(), "/reports", newKey).statusCode()).isEqualTo(200);
            assertThat(warnings).isEmpty();
            Files.writeString(file, Devices.text(Devices.response(0.7), 5, 700, CORRUPT, 0));
            Thread.sleep(1100);
            assertThat(send(intake.port(), "/reports", newKey).statusCode()).isEqualTo(200);
            assertThat(send(intake.port(), "/campaign", new byte[0]).body()).isEqualTo(rotated);
            assertThat(warnings).singleElement().asString().contains("another campaign");
        }
    }

    /** A campaign whose answers are 64 bytes that can be recognised: none of them is anywhere in the store. */
    @Test
    void noAnswerIsInTheStore() throws IOException {
        Campaign campaign = Devices.campaign("{\"name\": \"unary\", \"flip\": 2305843009213693952}", 512, 2, 0);
        List<byte[]> messages = new ArrayList<>();
        try (Store store = Store.open(folder, campaign, 1, RandomSource.secure())) {
            List<List<byte[]>> all = new ArrayList<>();
            for (byte[] sent : Devices.sent(campaign, 1, new int[30], 31)) all.add(Devices.reports(campaign, sent));
            for (List<byte[]> one : all) messages.add(opened(campaign, one.get(0)));
            store.take(all);
            assertThat(found(messages)).isZero();
            store.release();
        }
        assertThat(found(messages)).isZero();
        // the control: an answer that is there is found
        Files.write(folder.resolve("leak"), messages.get(17));
        assertThat(found(messages)).isEqualTo(1);
    }

    private static byte[] opened(Campaign campaign, byte[] report) {
        try {
            io.sordino.client.Hpke hpke = new io.sordino.client.Hpke(
                    io.sordino.client.Hpke.publicKey(Devices.SECRET), Envelope.info(campaign, 1));
            return new Envelope(campaign).open(hpke, Devices.SECRET, report);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private int found(List<byte[]> messages) throws IOException {
        int found = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                for (byte[] message : messages)
                    if (content.contains(new String(message, StandardCharsets.ISO_8859_1))) found++;
            }
        }
        return found;
    }
}
