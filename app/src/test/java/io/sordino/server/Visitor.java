package io.sordino.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * A client that takes next to no time of its own: one connection, one request at a time. Whoever measures a server on the same two processors
 * measures its client as well.
 */
final class Visitor implements AutoCloseable {
    private static final int PATIENCE_MILLISECONDS = 120_000;

    private final InetSocketAddress address;
    private Optional<Socket> socket = Optional.empty();

    Visitor(String url) {
        URI uri = URI.create(url);
        address = new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    /** @param retryAfter empty where nothing is said */
    record Answer(int status, String retryAfter, String text, long nanoseconds) {}

    Answer get(String path) throws IOException {
        return asked("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    Answer post(String path, String body) throws IOException {
        return asked("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    private Answer asked(String request) throws IOException {
        boolean kept = socket.isPresent();
        try {
            return exchanged(request);
        } catch (IOException closed) {
            close();
            // as browsers do: a connection that was idle may be closed just as it is used again
            if (!kept) throw closed;
            return exchanged(request);
        }
    }

    private Answer exchanged(String request) throws IOException {
        long start = System.nanoTime();
        Socket open = socket.isPresent() ? socket.get() : connected();
        open.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        open.getOutputStream().flush();
        InputStream in = new BufferedInputStream(open.getInputStream());
        String head = head(in);
        byte[] body =
                in.readNBytes(Integer.parseInt(field(head, "content-length").orElse("0")));
        long took = System.nanoTime() - start;
        if (field(head, "connection").orElse("").equalsIgnoreCase("close")) close();
        return new Answer(
                Integer.parseInt(head.substring(9, 12)),
                field(head, "retry-after").orElse(""),
                new String(body, StandardCharsets.UTF_8),
                took);
    }

    /** What has been sent and is not answered is not waited for. */
    void hangUpAfter(String bytes) throws IOException {
        close();
        Socket open = connected();
        open.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        open.getOutputStream().flush();
        close();
    }

    private Socket connected() throws IOException {
        Socket open = new Socket();
        open.setTcpNoDelay(true);
        open.setSoTimeout(PATIENCE_MILLISECONDS);
        open.connect(address, PATIENCE_MILLISECONDS);
        socket = Optional.of(open);
        return open;
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int ends = 0;
        while (ends < 4) {
            int next = in.read();
            if (next < 0) throw new EOFException("closed without an answer");
            head.write(next);
            ends = next == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : next == '\r' ? 1 : 0;
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private static Optional<String> field(String head, String name) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    @Override
    public void close() {
        socket.ifPresent(open -> {
            try {
                open.close();
            } catch (IOException gone) {
                return;
            }
        });
        socket = Optional.empty();
    }
}
