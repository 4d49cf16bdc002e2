package io.sordino.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A shuffler in a process of its own, and senders that do not give up. */
final class ShufflerProcess implements AutoCloseable {
    private static final int SENDERS = 8;

    private final Path folder;
    private final List<String> command = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private volatile int port;
    private Optional<Process> running = Optional.empty();

    ShufflerProcess(Path folder, Path campaign, List<String> store) {
        this.folder = folder;
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sordino.cli.Sordino",
                "shuffler",
                "--campaign",
                campaign.toString(),
                "--port",
                "0"));
        command.addAll(store);
    }

    void start() throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("shuffler.log").toFile()))
                .start();
        running = Optional.of(process);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null || !line.startsWith("listening on ")) throw new IllegalStateException("shuffler: " + line);
        port = Integer.parseInt(line.replaceFirst(".*localhost:(\\d+)/.*", "$1"));
    }

    long pid() {
        return running.orElseThrow().pid();
    }

    /** SIGTERM. */
    void stop() throws InterruptedException {
        Process process = running.orElseThrow();
        process.destroy();
        process.waitFor();
    }

    /** SIGTERM, and SIGKILL before it is done, or just after. */
    void killWhileItStops(Random random) throws InterruptedException {
        running.orElseThrow().destroy();
        Thread.sleep(random.nextInt(300));
        kill();
    }

    private void kill() throws InterruptedException {
        running.orElseThrow().destroyForcibly().waitFor();
    }

    /**
     * Sends every request until it is acknowledged; some of them twice, some cut before they are whole.
     *
     * @param kills how often the shuffler is killed and started again meanwhile
     */
    void send(List<byte[]> requests, Random random, int kills) throws Exception {
        ConcurrentLinkedQueue<byte[]> left = new ConcurrentLinkedQueue<>(requests);
        AtomicInteger acknowledged = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            Random own = new Random(random.nextLong());
            senders.add(new Thread(() -> {
                try {
                    for (byte[] body = left.poll(); body != null; body = left.poll()) {
                        if (own.nextInt(10) == 0) until(422, Arrays.copyOf(body, body.length - 7));
                        until(200, body);
                        if (own.nextInt(5) == 0) until(200, body);
                        acknowledged.incrementAndGet();
                    }
                } catch (InterruptedException | RuntimeException e) {
                    failure.set(e);
                }
            }));
        }
        senders.forEach(Thread::start);
        for (int kill = 1; kill <= kills; kill++) {
            while (acknowledged.get() < (long) requests.size() * kill / (kills + 1) && failure.get() == null)
                Thread.sleep(1);
            Thread.sleep(random.nextInt(20));
            kill();
            start();
        }
        for (Thread sender : senders) sender.join();
        if (failure.get() != null) throw new IllegalStateException(failure.get());
    }

    private void until(int status, byte[] body) throws InterruptedException {
        for (int attempt = 0; attempt < 3000; attempt++) {
            try {
                HttpResponse<String> answer = http.send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/reports"))
                                .timeout(Duration.ofSeconds(20))
                                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == status) return;
                if (answer.statusCode() != 503)
                    throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
            } catch (IOException killed) {
                // nobody knows whether it arrived: it is sent again
                Thread.sleep(20);
            }
        }
        throw new IllegalStateException("never acknowledged");
    }

    @Override
    public void close() {
        running.ifPresent(Process::destroyForcibly);
    }
}
