package io.sordino.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and a server, and can cut the line at the worst moment: when the server has said that it committed. */
final class CuttingProxy implements AutoCloseable {
    private final int port;
    private final ServerSocket listening;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicInteger cuts = new AtomicInteger();

    CuttingProxy(int port) throws IOException {
        this.port = port;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** The answer to the next commit is not delivered. */
    void cutAfterCommit() {
        armed.set(true);
    }

    int cuts() {
        return cuts.get();
    }

    private interface Moving {
        void run() throws IOException;
    }

    private static void start(Moving moving) {
        Thread thread = new Thread(() -> {
            try {
                moving.run();
            } catch (IOException e) {
                // a line that is cut: what a proxy is here for
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            start(() -> move(client.getInputStream(), server.getOutputStream(), server));
            start(() -> back(client, server));
        }
    }

    private static void move(InputStream from, OutputStream to, Socket end) throws IOException {
        try (end) {
            byte[] bytes = new byte[65536];
            for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
                to.write(bytes, 0, n);
                to.flush();
            }
        }
    }

    /** CommandComplete says COMMIT once it is on disk. */
    private void back(Socket client, Socket server) throws IOException {
        try (client;
                server) {
            byte[] bytes = new byte[65536];
            InputStream from = server.getInputStream();
            OutputStream to = client.getOutputStream();
            for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
                String said = new String(bytes, 0, n, StandardCharsets.ISO_8859_1);
                if (said.contains("COMMIT\0") && armed.compareAndSet(true, false)) {
                    cuts.incrementAndGet();
                    return;
                }
                to.write(bytes, 0, n);
                to.flush();
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
