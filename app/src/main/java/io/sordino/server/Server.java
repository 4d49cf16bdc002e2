package io.sordino.server;

import io.sordino.account.Accountant;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Serves the API and the page over HTTP. */
public final class Server implements AutoCloseable {
    private static final int WARM_UP_ROUNDS = 5;
    private static final Map<String, String> WARM_UP = Map.of(
            "epsilon", "{\"plan\": \"1000 * poisson(0.01, gaussian(1))\", \"delta\": 1e-5}",
            "statement", "{\"plan\": \"20 * laplace(20) + gaussian(3)\", \"delta\": 1e-6}",
            "delta", "{\"plan\": \"15 * allocated(1, 235, gaussian(1.1))\", \"epsilon\": 1, \"width\": 1e-2}",
            "explain", "{\"plan\": \"shuffled(200, randomized_response(2, k=4))\", \"delta\": 1e-6}",
            "curves", "{\"what\": \"profile\", \"plans\": [\"500 * laplace(20)\"], \"delta\": 1e-6}");

    private static final int MOST_THREADS = 16;
    private static final int LEAST_THREADS = 6;
    private static final int BACKLOG = 512;
    private static final int HEAD_BYTES = 8192;
    private static final long SILENCE_MILLISECONDS = 20_000;
    private static final long WATCH_MILLISECONDS = 10;
    private static final int CONNECTIONS_EVERY = 25;
    private static final long FAREWELL_MILLISECONDS = 5000;
    private static final long LAST_WORDS_MILLISECONDS = 2000;
    private static final int OUT_OF_MEMORY = 3;

    private final org.eclipse.jetty.server.Server jetty;
    private final ServerConnector connector;
    private final Api api;
    private final Lanes lanes;
    private final Front front;
    private final Metrics metrics = new Metrics();
    private final Connections connections = new Connections();
    private final Bodies bodies = new Bodies();
    private final Mishaps mishaps;
    private final Optional<AccessLog> log;
    private final InetSocketAddress address;
    private volatile boolean closed;

    /**
     * How a server differs from the usual one.
     *
     * @param names under which clients know it, beside its address
     * @param log where to write a line for every request
     * @param errands addresses beside those of questions
     * @param lastWords what to do when memory is over; the usual is to say so and to end the process
     * @param mishaps where bugs of ours are written down; the usual is standard error
     */
    public record Settings(
            Set<String> names,
            Optional<PrintStream> log,
            List<Errand> errands,
            Consumer<OutOfMemoryError> lastWords,
            Consumer<String> mishaps) {
        public Settings {
            names = Set.copyOf(names);
            errands = List.copyOf(errands);
        }

        public static Settings usual() {
            return new Settings(Set.of(), Optional.empty(), List.of(), Server::end, System.err::println);
        }

        public Settings named(Set<String> all) {
            return new Settings(all, log, errands, lastWords, mishaps);
        }

        public Settings logged(PrintStream stream) {
            return new Settings(names, Optional.of(stream), errands, lastWords, mishaps);
        }

        public Settings with(List<Errand> more) {
            return new Settings(names, log, more, lastWords, mishaps);
        }

        Settings failing(Consumer<OutOfMemoryError> last, Consumer<String> written) {
            return new Settings(names, log, errands, last, written);
        }
    }

    /**
     * @param address where to listen; port 0 takes any free one
     * @param version what /health says
     */
    public Server(Accountant accountant, InetSocketAddress address, String version) throws IOException {
        this(accountant, address, version, Settings.usual());
    }

    /**
     * @param address where to listen; port 0 takes any free one
     * @param version what /health says
     */
    public Server(Accountant accountant, InetSocketAddress address, String version, Settings settings)
            throws IOException {
        this.address = address;
        mishaps = new Mishaps(settings.lastWords(), settings.mishaps());
        api = new Api(accountant, this::own, mishaps);
        lanes = new Lanes(
                Lanes.Sizes.of(
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.getRuntime().maxMemory()),
                new Clocks(ManagementFactory.getThreadMXBean()),
                mishaps);
        log = settings.log().map(AccessLog::new);
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
        threads.setName("http");
        threads.setDaemon(true);
        jetty = new org.eclipse.jetty.server.Server(threads);
        jetty.setErrorHandler(new Refuser(metrics, mishaps));
        connector = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(address.getAddress().getHostAddress());
        connector.setPort(address.getPort());
        connector.setAcceptQueueSize(BACKLOG);
        connector.setIdleTimeout(SILENCE_MILLISECONDS);
        connector.addBean(connections);
        jetty.addConnector(connector);
        jetty.addBean(new NetworkConnectionLimit(Connections.MOST, connector));
        gauges();
        front = new Front(new Front.Desk(
                api,
                lanes,
                bodies,
                guard(address, settings.names()),
                metrics,
                connections,
                settings.errands(),
                log,
                mishaps,
                version));
        jetty.setHandler(front);
        start();
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(HEAD_BYTES);
        return configuration;
    }

    /** A server on the loopback address is known by its own names alone; one that others reach may be called by any bare address. */
    private static Guard guard(InetSocketAddress address, Set<String> names) {
        List<String> all = new ArrayList<>(names);
        String given = address.getHostString();
        all.add(given.contains(":") ? "[" + given + "]" : given);
        return new Guard(Set.copyOf(all), !address.getAddress().isLoopbackAddress());
    }

    private void start() throws IOException {
        try {
            connector.open();
            jetty.start();
        } catch (IOException e) {
            stopJetty();
            throw e.getCause() instanceof BindException taken ? taken : e;
        } catch (Exception e) {
            stopJetty();
            throw new IOException(e);
        }
        own("watch", this::watch).start();
    }

    private void watch() {
        try {
            for (int round = 0; !closed; round++) {
                TimeUnit.MILLISECONDS.sleep(WATCH_MILLISECONDS);
                survived(lanes::watch);
                if (round % CONNECTIONS_EVERY == 0) survived(() -> watch(System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Without its watch a server would give nothing up any more. */
    private void survived(Runnable watching) {
        try {
            watching.run();
        } catch (Throwable e) {
            mishaps.note(e);
        }
    }

    /** Cuts off who is slow. */
    void watch(long now) {
        connections.watch(now);
        bodies.watch(now);
    }

    /** A thread of the server itself: what ends it is written down, and want of memory is the end of the server. */
    private Thread own(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((one, failure) -> mishaps.note(failure));
        return thread;
    }

    private record Clocks(ThreadMXBean threads) implements Lanes.Meter {
        @Override
        public long now() {
            return System.nanoTime();
        }

        @Override
        public long processor(Thread thread) {
            return Math.max(0, threads.getThreadCpuTime(thread.getId()));
        }
    }

    private void gauges() {
        Map<String, LongSupplier> working = new LinkedHashMap<>();
        Map<String, LongSupplier> waiting = new LinkedHashMap<>();
        for (Lanes.Lane lane : Lanes.Lane.values()) {
            String label = "{lane=\"" + lane.name().toLowerCase(Locale.ROOT) + "\"}";
            working.put(label, () -> lanes.working(lane));
            if (lane != Lanes.Lane.LEAVING) waiting.put(label, () -> lanes.waiting(lane));
        }
        metrics.gauge("sordino_lane_working", "Threads at work; those that leave were told to end.", working);
        metrics.gauge("sordino_lane_waiting", "Requests that wait for a thread.", waiting);
        metrics.gauge("sordino_connections", "Connections that are open.", Map.of("", connections::open));
        metrics.gauge("sordino_body_bytes", "Bodies that are held, beyond their free part.", Map.of("", bodies::held));
        metrics.gauge(
                "sordino_access_log_dropped",
                "Lines that were not written since the disk is slow.",
                Map.of("", () -> log.map(AccessLog::dropped).orElse(0L)));
        Runtime runtime = Runtime.getRuntime();
        metrics.gauge(
                "sordino_memory_bytes",
                "Memory in use.",
                Map.of("", () -> runtime.totalMemory() - runtime.freeMemory()));
    }

    /** A process that has run out of memory may have lost any of its threads: it says so and ends. */
    private static void end(OutOfMemoryError error) {
        try {
            System.err.println("sordino: out of memory (" + error.getMessage() + "); the server ends");
            System.err.flush();
        } finally {
            Runtime.getRuntime().halt(OUT_OF_MEMORY);
        }
    }

    /** Asks itself a few questions, so that the first visitor does not wait for classes to load and code to compile. */
    public void warm() {
        Thread thread = own("warm-up", () -> {
            for (int round = 0; round < WARM_UP_ROUNDS && !closed; round++) WARM_UP.forEach(api::rehearse);
            api.support();
        });
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
    }

    /** Where browsers find the page. */
    public String url() {
        return "http://" + host() + ":" + connector.getLocalPort() + "/";
    }

    private String host() {
        InetAddress host = address.getAddress();
        if (host.isAnyLocalAddress()) return "127.0.0.1";
        if (host.isLoopbackAddress() && host instanceof Inet6Address) return "[::1]";
        String name = host.isLoopbackAddress() ? host.getHostAddress() : address.getHostString();
        return name.contains(":") ? "[" + name + "]" : name;
    }

    Lanes lanes() {
        return lanes;
    }

    long bytesHeld() {
        return bodies.held();
    }

    int open() {
        return connections.open();
    }

    /** Lets requests that are being answered finish, for a few seconds, and takes no new ones; what is left then is refused. */
    @Override
    public void close() {
        front.stop(true);
        lanes.dismiss();
        if (!isQuietWithin(FAREWELL_MILLISECONDS)) {
            lanes.giveUp();
            isQuietWithin(LAST_WORDS_MILLISECONDS);
        }
        closed = true;
        stopJetty();
        log.ifPresent(AccessLog::close);
    }

    private void stopJetty() {
        try {
            jetty.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP layer did not stop", e);
        }
    }

    private boolean isQuietWithin(long milliseconds) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        while (metrics.inFlight() > 0 && System.nanoTime() < end) {
            try {
                TimeUnit.MILLISECONDS.sleep(WATCH_MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return metrics.inFlight() == 0;
    }
}
