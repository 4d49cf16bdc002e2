package io.sordino.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.report.text.Json;
import java.io.PrintStream;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * One line of JSON for every request: when, who, what, how it ended, how long it took. No plan and no body is written. A disk that is slow
 * slows nobody down: lines are written by a thread of their own, and where too many wait they are dropped and counted.
 */
final class AccessLog implements AutoCloseable {
    private static final int MOST_WAITING = 10_000;
    private static final String END = "";

    private final PrintStream out;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LongAdder dropped = new LongAdder();
    private final Thread writer = new Thread(this::write, "access-log");

    /** What is known of a request when it has ended. */
    record Entry(String client, String method, String route, int status, long bytes, long nanoseconds) {}

    AccessLog(PrintStream out) {
        this.out = out;
        writer.setDaemon(true);
        writer.start();
    }

    void write(Entry entry) {
        ObjectNode line = Json.object();
        line.put("time", Instant.now().toString());
        line.put("client", entry.client);
        line.put("method", entry.method);
        line.put("route", entry.route);
        line.put("status", entry.status);
        line.put("bytes", entry.bytes);
        line.put("seconds", Json.seconds(entry.nanoseconds));
        if (!lines.offer(Json.text(line))) dropped.increment();
    }

    long dropped() {
        return dropped.sum();
    }

    private void write() {
        try {
            for (String line = lines.take(); !line.equals(END); line = lines.take()) {
                out.print(line + "\n");
                if (lines.isEmpty()) out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        out.flush();
    }

    /** Writes what is left. */
    @Override
    public void close() {
        try {
            lines.put(END);
            writer.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
