package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.cli.RequestFuzz;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whatever is sent is answered or refused, and never with a 5xx but where the server is busy. */
class ApiFuzzTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final long SEED = Long.getLong("sordino.seed", SLOW ? System.nanoTime() : 7);
    private static final int REQUESTS = Integer.getInteger("sordino.requests", SLOW ? 200_000 : 4000);
    private static final int CLIENTS = 4;
    /** On a machine that is busy with other work a request may be. */
    private static final int BUSY = 503;

    private static final List<String> ROUTES = List.of(
            "epsilon",
            "delta",
            "calibrate",
            "compare",
            "explain",
            "statement",
            "curves",
            "plan",
            "batch",
            "support",
            "nowhere");

    @Test
    void nothingIsEverA5xx() throws IOException, InterruptedException {
        Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
        long[] took = new long[REQUESTS];
        AtomicInteger next = new AtomicInteger();
        List<String> wrong = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (Server server =
                new Server(Accountant.standard(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "test")) {
            HttpClient client = HttpClient.newHttpClient();
            List<Thread> clients = java.util.stream.IntStream.range(0, CLIENTS)
                    .mapToObj(i -> new Thread(() -> {
                        RequestFuzz fuzz = new RequestFuzz(SEED + i);
                        Random random = new Random(SEED + i);
                        for (int k = next.getAndIncrement(); k < REQUESTS; k = next.getAndIncrement())
                            took[k] = sent(client, server.url(), body(fuzz, random, k), random, statuses, wrong);
                    }))
                    .toList();
            clients.forEach(Thread::start);
            for (Thread one : clients) one.join();
        }
        Arrays.sort(took);
        System.out.println("fuzz, seed " + SEED + ": " + statuses + ", median " + took[REQUESTS / 2] / 1000
                + " us, p99 " + took[REQUESTS / 100 * 99] / 1000 + " us, most " + took[REQUESTS - 1] / 1000 + " us");
        assertThat(wrong).isEmpty();
        assertThat(leftBehind()).as("threads that still work for nobody").isEmpty();
        // the draw must reach all of them, or it tests nothing
        assertThat(statuses.keySet()).contains(200, 400, 422).allMatch(status -> status < 500 || status == BUSY);
        assertThat(statuses.get(200)).isGreaterThan(REQUESTS / 10);
    }

    /** Work that was given up ends soon, or a server that runs for long would slow down for ever: where what does not is. */
    private static List<String> leftBehind() throws InterruptedException {
        List<String> left = working();
        for (int i = 0; i < 600 && !left.isEmpty(); i++) {
            for (Thread thread : Thread.getAllStackTraces().keySet())
                if (thread.getName().equals("request")) thread.join(100);
            left = working();
        }
        return left;
    }

    private static List<String> working() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().equals("request"))
                .map(entry -> Arrays.toString(entry.getValue()))
                .toList();
    }

    private static String body(RequestFuzz fuzz, Random random, int k) {
        String line = fuzz.next(k);
        // what is not quite a request is cheap to refuse, and there is more of it than of anything else
        if (random.nextInt(2) == 0 && !line.isEmpty()) {
            int at = random.nextInt(line.length());
            return random.nextBoolean()
                    ? line.substring(0, at)
                    : line.substring(0, at) + (char) random.nextInt(0x800) + line.substring(at + 1);
        }
        return line;
    }

    /** Mostly to the address that the request names, sometimes to another. */
    private static long sent(
            HttpClient client,
            String url,
            String body,
            Random random,
            Map<Integer, Integer> statuses,
            List<String> wrong) {
        String route = ROUTES.get(random.nextInt(ROUTES.size()));
        if (random.nextInt(12) != 0) {
            int at = body.indexOf("\"command\": \"");
            int end = at < 0 ? -1 : body.indexOf('"', at + 12);
            String named = end < 0 ? "" : body.substring(at + 12, end);
            if (named.matches("[a-z]+")) route = named;
        }
        long start = System.nanoTime();
        try {
            HttpResponse<String> response = answered(
                    client,
                    HttpRequest.newBuilder(URI.create(url + "v1/" + route))
                            .POST(BodyPublishers.ofString(body))
                            .build());
            statuses.merge(response.statusCode(), 1, Integer::sum);
            boolean busy = response.statusCode() == BUSY
                    && response.headers().firstValue("Retry-After").isPresent();
            if (response.statusCode() >= 500 && !busy)
                wrong.add(route + " " + shortened(body) + " -> " + response.body());
            if (response.statusCode() != 200 && !response.body().contains("\"remedy\""))
                wrong.add(route + " " + shortened(body) + " -> " + response.body());
        } catch (IOException e) {
            wrong.add(route + " " + shortened(body) + " -> " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return System.nanoTime() - start;
    }

    /** As browsers do, asked once more where a connection that was idle is closed just as it is used again. */
    private static HttpResponse<String> answered(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException closed) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    private static String shortened(String text) {
        return text.length() <= 300 ? text : text.substring(0, 300);
    }
}
