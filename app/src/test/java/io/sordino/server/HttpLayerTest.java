package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.account.Accountant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent byte by byte: every refusal is the documented one, and nobody keeps a connection for nothing. */
class HttpLayerTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ByteArrayOutputStream LOG = new ByteArrayOutputStream();
    private static final List<Server> SERVERS = new ArrayList<>();
    private static final long MINUTE = 60_000_000_000L;

    @BeforeAll
    static void start() throws IOException {
        SERVERS.add(new Server(
                Accountant.standard(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "1.2.3",
                Server.Settings.usual()
                        .named(Set.of("accountant.example.org"))
                        .logged(new PrintStream(LOG, true, StandardCharsets.UTF_8))));
    }

    @AfterAll
    static void stop() {
        SERVERS.forEach(Server::close);
        assertThat(LOG.toString(StandardCharsets.UTF_8).lines())
                .isNotEmpty()
                .allMatch(line -> line.startsWith("{\"time\": \"") && line.contains("\"status\": "))
                .anyMatch(line -> line.contains("\"route\": \"/v1/epsilon\""))
                .noneMatch(line -> line.contains("gaussian"));
    }

    private static Server server() {
        return SERVERS.get(0);
    }

    private static Socket socket() throws IOException {
        URI address = URI.create(server().url());
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static String answer(String request) throws IOException {
        try (Socket socket = socket()) {
            send(socket, request);
            return rest(socket);
        }
    }

    private static void isRefusal(String answer, int status) throws IOException {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        String head = answer.substring(0, answer.indexOf("\r\n\r\n"));
        assertThat(head).contains("Content-Type: application/json");
        JsonNode body = MAPPER.readTree(answer.substring(head.length() + 4));
        assertThat(body.path("error").path("kind").asText()).isIn("invalid", "limit");
        assertThat(body.path("error").path("message").asText()).isNotBlank();
        assertThat(body.path("error").path("remedy").asText()).isNotBlank();
    }

    private static String spelledOut(String text) {
        return text.replace("$", "\r\n").replace("LONG", "a".repeat(9000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense$$ | 400",
                "GET http://[ HTTP/1.1$Host: localhost$$ | 400",
                "GET / HTTP/1.1$$ | 400",
                "GET / HTTP/1.1$Host: a b$$ | 400",
                "GET / HTTP/1.1$Host: localhost$Host: evil$$ | 400",
                "GET / HTTP/1.1$Host: localhost$: x$$ | 400",
                "GET /..%2f..%2fetc HTTP/1.1$Host: localhost$Connection: close$$ | 400",
                "GET /%zz HTTP/1.1$Host: localhost$Connection: close$$ | 400",
                "GET / HTTP/3.7$Host: localhost$$ | 505",
                "GET /LONG HTTP/1.1$Host: localhost$$ | 414",
                "GET / HTTP/1.1$Host: localhost$X: LONG$$ | 431",
                "PRI * HTTP/2.0$$SM$$ | 426",
                "POST /v1/epsilon HTTP/1.1$Host: localhost$Expect: more$Content-Length: 2$$ | 417",
                "POST /v1/epsilon HTTP/1.1$Host: localhost$Content-Length: -1$$ | 400",
                "POST /v1/epsilon HTTP/1.1$Host: localhost$Content-Length: 99999999999999999999$$ | 400",
                "POST /v1/epsilon HTTP/1.1$Host: localhost$Content-Length: 5$Transfer-Encoding: chunked$$0$$ | 400",
                "POST /v1/epsilon HTTP/1.1$Host: localhost$Content-Length: 1048577$$ | 413",
                "GET /health HTTP/1.1$Host: evil.example$Connection: close$$ | 421",
                "GET /health HTTP/1.1$Host: localhost$Origin: http://evil.example$Connection: close$$ | 403",
                "GET /health HTTP/1.1$Host: localhost$Sec-Fetch-Site: cross-site$Connection: close$$ | 403",
                "TRACE / HTTP/1.1$Host: localhost$Connection: close$$ | 405"
            })
    void everyRefusalIsTheDocumentedOne(String request, int status) throws IOException {
        isRefusal(answer(spelledOut(request)), status);
    }

    @ParameterizedTest
    @CsvSource({
        "FFFFFFFFFFFFFFFF",
        "FFFFFFFFFFFFFFFFF",
        "8000000000000000",
        "10000000000000002",
        "-1",
        "+2",
        "0x2",
        "zz"
    })
    void chunksWhoseSizeIsNoNumberAreRefused(String size) throws IOException {
        String head =
                "POST /v1/plan HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
        String body = "{\"plan\": \"gaussian(2)\"}";
        isRefusal(answer(head + size + "\r\n" + body + "\r\n0\r\n\r\n"), 400);
        assertThat(answer(head + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n"))
                .as("control")
                .startsWith("HTTP/1.1 200 ");
    }

    /** What is left unread when a connection is closed takes the answer with it. */
    @Test
    void refusalsOfLongBodiesArrive() throws IOException {
        for (String[] one : new String[][] {
            {"POST /v1/guess", "localhost", "404"},
            {"PUT /health", "localhost", "405"},
            {"POST /v1/epsilon", "evil.example", "421"}
        })
            for (int i = 0; i < 8; i++)
                isRefusal(
                        answer(one[0] + " HTTP/1.1\r\nHost: " + one[1]
                                + "\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n" + " ".repeat(1_000_000)),
                        Integer.parseInt(one[2]));
        assertThat(server().bytesHeld()).isZero();
    }

    @Test
    void namesThatWereGivenAreAnswered() throws IOException {
        for (String host : List.of("LOCALHOST:1", "accountant.example.org"))
            assertThat(answer("GET /health HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void headsSayWhatAnAnswerWouldSay() throws IOException {
        for (String path : List.of("/", "/health", "/openapi.json", "/v1/nothing")) {
            String get = answer("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String head = answer("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String expected = get.substring(0, get.indexOf("\r\n\r\n") + 4).replaceFirst("Date: [^\r]*\r\n", "");
            assertThat(head.replaceFirst("Date: [^\r]*\r\n", "")).as(path).isEqualTo(expected);
        }
    }

    @Test
    void longAnswersAreCompressedForThoseWhoReadIt() throws IOException {
        String body = "{\"plan\": \"20 * gaussian(10) + laplace(5)\", \"delta\": 1e-6}";
        String head = "POST /v1/explain HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
                + body.length() + "\r\nAccept-Encoding: ";
        String small = answer(head + "gzip\r\n\r\n" + body);
        String plain = answer(head + "gzip;q=0\r\n\r\n" + body);
        assertThat(small).contains("Content-Encoding: gzip", "Vary: Accept-Encoding");
        assertThat(plain).doesNotContain("Content-Encoding").contains("Vary: Accept-Encoding");
        assertThat(small.length()).isLessThan(plain.length());
    }

    /** A byte now and then keeps no connection. The clock is the test's, and nobody sleeps. */
    @Test
    void aHeadThatDripsInIsCutOff() throws IOException {
        try (Socket slow = socket();
                Socket idle = socket()) {
            send(slow, "GET /health HTT");
            while (server().open() < 2) Thread.onSpinWait();
            long now = System.nanoTime();
            String answer = "";
            // the first looks may come before the bytes have
            for (int i = 0; answer.isEmpty(); i++) {
                server().watch(now + i);
                server().watch(now + i + MINUTE / 10);
                if (slow.getInputStream().available() > 0) answer = rest(slow);
            }
            isRefusal(answer, 408);
            send(idle, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(rest(idle))
                    .as("control: one that is silent is kept for a while")
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aBodyThatDripsInIsCutOff() throws IOException {
        try (Socket slow = socket()) {
            send(slow, "POST /v1/epsilon HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
            String answer = "";
            while (answer.isEmpty()) {
                server().watch(System.nanoTime() + MINUTE / 3);
                if (slow.getInputStream().available() > 0) answer = rest(slow);
            }
            isRefusal(answer, 408);
        }
        assertThat(answer("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .as("control")
                .startsWith("HTTP/1.1 200 ");
    }

    /** Sixty megabytes of empty requests, all at once: read as far as there is room, parsed one after the other, and gone. */
    @Test
    void sixtyLargeBatchesLeaveNothingBehind() throws Exception {
        String body = "[" + "{},".repeat(349_000) + "{}]";
        String request = "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
        List<String> statuses = new java.util.concurrent.CopyOnWriteArrayList<>();
        List<Thread> clients = IntStream.range(0, 60)
                .mapToObj(i -> new Thread(() -> {
                    try {
                        statuses.add(answer(request).substring(9, 12));
                    } catch (IOException e) {
                        // refused while it is still sending: the answer may be lost to a reset
                        statuses.add("503");
                    }
                }))
                .toList();
        clients.forEach(Thread::start);
        for (Thread client : clients) client.join();
        assertThat(statuses)
                .hasSize(60)
                .allMatch(Set.of("400", "503")::contains)
                .contains("400");
        assertThat(server().bytesHeld()).isZero();
        assertThat(answer("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void askingIsWritten() throws IOException {
        String body = "{\"plan\": \"gaussian(2)\", \"delta\": 1e-5}";
        assertThat(answer("POST /v1/epsilon HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body))
                .startsWith("HTTP/1.1 200 ");
    }
}
