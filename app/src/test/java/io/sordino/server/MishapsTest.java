package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.mechanism.Gaussian;
import io.sordino.refusal.InvalidException;
import io.sordino.report.text.Json;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is thrown, whoever asked is answered, is told nothing of our insides, and the next one is served. */
class MishapsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SECRET = "the key is 4711";

    private final List<OutOfMemoryError> ends = new CopyOnWriteArrayList<>();
    private final List<String> written = new CopyOnWriteArrayList<>();
    private final List<Server> servers = new ArrayList<>();

    /** What an address throws, by its name. */
    private static final Map<String, Supplier<Throwable>> THROWN = Map.of(
            "runtime", () -> new IllegalStateException(SECRET),
            "none", NullPointerException::new,
            "assertion", () -> new AssertionError(SECRET),
            "linkage", () -> new NoClassDefFoundError(SECRET),
            "initializer", () -> new ExceptionInInitializerError(new IllegalStateException(SECRET)),
            "machine", () -> new InternalError(SECRET),
            "checked", () -> new IOException(SECRET),
            "deep", StackOverflowError::new,
            "refusal", () -> new InvalidException("three is no colour", "say red"),
            "memory", () -> new OutOfMemoryError(SECRET));

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> ObjectNode thrown(Throwable what) throws T {
        throw (T) what;
    }

    /** A theorem that fails whenever it is asked. */
    private record Faulty(Supplier<Throwable> what) implements Theorem<Gaussian> {
        @Override
        public Class<Gaussian> about() {
            return Gaussian.class;
        }

        @Override
        public Citation citation() {
            return new Citation("Faulty", "nobody");
        }

        @Override
        public Verdict apply(Gaussian mechanism, Inquiry inquiry) {
            MishapsTest.<RuntimeException>thrown(what.get());
            return Theorem.silent("never", "never");
        }
    }

    private Server started(Accountant accountant) throws IOException {
        List<Errand> errands = new ArrayList<>();
        errands.add(new Errand("POST", "/v1/fine", body -> Json.object().put("fine", true)));
        THROWN.forEach((name, what) -> errands.add(
                new Errand("POST", "/v1/" + name, body -> MishapsTest.<RuntimeException>thrown(what.get()))));
        Server server = new Server(
                accountant,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "1.2.3",
                Server.Settings.usual().with(errands).failing(ends::add, written::add));
        servers.add(server);
        return server;
    }

    @AfterEach
    void stop() {
        servers.forEach(Server::close);
    }

    private static JsonNode error(Visitor.Answer answer) throws IOException {
        JsonNode error = MAPPER.readTree(answer.text()).path("error");
        assertThat(error.path("message").asText()).as(answer.text()).isNotBlank();
        assertThat(error.path("remedy").asText()).as(answer.text()).isNotBlank();
        return error;
    }

    private void isOwnedUpTo(Visitor.Answer answer) throws IOException {
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        JsonNode error = error(answer);
        assertThat(error.path("kind").asText()).isEqualTo("internal");
        assertThat(answer.text())
                .doesNotContain(SECRET, "Exception", "Error:", "io.sordino", "java.")
                .doesNotContain("\\tat ");
        String number = error.path("message").asText().replaceAll("\\D+", "");
        assertThat(written)
                .as("the one who keeps the server finds the number")
                .anyMatch(line -> line.startsWith("sordino: internal error number " + number + ": "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtime", "none", "assertion", "linkage", "initializer", "machine", "checked"})
    void whatAHandlerThrowsIsOwnedUpTo(String name) throws IOException {
        Server server = started(Accountant.standard());
        try (Visitor visitor = new Visitor(server.url())) {
            // more often than there are places for work and for what leaves
            for (int i = 0; i < 3 * server.lanes().sizes().all(); i++) isOwnedUpTo(visitor.post("/v1/" + name, "{}"));
            assertThat(server.lanes().isIdle()).isTrue();
            assertThat(server.bytesHeld()).isZero();
            Visitor.Answer fine = visitor.post("/v1/fine", "{}");
            assertThat(fine.status()).as("control: one that throws nothing").isEqualTo(200);
            assertThat(fine.text()).contains("fine");
        }
        assertThat(written.stream().filter(line -> line.contains("\tat ")))
                .as("one trace for all of a kind")
                .hasSize(1);
        assertThat(ends).isEmpty();
    }

    @Test
    void aRefusalThatIsThrownIsStillARefusal() throws IOException {
        try (Visitor visitor = new Visitor(started(Accountant.standard()).url())) {
            Visitor.Answer answer = visitor.post("/v1/refusal", "{}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(error(answer).path("message").asText()).isEqualTo("three is no colour");
            assertThat(error(answer).path("remedy").asText()).isEqualTo("say red");
            answer = visitor.post("/v1/deep", "{}");
            assertThat(answer.status()).isEqualTo(422);
            assertThat(error(answer).path("kind").asText()).isEqualTo("limit");
        }
        assertThat(written).as("none of these is a bug").isEmpty();
    }

    @Test
    void memoryThatIsOverIsTheEnd() throws IOException {
        try (Visitor visitor = new Visitor(started(Accountant.standard()).url())) {
            visitor.post("/v1/memory", "{}");
            assertThat(ends).as("a server that is not a test's has ended here").hasSize(1);
            visitor.post("/v1/runtime", "{}");
            assertThat(ends).as("control").hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtime", "none", "assertion", "linkage", "checked"})
    void aFaultyTheoremIsOwnedUpToWhereverItIsAsked(String name) throws IOException {
        Server server =
                started(new Accountant(List.of(new Faulty(THROWN.getOrDefault(name, NullPointerException::new)))));
        String plan = "\"plan\": \"gaussian(2)\", \"delta\": 1e-5";
        try (Visitor visitor = new Visitor(server.url())) {
            for (String command : List.of("epsilon", "explain", "statement"))
                isOwnedUpTo(visitor.post("/v1/" + command, "{" + plan + "}"));
            isOwnedUpTo(visitor.post("/v1/delta", "{\"plan\": \"gaussian(2)\", \"epsilon\": 1}"));
            isOwnedUpTo(visitor.post("/v1/calibrate", "{\"plan\": \"gaussian(?)\", \"delta\": 1e-5, \"epsilon\": 1}"));
            isOwnedUpTo(visitor.get("/v1/support"));
            isOwnedUpTo(visitor.get("/v1/support"));
            Visitor.Answer batch = visitor.post(
                    "/v1/batch",
                    "[{\"id\": 1, \"command\": \"epsilon\", " + plan
                            + "}, {\"id\": 2, \"command\": \"plan\", \"plan\": \"gaussian(2)\"}]");
            assertThat(batch.status()).isEqualTo(200);
            JsonNode both = MAPPER.readTree(batch.text());
            assertThat(both.get(0).path("error").path("kind").asText()).isEqualTo("internal");
            assertThat(both.get(0).path("id").asInt()).isEqualTo(1);
            assertThat(both.get(1).has("error")).as("control: its neighbour").isFalse();
            assertThat(batch.text()).doesNotContain(SECRET);
            Visitor.Answer curve = visitor.post(
                    "/v1/curves", "{\"what\": \"profile\", \"plans\": [\"gaussian(2)\"], \"delta\": 1e-5}");
            assertThat(curve.text()).doesNotContain(SECRET);
            assertThat(curve.status()).isEqualTo(500);
            assertThat(visitor.get("/health").status()).isEqualTo(200);
            assertThat(server.lanes().isIdle()).isTrue();
        }
    }

    @Test
    void aQuestionThatFillsTheDiskDoesNot() {
        Mishaps mishaps = new Mishaps(ends::add, written::add);
        for (int i = 0; i < 1000; i++) {
            Throwable other = new IllegalStateException(SECRET);
            other.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", i)});
            mishaps.note(other);
        }
        assertThat(written).hasSize(1000).allMatch(line -> line.contains(SECRET));
        assertThat(written.stream().filter(line -> line.contains("\tat "))).hasSize(64);
    }
}
