package io.sordino.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sordino.account.Accountant;
import io.sordino.account.LimitException;
import io.sordino.report.Failure;
import io.sordino.report.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves the API and the page over HTTP.
 *
 * <p>The JDK's own server is used: it brings no dependency, loads in milliseconds, and a request handler is all that is needed.
 */
public final class Server implements AutoCloseable {
    /** The largest body: a history of tens of thousands of entries fits. */
    static final int MOST_BYTES = 1 << 20;

    private static final int WARM_UP_ROUNDS = 5;
    private static final Map<String, String> WARM_UP = Map.of(
            "epsilon", "{\"plan\": \"1000 * poisson(0.01, gaussian(1))\", \"delta\": 1e-5}",
            "statement", "{\"plan\": \"20 * laplace(20) + gaussian(3)\", \"delta\": 1e-6}",
            "delta", "{\"plan\": \"15 * allocated(1, 235, gaussian(1.1))\", \"epsilon\": 1, \"width\": 1e-2}",
            "explain", "{\"plan\": \"shuffled(200, randomized_response(2, k=4))\", \"delta\": 1e-6}",
            "curves", "{\"what\": \"profile\", \"plans\": [\"500 * laplace(20)\"], \"delta\": 1e-6}");

    private static final String BATCH = "batch";
    private static final String HEALTH = "/health";
    private static final String METRICS = "/metrics";
    private static final String SUPPORT = "/v1/support";
    /** What is worked out when it is asked for, and not read from the jar. */
    private static final Set<String> SPOKEN = Set.of(HEALTH, METRICS, SUPPORT);

    private static final String ASKER = "Sordino-Asker";
    private static final int THREADS = 64;
    private static final long FAREWELL_MILLISECONDS = 5000;
    private static final long LAST_WORDS_MILLISECONDS = 2000;
    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpServer http;
    private final ExecutorService threads;
    private final Api api;
    private final Assets assets = new Assets();
    private final Metrics metrics = new Metrics();
    private final Superseded latest = new Superseded();
    private final AtomicInteger active = new AtomicInteger();
    private volatile boolean stopping;
    private final String version;

    /**
     * @param address where to listen; port 0 takes any free one
     * @param version what /health says
     */
    public Server(Accountant accountant, InetSocketAddress address, String version) throws IOException {
        // read once, when the JDK's server is loaded: without the first, small answers wait for the client's
        // acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxReqTime", "20");
        System.setProperty("sun.net.httpserver.maxRspTime", "60");
        System.setProperty("jdk.httpserver.maxConnections", "500");
        this.version = version;
        api = new Api(accountant);
        threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "http");
            thread.setDaemon(true);
            return thread;
        });
        http = HttpServer.create(address, 0);
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    /** Asks itself a few questions, so that the first visitor does not wait for classes to load and code to compile. */
    public void warm() {
        Thread thread = new Thread(
                () -> {
                    for (int round = 0; round < WARM_UP_ROUNDS; round++)
                        WARM_UP.forEach((command, body) -> api.post(command, body));
                },
                "warm-up");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
    }

    /** Where browsers find the page. */
    public String url() {
        return "http://" + host() + ":" + http.getAddress().getPort() + "/";
    }

    private String host() {
        InetAddress address = http.getAddress().getAddress();
        if (address.isAnyLocalAddress()) return "127.0.0.1";
        if (address.isLoopbackAddress() && address instanceof Inet6Address) return "[::1]";
        String host = address.isLoopbackAddress()
                ? address.getHostAddress()
                : http.getAddress().getHostString();
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private void handle(HttpExchange exchange) throws IOException {
        long start = System.nanoTime();
        active.incrementAndGet();
        try (exchange) {
            Reply reply = replyOrBug(exchange);
            send(exchange, reply);
            metrics.count(route(exchange.getRequestURI().getPath()), reply.status(), System.nanoTime() - start);
        } finally {
            active.decrementAndGet();
        }
    }

    private String route(String path) {
        String name = path.startsWith("/v1/") ? path.substring(4) : "";
        if (api.commands().contains(name) || name.equals(BATCH)) return path;
        return SPOKEN.contains(path) || path.equals("/openapi.json") ? path : "page";
    }

    /** A bug of ours is owned up to; without an answer the client would see a connection that breaks. */
    private Reply replyOrBug(HttpExchange exchange) throws IOException {
        try {
            return reply(exchange);
        } catch (RuntimeException e) {
            return Reply.refused(500, Failure.of(e));
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        if (stopping) return Api.stopping();
        if (!isAddressed(exchange))
            return refused(421, "the Host header names another server", "use the address that the server printed");
        String method = exchange.getRequestMethod();
        String path = String.valueOf(exchange.getRequestURI().getPath());
        String command = path.startsWith("/v1/") ? path.substring(4) : "";
        if (api.commands().contains(command) || command.equals(BATCH)) {
            if (!method.equals("POST")) return wrongMethod("POST");
            return post(exchange, command);
        }
        if (!(method.equals("GET") || method.equals("HEAD")))
            return SPOKEN.contains(path) || assets.get(path, "", "").isPresent()
                    ? wrongMethod("GET, HEAD")
                    : notFound();
        return get(exchange, path).orElseGet(this::notFound);
    }

    /** A page of another site that points its name at this machine must not read answers. */
    private boolean isAddressed(HttpExchange exchange) {
        if (!http.getAddress().getAddress().isLoopbackAddress()) return true;
        String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .orElse("localhost");
        String name = host.replaceFirst(":\\d*$", "").toLowerCase(java.util.Locale.ROOT);
        return LOCAL_NAMES.contains(name) || name.equals(host());
    }

    private Optional<Reply> get(HttpExchange exchange, String path) {
        return switch (path) {
            case HEALTH ->
                Optional.of(Reply.json(200, Json.object().put("status", "ok").put("version", version)));
            case METRICS -> Optional.of(Reply.text(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text()));
            case SUPPORT -> Optional.of(api.support());
            default -> assets.get(path, header(exchange, "Accept-Encoding"), header(exchange, "If-None-Match"));
        };
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    private Reply post(HttpExchange exchange, String command) throws IOException {
        byte[] body;
        try (InputStream in = exchange.getRequestBody()) {
            body = in.readNBytes(MOST_BYTES + 1);
        }
        if (body.length > MOST_BYTES)
            return Reply.refused(
                            413,
                            new Failure(
                                    Failure.Kind.LIMIT,
                                    "the body has more than " + MOST_BYTES + " bytes",
                                    "write repeated parts with a count, such as 1000 * gaussian(1)"))
                    .with("Connection", "close");
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return latest.of(
                    header(exchange, ASKER), () -> command.equals(BATCH) ? api.batch(text) : api.post(command, text));
        } catch (LimitException overtaken) {
            return Reply.refused(429, Failure.of(overtaken));
        } catch (CharacterCodingException e) {
            return refused(400, "the body is not UTF-8", "send JSON in UTF-8");
        }
    }

    private Reply notFound() {
        return refused(
                404,
                "there is nothing here",
                "POST /v1/" + String.join(", /v1/", api.commands())
                        + ", /v1/batch, or GET /, /v1/support, /openapi.json, /health, /metrics");
    }

    private static Reply wrongMethod(String allowed) {
        return refused(405, "this address answers " + allowed, "use that method")
                .with("Allow", allowed);
    }

    private static Reply refused(int status, String message, String remedy) {
        return Reply.refused(status, Failure.invalid(message, remedy));
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        reply.headers().forEach(headers::set);
        headers.set("Content-Type", reply.type());
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        boolean bodiless = exchange.getRequestMethod().equals("HEAD") || reply.body().length == 0;
        if (bodiless) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(reply.status(), reply.body().length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(reply.body());
        }
    }

    /** Lets requests that are being answered finish, for a few seconds, and takes no new ones; what is left then is refused. */
    @Override
    public void close() {
        stopping = true;
        api.dismiss();
        if (!isQuietWithin(FAREWELL_MILLISECONDS)) {
            api.giveUp();
            isQuietWithin(LAST_WORDS_MILLISECONDS);
        }
        http.stop(0);
        threads.shutdownNow();
    }

    private boolean isQuietWithin(long milliseconds) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        while (active.get() > 0 && System.nanoTime() < end) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return active.get() == 0;
    }
}
