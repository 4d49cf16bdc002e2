package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sordino.account.Accountant;
import io.sordino.report.text.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a server listens, and how it stops while it is busy. */
class ServerLifeTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static Server started(InetAddress address) throws IOException {
        return new Server(Accountant.standard(), new InetSocketAddress(address, 0), "1.2.3");
    }

    private static HttpResponse<String> health(Server server) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + "health")).build(), BodyHandlers.ofString());
    }

    /** An address whose work ends when the test says so. */
    private record Held(Server server, CountDownLatch begun, CountDownLatch end) {
        static Held started() throws IOException {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            Errand errand = new Errand("POST", "/v1/held", body -> {
                begun.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    return Json.object().put("interrupted", true);
                }
                return Json.object().put("done", true);
            });
            Server server = new Server(
                    Accountant.standard(),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    "1.2.3",
                    Server.Settings.usual().with(List.of(errand)));
            return new Held(server, begun, end);
        }

        CompletableFuture<HttpResponse<String>> asked() {
            return CLIENT.sendAsync(
                    HttpRequest.newBuilder(URI.create(server.url() + "v1/held"))
                            .POST(BodyPublishers.ofString("{}"))
                            .build(),
                    BodyHandlers.ofString());
        }

        void waitsFor(int waiting) {
            while (server.lanes().waiting(Lanes.Lane.SMALL) < waiting) Thread.onSpinWait();
        }
    }

    @Test
    void stopLetsAnswersFinishAndSendsNewOnesAway() throws Exception {
        Held held = Held.started();
        CompletableFuture<HttpResponse<String>> answer = held.asked();
        held.begun.await();
        CompletableFuture<Void> closing =
                CompletableFuture.runAsync(held.server::close, task -> new Thread(task).start());
        HttpResponse<String> late = health(held.server);
        // until the server has heard of its end
        while (late.statusCode() == 200) late = health(held.server);
        assertThat(late.statusCode()).isEqualTo(503);
        assertThat(late.body()).contains("the server is stopping");
        held.end.countDown();
        assertThat(answer.get().body()).contains("done");
        closing.get();
    }

    /** More work than there are workers: some is answered, the rest refused, and nobody is left without a word. */
    @Test
    void stopLeavesNobodyWithoutAnAnswer() throws Exception {
        Held held = Held.started();
        int working = held.server.lanes().sizes().small();
        List<CompletableFuture<HttpResponse<String>>> answers =
                IntStream.range(0, working + 3).mapToObj(i -> held.asked()).toList();
        held.waitsFor(3);
        held.server.close();
        List<String> bodies = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            assertThat(answer.get().statusCode()).isEqualTo(503);
            bodies.add(answer.get().body());
        }
        assertThat(bodies).allMatch(body -> body.contains("the server is stopping"));
    }

    /** Where every worker is taken, what needs none is answered. */
    @Test
    void healthMetricsAndThePageNeedNoWorker() throws Exception {
        Held held = Held.started();
        try {
            int all = held.server.lanes().sizes().small();
            List<CompletableFuture<HttpResponse<String>>> answers =
                    IntStream.range(0, all + 5).mapToObj(i -> held.asked()).toList();
            held.waitsFor(5);
            for (String path : List.of("health", "metrics", "", "shuffle", "style.css", "openapi.json")) {
                HttpResponse<String> response = CLIENT.send(
                        HttpRequest.newBuilder(URI.create(held.server.url() + path))
                                .build(),
                        BodyHandlers.ofString());
                assertThat(response.statusCode()).as(path).isEqualTo(200);
                if (path.equals("metrics"))
                    assertThat(response.body())
                            .contains(
                                    "sordino_lane_waiting{lane=\"small\"} 5",
                                    "sordino_lane_working{lane=\"small\"} " + all,
                                    "sordino_requests_in_flight " + (all + 6));
            }
            assertThat(answers).as("control: the workers are still taken").noneMatch(CompletableFuture::isDone);
            held.end.countDown();
            for (CompletableFuture<HttpResponse<String>> answer : answers)
                assertThat(answer.get().statusCode()).isEqualTo(200);
        } finally {
            held.end.countDown();
            held.server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1"})
    void printedAddressIsWhereTheServerListens(String host) throws Exception {
        InetAddress address = InetAddress.getByName(host);
        assumeTrue(canListen(address), host + " is no address of this machine");
        try (Server server = started(address)) {
            assertThat(health(server).statusCode()).as(server.url()).isEqualTo(200);
        }
    }

    private static boolean canListen(InetAddress address) {
        try (ServerSocket probe = new ServerSocket(0, 1, address)) {
            return probe.isBound();
        } catch (IOException notOurs) {
            return false;
        }
    }
}
