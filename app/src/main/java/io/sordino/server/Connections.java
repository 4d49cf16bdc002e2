package io.sordino.server;

import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.Callback;

/**
 * Cuts off who keeps a connection without using it: a head that drips in, a silence between requests while others wait, an
 * answer that nobody reads. The HTTP layer itself counts silence only, and a byte every few seconds is not silence.
 */
final class Connections implements Connection.Listener {
    static final int MOST = 512;
    private static final long HEAD_NANOSECONDS = 5_000_000_000L;
    private static final long HEAD_UNDER_PRESSURE_NANOSECONDS = 1_000_000_000L;
    private static final long REQUEST_NANOSECONDS = 60_000_000_000L;

    private final Map<Connection, State> states = new ConcurrentHashMap<>();

    private static final class State {
        private boolean answering;
        private boolean head;
        private long since;
        private long bytes;

        State(long now) {
            since = now;
        }

        synchronized void begin(long now) {
            answering = true;
            head = false;
            since = now;
        }

        synchronized void end(long now, long bytesIn) {
            answering = false;
            head = false;
            since = now;
            bytes = bytesIn;
        }

        /** Whether it has had its time; a head has its time from its first byte on. */
        synchronized Verdict at(long now, long bytesIn, boolean pressure) {
            if (answering) return now - since > REQUEST_NANOSECONDS ? Verdict.CUT : Verdict.KEEP;
            if (!head && bytesIn > bytes) {
                head = true;
                since = now;
            }
            long patience = pressure ? HEAD_UNDER_PRESSURE_NANOSECONDS : HEAD_NANOSECONDS;
            if (head) return now - since > patience ? Verdict.REFUSE : Verdict.KEEP;
            return pressure && now - since > patience ? Verdict.CUT : Verdict.KEEP;
        }
    }

    private enum Verdict {
        KEEP,
        REFUSE,
        CUT
    }

    @Override
    public void onOpened(Connection connection) {
        states.put(connection, new State(System.nanoTime()));
    }

    @Override
    public void onClosed(Connection connection) {
        states.remove(connection);
    }

    void begin(Connection connection) {
        State state = states.get(connection);
        if (state != null) state.begin(System.nanoTime());
    }

    void end(Connection connection) {
        State state = states.get(connection);
        if (state != null) state.end(System.nanoTime(), connection.getBytesIn());
    }

    int open() {
        return states.size();
    }

    /** Called again and again. */
    void watch(long now) {
        boolean pressure = open() > MOST / 2;
        states.forEach((connection, state) -> {
            switch (state.at(now, connection.getBytesIn(), pressure)) {
                case KEEP -> {}
                case CUT -> connection.getEndPoint().close();
                case REFUSE -> refuse(connection);
            }
        });
    }

    private static void refuse(Connection connection) {
        try {
            say(connection);
        } catch (WritePendingException e) {
            // an answer that nobody reads
            connection.getEndPoint().close();
        }
    }

    private static void say(Connection connection) {
        Reply reply = Refusals.slow("the head of the request");
        String head = "HTTP/1.1 408 Request Timeout\r\nContent-Type: " + reply.type() + "\r\nContent-Length: "
                + reply.body().length + "\r\nConnection: close\r\n\r\n";
        ByteBuffer whole = ByteBuffer.allocate(head.length() + reply.body().length)
                .put(head.getBytes(StandardCharsets.US_ASCII))
                .put(reply.body())
                .flip();
        Runnable close = () -> connection.getEndPoint().close();
        connection.getEndPoint().write(Callback.from(close), whole);
    }
}
