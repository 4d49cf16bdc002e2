package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** A server that has run out of memory says so and ends, instead of living on without some of its threads. */
class MemoryTest {
    /** A megabyte whose tree takes more than thirty. */
    private static final String LARGE = "{\"plan\": [" + "{},".repeat(345_000) + "{}], \"delta\": 1e-9}";

    private static int asked(Served served) throws InterruptedException {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(served.url() + "v1/epsilon"))
                                    .POST(BodyPublishers.ofString(LARGE))
                                    .build(),
                            BodyHandlers.ofString())
                    .statusCode();
        } catch (IOException gone) {
            return 0;
        }
    }

    @Test
    void theEndIsSaid() throws Exception {
        try (Served served = Served.with("-Xmx32m", "-XX:+UseSerialGC")) {
            asked(served);
            assertThat(served.process().waitFor()).isEqualTo(3);
            assertThat(served.out().lines().toList())
                    .anyMatch(line -> line.contains("sordino: out of memory"))
                    .noneMatch(line -> line.contains("\tat "));
        }
    }

    @Test
    void withEnoughMemoryTheSameIsRefusedForWhatItIs() throws Exception {
        try (Served served = Served.with("-Xmx1g", "-XX:+UseSerialGC")) {
            assertThat(asked(served)).isEqualTo(400);
            assertThat(served.process().isAlive()).isTrue();
        }
    }
}
