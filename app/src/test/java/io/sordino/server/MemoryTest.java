package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that has run out of memory says so and ends, instead of living on without some of its threads. */
class MemoryTest {
    /** A megabyte whose tree takes more than thirty. */
    private static final String LARGE = "{\"plan\": [" + "{},".repeat(345_000) + "{}], \"delta\": 1e-9}";

    private record Served(Process process, BufferedReader out, String url) {
        static Served with(String... options) throws IOException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of(options));
            command.addAll(List.of(
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.sordino.cli.Sordino",
                    "serve",
                    "--port",
                    "0",
                    "--no-browser"));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = String.valueOf(out.readLine());
            assertThat(line).contains("sordino is at http://");
            return new Served(process, out, line.replaceAll(".*(http://\\S+).*", "$1"));
        }

        int asked() throws InterruptedException {
            try {
                return HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(url + "v1/epsilon"))
                                        .POST(BodyPublishers.ofString(LARGE))
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode();
            } catch (IOException gone) {
                return 0;
            }
        }
    }

    @Test
    void theEndIsSaid() throws Exception {
        Served served = Served.with("-Xmx32m");
        try {
            served.asked();
            assertThat(served.process.waitFor()).isEqualTo(3);
            assertThat(served.out.lines().toList())
                    .anyMatch(line -> line.contains("sordino: out of memory"))
                    .noneMatch(line -> line.contains("\tat "));
        } finally {
            served.process.destroyForcibly();
        }
    }

    @Test
    void withEnoughMemoryTheSameIsRefusedForWhatItIs() throws Exception {
        Served served = Served.with("-Xmx1g");
        try {
            assertThat(served.asked()).isEqualTo(400);
            assertThat(served.process.isAlive()).isTrue();
        } finally {
            served.process.destroy();
        }
    }
}
