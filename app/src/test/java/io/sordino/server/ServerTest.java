package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.cli.RequestFuzz;
import io.sordino.report.text.Json;
import io.sordino.service.Requests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API: answers, refusals and limits. */
class ServerTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static List<Server> servers = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        servers.add(started());
    }

    private static Server started() throws IOException {
        return new Server(Accountant.standard(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "1.2.3");
    }

    @AfterAll
    static void stop() {
        servers.forEach(Server::close);
        servers.clear();
    }

    private static String url() {
        return servers.get(0).url();
    }

    private static HttpResponse<String> sent(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static HttpResponse<String> get(String path) {
        return sent(HttpRequest.newBuilder(URI.create(url() + path)));
    }

    /** Found once, which takes seconds; until then whoever asks is told when to come back. */
    private static HttpResponse<String> support() {
        HttpResponse<String> response = get("v1/support");
        while (response.statusCode() == 503) {
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
            response = get("v1/support");
        }
        return response;
    }

    private static HttpResponse<String> post(String path, String body) {
        return sent(HttpRequest.newBuilder(URI.create(url() + path)).POST(BodyPublishers.ofString(body)));
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new AssertionError(response.body(), e);
        }
    }

    @Test
    void everyCommandAnswers() {
        String at = "\"plan\": \"20 * gaussian(10)\", \"delta\": 1e-6";
        assertThat(json(post("v1/epsilon", "{" + at + "}"))
                        .path("epsilon")
                        .path("upper")
                        .asDouble())
                .isBetween(1.994, 1.996);
        assertThat(json(post("v1/delta", "{\"plan\": \"gaussian(2)\", \"epsilon\": 3}"))
                        .path("delta")
                        .path("upper")
                        .asDouble())
                .isBetween(3.4009e-10, 3.401e-10);
        assertThat(json(post("v1/calibrate", "{\"plan\": \"1000 * gaussian(?)\", \"epsilon\": 2, \"delta\": 1e-5}"))
                        .path("value")
                        .asDouble())
                .isBetween(63.05, 63.06);
        assertThat(json(post("v1/compare", "{\"plans\": [\"gaussian(1)\", \"gaussian(2)\"], \"delta\": 1e-5}"))
                        .path("plans")
                        .size())
                .isEqualTo(2);
        assertThat(json(post("v1/explain", "{" + at + "}")).path("claims").size())
                .isPositive();
        assertThat(json(post("v1/statement", "{" + at + "}")).path("statement").asText())
                .contains("differentially private");
        assertThat(json(post(
                                "v1/curves",
                                "{\"what\": \"profile\", \"plans\": [\"20 * gaussian(10)\"], \"delta\": 1e-6, \"points\": 5}"))
                        .path("series")
                        .path(0)
                        .path("x")
                        .size())
                .isBetween(3, 5);
        assertThat(json(post("v1/plan", "{\"plan\": \"3 * gaussian(2)\"}"))
                        .path("event")
                        .path("count")
                        .asInt())
                .isEqualTo(3);
        assertThat(json(support()).path("plans").size()).isGreaterThan(30);
    }

    @Test
    void idIsSentBackAndTheCommandMayBeNamed() {
        JsonNode answer = json(post(
                "v1/epsilon",
                "{\"id\": \"a1\", \"command\": \"epsilon\", \"plan\": \"gaussian(2)\", \"delta\": 1e-5}"));
        assertThat(answer.path("id").asText()).isEqualTo("a1");
        HttpResponse<String> other =
                post("v1/delta", "{\"id\": 7, \"command\": \"epsilon\", \"plan\": \"gaussian(2)\", \"delta\": 1e-5}");
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(json(other).path("id").asInt()).isEqualTo(7);
    }

    @Test
    void batchesAnswerEachRequest() {
        JsonNode answers = json(post(
                "v1/batch",
                "[{\"id\": 1, \"command\": \"epsilon\", \"plan\": \"gaussian(2)\", \"delta\": 1e-5},"
                        + " {\"id\": 2, \"command\": \"epsilon\", \"plan\": \"gausian(2)\", \"delta\": 1e-5}, 3]"));
        assertThat(answers.path(0).path("epsilon").path("upper").asDouble()).isBetween(1.99, 2.0);
        assertThat(answers.path(1).path("error").path("position").asInt(-1)).isZero();
        assertThat(answers.path(2).path("error").path("kind").asText()).isEqualTo("invalid");
        assertThat(post("v1/batch", "{}").statusCode()).isEqualTo(400);
        assertThat(post("v1/batch", "[" + "{},".repeat(16) + "{}]").statusCode())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon|{|400|invalid",
                "epsilon||400|invalid",
                "epsilon|[]|400|invalid",
                "epsilon|{\"plan\": \"gaussian(1)\", \"delta\": 5.03e-37851996194}|400|invalid",
                "curves|{\"plans\": [\"gaussian(1)\"], \"what\": \"loss\", \"delta\": 1e99999999999}|400|invalid",
                "epsilon|{\"plan\": \"gausian(1)\", \"delta\": 1e-5}|400|invalid",
                "epsilon|{\"plan\": \"gaussian(1)\", \"delta\": 2}|400|invalid",
                "epsilon|{\"plan\": \"gaussian(1)\"}|400|invalid",
                "curves|{\"plans\": [\"gaussian(1)\"], \"what\": \"shape\", \"delta\": 1e-5}|400|invalid",
                "curves|{\"plans\": [\"gaussian(1)\"], \"what\": \"profile\", \"delta\": 1e-5, \"points\": 1e300}|400|invalid",
                "curves|{\"plans\": [\"gaussian(1)\"], \"what\": \"position\", \"delta\": 1e-5}|422|unsupported",
                "compare|{\"training\": {\"dataset_size\": 10}, \"delta\": 1e-5}|400|invalid",
                "compare|{\"training\": [], \"delta\": 1e-5}|400|invalid",
                "epsilon|{\"plan\": \"shuffled(100, local(1))\", \"relation\": \"add-remove\", \"delta\": 1e-5}|422|unsupported"
            })
    void refusalsSayWhyAndHowToMendIt(String line) {
        String[] parts = line.split("\\|", -1);
        HttpResponse<String> response = post("v1/" + parts[0], parts[1]);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(Integer.parseInt(parts[2]));
        assertThat(json(response).path("error").path("kind").asText()).isEqualTo(parts[3]);
        assertThat(json(response).path("error").path("remedy").asText()).isNotBlank();
    }

    /** Large ones: HttpLayerTest, which does not go on sending while the server hangs up. */
    @Test
    void deepBodiesAreRefused() {
        String deep = "[".repeat(200_000) + "]".repeat(200_000);
        assertThat(post("v1/epsilon", "{\"plan\": " + deep + ", \"delta\": 1e-5}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(post("v1/epsilon", "{\"plan\": \"" + "(".repeat(90_000) + "\", \"delta\": 1e-5}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void wrongAddressesAndMethodsAreSaidSo() {
        assertThat(get("v1/nothing").statusCode()).isEqualTo(404);
        assertThat(get("../../etc/passwd").statusCode()).isEqualTo(400);
        assertThat(get("..%2f..%2fetc%2fpasswd").statusCode()).isEqualTo(400);
        assertThat(get("v1/epsilon").statusCode()).isEqualTo(405);
        assertThat(get("v1/epsilon").headers().firstValue("Allow")).contains("POST");
        assertThat(post("health", "").statusCode()).isEqualTo(405);
        assertThat(post("v1/nothing", "").statusCode()).isEqualTo(404);
        assertThat(sent(HttpRequest.newBuilder(URI.create(url())).method("BREW", BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] bytes = {'"', (byte) 0xff, (byte) 0xfe, '"'};
        assertThat(sent(HttpRequest.newBuilder(URI.create(url() + "v1/epsilon"))
                                .POST(BodyPublishers.ofByteArray(bytes)))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void pageIsServedWithAStrictPolicy() {
        for (String path : List.of("", "shuffle", "last-iterate", "style.css", "plot.js", "icon.svg")) {
            HttpResponse<String> response = get(path);
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'", "script-src 'self'")
                    .doesNotContain("unsafe", "http:", "https:", "*");
            assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        }
        String tag = get("style.css").headers().firstValue("ETag").orElse("");
        assertThat(sent(HttpRequest.newBuilder(URI.create(url() + "style.css")).header("If-None-Match", tag))
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void healthAndMetricsSpeak() {
        assertThat(json(get("health")).path("version").asText()).isEqualTo("1.2.3");
        post("v1/epsilon", "{\"plan\": \"gaussian(2)\", \"delta\": 1e-5}");
        assertThat(get("metrics").body())
                .contains(
                        "sordino_requests_total{route=\"/v1/epsilon\",status=\"200\"}",
                        "sordino_request_seconds_bucket{route=\"/v1/epsilon\",le=\"+Inf\"}",
                        "sordino_requests_in_flight 1",
                        "sordino_lane_working{lane=\"small\"} 0",
                        "sordino_lane_waiting{lane=\"large\"} 0",
                        "sordino_connections ");
    }

    @Test
    void documentNamesEveryAddress() {
        JsonNode document = json(get("openapi.json"));
        Set<String> paths = new HashSet<>();
        document.path("paths").fieldNames().forEachRemaining(paths::add);
        Set<String> expected = new HashSet<>(Set.of("/v1/batch", "/v1/support", "/health", "/metrics"));
        for (String command : new Requests(Accountant.standard(), System::nanoTime).commands())
            expected.add("/v1/" + command);
        // those of budgets are there with a ledger alone, that of batches with a campaign: BudgetDeskTest,
        // CampaignPageTest
        paths.removeIf(path -> path.startsWith("/v1/ledger") || path.equals("/v1/campaign"));
        assertThat(paths).isEqualTo(expected);
        document.path("paths").properties().forEach(path -> {
            JsonNode example = path.getValue()
                    .path("post")
                    .path("requestBody")
                    .path("content")
                    .path("application/json")
                    .path("example");
            if (!example.isMissingNode())
                assertThat(post(path.getKey().substring(1), example.toString()).statusCode())
                        .as(path.getKey())
                        .isEqualTo(200);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon|{\"plan\": \"1000 * poisson(0.01, gaussian(1))\", \"delta\": 1e-5}",
                "epsilon|{\"id\": \"a\", \"plan\": \"shuffled(1000, randomized_response(3))\", \"delta\": 1e-5, \"corrupt\": 0.1}",
                "epsilon|{\"plan\": \"gaussian(2)\", \"delta\": 0}",
                "epsilon|{\"plan\": \"last_iterate(steps=9, step_size=3, noise=1, lipschitz=1, smoothness=1, dataset_size=9)\", \"delta\": 1e-5}",
                "delta|{\"plan\": \"20 * gaussian(10)\", \"epsilon\": 40}",
                "calibrate|{\"plan\": \"? * laplace(20)\", \"epsilon\": 2, \"delta\": 1e-6}",
                "compare|{\"plans\": [\"gaussian(2)\", \"without_replacement(2, 9, gaussian(1))\"], \"delta\": 1e-5}",
                "compare|{\"training\": {\"dataset_size\": 6000, \"batch_size\": 256, \"noise_multiplier\": 1.1, \"epochs\": 1}, \"delta\": 1e-5}",
                "explain|{\"plan\": \"20 * gaussian(10) + laplace(5)\", \"delta\": 1e-6}",
                "statement|{\"plan\": \"20 * gaussian(10)\", \"delta\": 1e-6}",
                "curves|{\"what\": \"profile\", \"plans\": [\"500 * laplace(20)\"], \"delta\": 1e-6, \"points\": 5}",
                "curves|{\"what\": \"tradeoff\", \"plans\": [\"gaussian(2)\"], \"delta\": 1e-6, \"points\": 5}",
                "curves|{\"what\": \"loss\", \"plans\": [\"randomized_response(2)\"], \"delta\": 1e-6, \"points\": 5}",
                "plan|{\"plan\": \"500 * laplace(20)\"}",
                "epsilon|{\"plan\": \"500 * laplce(20)\", \"delta\": 1e-6}",
                "epsilon|{\"plan\": \"shuffled(100, local(1))\", \"relation\": \"add-remove\", \"delta\": 1e-5}",
                "batch|{}"
            })
    void answersAreAsDocumented(String line) {
        String[] parts = line.split("\\|", -1);
        HttpResponse<String> response = post("v1/" + parts[0], parts[1]);
        Schemas schemas = new Schemas(json(get("openapi.json")));
        assertThat(schemas.wrong("/v1/" + parts[0], "post", response.statusCode(), json(response)))
                .as(response.body())
                .isEmpty();
    }

    @Test
    void whatIsReadIsAsDocumentedAndOtherAnswersAreNot() {
        Schemas schemas = new Schemas(json(get("openapi.json")));
        assertThat(schemas.wrong("/health", "get", 200, json(get("health")))).isEmpty();
        assertThat(schemas.wrong("/v1/support", "get", 200, json(support()))).isEmpty();
        assertThat(schemas.wrong("/health", "get", 200, Json.object().put("status", "ok")))
                .containsExactly("/health lacks version");
        assertThat(schemas.wrong(
                        "/health",
                        "get",
                        200,
                        Json.object().put("status", "up").put("version", 1).put("age", 1)))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"delta\": NaN}", "{} {}", "{\"delta\": 1, \"delta\": 2}"})
    void refusalsDoNotSpeakOfTheirParser(String body) {
        assertThat(json(post("v1/epsilon", body)).path("error").path("message").asText())
                .startsWith("the body is not JSON: ")
                .doesNotContain("Feature", "REDACTED", "jackson", "`");
    }

    /** One schema, one answer, one error text: whatever a batch says of a line, the API says of a body. */
    @Test
    void answersAreThoseOfABatch() {
        RequestFuzz fuzz = new RequestFuzz(3);
        Requests requests = new Requests(Accountant.standard(), () -> 0);
        int compared = 0;
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            String line = fuzz.next(i);
            JsonNode batch = requests.answer(line);
            String command = command(line);
            boolean timed = batch.path("error").path("kind").asText().equals("limit") || line.contains("curves");
            if (timed || !requests.commands().contains(command)) continue;
            ObjectNode api = (ObjectNode) json(post("v1/" + command, line));
            api.remove("seconds");
            ((ObjectNode) batch).remove("seconds");
            if (!batch.path("error").path("message").asText().startsWith("the line is not JSON"))
                assertThat(api.toString()).as(line).isEqualTo(reread(batch).toString());
            compared++;
            if (batch.has("error")) refused++;
        }
        assertThat(compared).isGreaterThan(200);
        assertThat(refused).isBetween(40, compared - 40);
    }

    private static String command(String line) {
        try {
            return Json.read(line).path("command").asText();
        } catch (JacksonException e) {
            return "";
        }
    }

    private static JsonNode reread(JsonNode answer) {
        try {
            return MAPPER.readTree(Json.text(answer));
        } catch (JacksonException e) {
            throw new AssertionError(e);
        }
    }
}
