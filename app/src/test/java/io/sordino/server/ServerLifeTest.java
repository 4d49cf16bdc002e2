package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sordino.account.Accountant;
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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a server listens, and how it stops while it is busy. */
class ServerLifeTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String SLOW =
            "{\"plan\": \"10000 * poisson(0.01, gaussian(0.7))\", \"delta\": 1e-5, \"width\": 1e-4}";

    private static Server started(InetAddress address) throws IOException {
        return new Server(Accountant.standard(), new InetSocketAddress(address, 0), "1.2.3");
    }

    private static Server started() throws IOException {
        return started(InetAddress.getLoopbackAddress());
    }

    private static CompletableFuture<HttpResponse<String>> asked(Server server, String body) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(server.url() + "v1/epsilon"))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<String> health(Server server) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + "health")).build(), BodyHandlers.ofString());
    }

    @Test
    void stopLetsAnswersFinish() throws Exception {
        Server server = started();
        CompletableFuture<HttpResponse<String>> answer = asked(server, SLOW);
        Thread.sleep(40);
        server.close();
        assertThat(answer.get().statusCode()).isEqualTo(200);
    }

    /** More hard questions than there are workers: some are answered, others refused, and none is left without a word. */
    @Test
    void stopLeavesNobodyWithoutAnAnswer() throws Exception {
        Server server = started();
        int many = 3 * Runtime.getRuntime().availableProcessors();
        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, many)
                .mapToObj(i -> asked(
                        server,
                        "{\"plan\": \"1000000 * poisson(0.3, laplace(0.01)) + 999 * allocated(7, 1000, laplace(0.3" + i
                                + "))\", \"delta\": 1e-12, \"width\": 1e-9}"))
                .toList();
        Thread.sleep(300);
        server.close();
        for (CompletableFuture<HttpResponse<String>> answer : answers)
            assertThat(answer.get().statusCode()).isIn(200, 422, 429);
        assertThat(answers).anyMatch(answer -> answer.join().statusCode() == 429);
    }

    @Test
    void whatIsNewWhileTheServerStopsIsSentAway() throws Exception {
        Server server = started();
        CompletableFuture<HttpResponse<String>> slow = asked(server, SLOW);
        Thread.sleep(40);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
        Thread.sleep(20);
        try {
            HttpResponse<String> late = health(server);
            assertThat(late.statusCode()).isEqualTo(429);
            assertThat(late.body()).contains("the server is stopping");
        } catch (IOException gone) {
            assertThat(closing.get()).isNull();
        }
        closing.get();
        assertThat(slow.get().statusCode()).isEqualTo(200);
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
