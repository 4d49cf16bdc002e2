package io.sordino.reports;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sordino.client.Refused;
import io.sordino.refusal.InvalidException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Takes reports over HTTP: POST /reports with submissions one after the other, GET /campaign for devices that need its newest keys,
 * GET /metrics. An answer is given when what it acknowledges is on disk. Addresses are not looked at, and no number that is shown depends
 * on the batch that is still open.
 */
public final class Intake implements AutoCloseable {
    private static final int LONGEST_BODY = 1 << 20;
    private static final int MOST_WAITING = 10_000;
    private static final int GROUP = 4096;
    private static final int THREADS = 32;
    private static final int SECONDS = 30;

    /** The server writes head and body of an answer apart: without this the body waits until the head is acknowledged, up to 40 ms. */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    /** Whoever takes longer to send a request is cut off, in seconds: those who drip would hold all threads. */
    private static final String LONGEST_REQUEST = "sun.net.httpserver.maxReqTime";

    /** And whoever does not read the answer, once it had time to be on disk: those who never read would hold all threads, too. */
    private static final String LONGEST_ANSWER = "sun.net.httpserver.maxRspTime";

    private final Supplier<LiveCampaign.Version> campaign;
    private final int day;
    private final Store store;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> daemon(task, "intake"));
    private final BlockingQueue<Pending> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Thread writer = daemon(this::write, "store");
    private final AtomicLong released = new AtomicLong();
    private final CompletableFuture<Void> failed = new CompletableFuture<>();
    private volatile boolean stopping;

    /** Work for the one thread that writes: submissions, or a wish to release. */
    private record Pending(List<List<byte[]>> submissions, CompletableFuture<Optional<Path>> done, boolean release) {}

    /**
     * Listens on this port of this machine; 0 takes any that is free.
     *
     * @param campaign as it is now: its keys may change
     */
    public Intake(Supplier<LiveCampaign.Version> campaign, int day, Store store, InetAddress address, int port) {
        this.campaign = campaign;
        this.day = day;
        this.store = store;
        unlessSet(NO_DELAY, "true");
        unlessSet(LONGEST_REQUEST, String.valueOf(SECONDS));
        unlessSet(LONGEST_ANSWER, String.valueOf(2 * SECONDS));
        try {
            server = HttpServer.create(new InetSocketAddress(address, port), 512);
        } catch (IOException e) {
            throw new InvalidException("port " + port + " cannot be listened on", "choose another one with --port", e);
        }
        server.setExecutor(threads);
        server.createContext("/reports", exchange -> answered(exchange, "POST", this::reports));
        server.createContext("/campaign", exchange -> answered(exchange, "GET", this::campaign));
        server.createContext("/metrics", exchange -> answered(exchange, "GET", this::metrics));
        writer.start();
        server.start();
    }

    private static void unlessSet(String property, String value) {
        if (System.getProperty(property) == null) System.setProperty(property, value);
    }

    /** On which port it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Ends with an exception where the disk failed: nothing more is acknowledged then. */
    public CompletableFuture<Void> failure() {
        return failed;
    }

    /** Releases the batch if there is enough of it, however long that takes. */
    public Optional<Path> release() {
        return await(new Pending(List.of(), new CompletableFuture<>(), true), false);
    }

    /**
     * Takes nothing more, and releases the batch if there is enough of it: all that was ever acknowledged is in it.
     *
     * @throws IllegalStateException where the disk failed, and nobody knows what is on it
     */
    public Optional<Path> finish() {
        return await(new Pending(List.of(), new CompletableFuture<>(), true), true);
    }

    private interface Handler {
        void handle(HttpExchange exchange) throws IOException;
    }

    private static void answered(HttpExchange exchange, String method, Handler handler) {
        try (exchange) {
            if (exchange.getRequestMethod().equals(method)) handler.handle(exchange);
            else say(exchange, 405, "{\"error\": \"use " + method + "\"}");
        } catch (IOException gone) {
            // the one who asked has hung up; what was taken is taken, and may be sent again
            exchange.close();
        }
    }

    private void reports(HttpExchange exchange) throws IOException {
        List<List<byte[]>> good = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        InputStream in = exchange.getRequestBody();
        byte[] body = in.readNBytes(LONGEST_BODY + 1);
        if (body.length > LONGEST_BODY) {
            // read on for a while: one who is still sends would not hear the answer (skip counts nothing)
            for (int i = 0; i < 8 && in.readNBytes(LONGEST_BODY).length == LONGEST_BODY; i++) {}
            say(exchange, 413, "{\"error\": \"a request has at most " + LONGEST_BODY + " bytes\"}");
            return;
        }
        read(new ByteArrayInputStream(body), good, refused);
        if (!good.isEmpty()) {
            try {
                await(new Pending(good, new CompletableFuture<>(), false), false);
            } catch (IllegalStateException busy) {
                say(exchange, 503, "{\"error\": \"not taken: send it again later\"}");
                return;
            }
        }
        StringBuilder json =
                new StringBuilder("{\"accepted\": ").append(good.size()).append(", \"refused\": [");
        json.append(String.join(", ", refused)).append("]}");
        say(exchange, refused.isEmpty() ? 200 : 422, json.toString());
    }

    private void read(InputStream in, List<List<byte[]>> good, List<String> refused) throws IOException {
        Submissions submissions = new Submissions(campaign.get().campaign(), day);
        for (int i = 0; ; i++) {
            try {
                Optional<List<byte[]>> next = submissions.next(in);
                if (next.isEmpty()) return;
                submissions.check(next.get());
                good.add(next.get());
            } catch (Submissions.Unreadable e) {
                refused.add(refusal(i, e));
                return;
            } catch (Refused e) {
                refused.add(refusal(i, e));
            }
        }
    }

    private static String refusal(int submission, Exception why) {
        return "{\"submission\": " + submission + ", \"reason\": \"" + why.getMessage() + "\"}";
    }

    private void campaign(HttpExchange exchange) throws IOException {
        say(exchange, 200, campaign.get().text());
    }

    private void metrics(HttpExchange exchange) throws IOException {
        say(
                exchange,
                200,
                "# TYPE sordino_batches_released counter\nsordino_batches_released " + released.get()
                        + "\n# TYPE sordino_shuffler_up gauge\nsordino_shuffler_up " + (failed.isDone() ? 0 : 1)
                        + "\n");
    }

    private static void say(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", text.startsWith("{") ? "application/json" : "text/plain");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private Optional<Path> await(Pending pending, boolean last) {
        // nothing comes behind the last one
        synchronized (waiting) {
            if (stopping || failed.isDone() || !waiting.offer(pending)) throw new IllegalStateException("busy");
            stopping |= last;
        }
        try {
            return pending.release ? pending.done.get() : pending.done.get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("not taken", e);
        }
    }

    /** One thread writes for all: those who wait together share one wait for the disk. */
    private void write() {
        List<Pending> group = new ArrayList<>();
        while (!(stopping && waiting.isEmpty())) {
            try {
                Pending first = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (first == null) continue;
                group.add(first);
                waiting.drainTo(group, GROUP);
                serve(group);
            } catch (InterruptedException | IOException | RuntimeException | Error e) {
                fail(e, group);
                return;
            }
            group.clear();
        }
    }

    /** What is on disk is not known any more: nobody is told anything, nobody waits for ever, and the store must be opened again. */
    private void fail(Throwable why, List<Pending> group) {
        synchronized (waiting) {
            failed.completeExceptionally(why);
            waiting.drainTo(group);
        }
        for (Pending one : group) one.done.completeExceptionally(why);
    }

    private void serve(List<Pending> group) throws IOException {
        List<List<byte[]>> all = new ArrayList<>();
        for (Pending one : group) all.addAll(one.submissions);
        store.take(all);
        for (Pending one : group) {
            Optional<Path> batch = one.release ? store.release() : Optional.empty();
            if (batch.isPresent()) released.incrementAndGet();
            one.done.complete(batch);
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Takes nothing more, and ends when all that was taken is on disk. */
    @Override
    public void close() {
        server.stop(1);
        // nothing comes behind what the writer still sees
        synchronized (waiting) {
            stopping = true;
        }
        try {
            writer.join(TimeUnit.SECONDS.toMillis(SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
    }
}
