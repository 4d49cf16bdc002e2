package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.account.Accountant;
import io.sordino.ledger.Ledger;
import io.sordino.server.budget.BudgetDesk;
import io.sordino.server.budget.Role;
import io.sordino.server.budget.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Budgets over HTTP: roles, charges, replays and refusals. */
class BudgetDeskTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String LOOKER = Tokens.fresh();
    private static final String SPENDER = Tokens.fresh();
    private static final String CREATOR = Tokens.fresh();
    private static final String ONLY_OTHER = Tokens.fresh();

    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();
    private String url = "";

    @BeforeEach
    void start() throws IOException {
        Ledger ledger = Ledger.openOrCreate(folder.resolve("team.db").toString(), InstantSource.system());
        Tokens tokens = Tokens.of(String.join(
                "\n",
                Tokens.line(new Tokens.Holder("lou", Role.LOOK, List.of()), LOOKER),
                Tokens.line(new Tokens.Holder("sue", Role.SPEND, List.of()), SPENDER),
                Tokens.line(new Tokens.Holder("kim", Role.CREATE, List.of()), CREATOR),
                Tokens.line(new Tokens.Holder("oli", Role.CREATE, List.of("other")), ONLY_OTHER)));
        url = serve(BudgetDesk.errands(ledger, tokens));
        open.add(ledger);
        assertThat(post("create", CREATOR, "{'budget': 'trips', 'bank': '3 * gaussian(20)', 'delta': 1e-6}")
                        .statusCode())
                .isEqualTo(200);
    }

    private String serve(List<Errand> errands) throws IOException {
        Server server = new Server(
                Accountant.standard(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "1.2.3",
                Server.Settings.usual().with(errands));
        open.add(server);
        return server.url();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) one.close();
    }

    private HttpRequest.Builder to(String path, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "v1/ledger" + path));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
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

    private HttpResponse<String> post(String name, String token, String body) {
        return sent(to("/" + name, token).POST(BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new AssertionError(response.body(), e);
        }
    }

    private static String charge(String id) {
        return "{'budget': 'trips', 'request': '" + id + "', 'plan': 'gaussian(25)'}";
    }

    @ParameterizedTest
    @CsvSource({
        "status, LOOK",
        "history, LOOK",
        "preview, LOOK",
        "statement, LOOK",
        "charge, SPEND",
        "answer, SPEND",
        "create, CREATE",
        "swap, CREATE"
    })
    void everyAddressNeedsItsRole(String name, Role needed) {
        String body = "{'budget': 'none'}";
        assertThat(post(name, "", body).statusCode()).isEqualTo(403);
        assertThat(post(name, Tokens.fresh(), body).statusCode()).isEqualTo(403);
        List<String> tokens = List.of(LOOKER, SPENDER, CREATOR);
        for (Role role : Role.values()) {
            int status = post(name, tokens.get(role.ordinal()), body).statusCode();
            assertThat(status == 403).as("%s as %s: %s", name, role, status).isEqualTo(role.compareTo(needed) < 0);
        }
        assertThat(sent(to("", "")).statusCode()).isEqualTo(403);
        assertThat(sent(to("", LOOKER)).statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestIsChargedOnceAndItsAnswerComesBack() {
        JsonNode first = json(post("charge", SPENDER, charge("one")));
        assertThat(first.path("replayed").booleanValue()).isFalse();
        assertThat(json(post("answer", SPENDER, "{'budget': 'trips', 'request': 'one', 'answer': '1203'}"))
                        .path("answer")
                        .asText())
                .isEqualTo("1203");
        assertThat(json(post("answer", SPENDER, "{'budget': 'trips', 'request': 'one', 'answer': '1204'}"))
                        .path("answer")
                        .asText())
                .isEqualTo("1203");
        JsonNode again = json(post("charge", SPENDER, charge("one")));
        assertThat(again.path("replayed").booleanValue()).isTrue();
        assertThat(again.path("answer").asText()).isEqualTo("1203");
        JsonNode entries = json(post("history", LOOKER, "{'budget': 'trips'}")).path("entries");
        assertThat(entries).hasSize(3);
        assertThat(entries.path(1).path("line").path("note").asText()).isEqualTo("sue");
        assertThat(entries.path(1).path("percent").intValue()).isEqualTo(33);
    }

    /** Who stored an answer for the charge of another decided what that one was told for ever. */
    @Test
    void onlyTheOneWhoChargedAnswers() {
        assertThat(post("charge", SPENDER, charge("one")).statusCode()).isEqualTo(200);
        HttpResponse<String> stranger =
                post("answer", CREATOR, "{'budget': 'trips', 'request': 'one', 'answer': '666'}");
        assertThat(stranger.statusCode()).isEqualTo(400);
        assertThat(stranger.body()).contains("charged by somebody else");
        assertThat(json(post("answer", SPENDER, "{'budget': 'trips', 'request': 'one', 'answer': '1203'}"))
                        .path("answer")
                        .asText())
                .isEqualTo("1203");
    }

    @Test
    void manyAtOnceAreGrantedTheBudgetAndNoMore() {
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            HttpRequest request = to("/charge", SPENDER)
                    .POST(BodyPublishers.ofString(charge("r" + i).replace('\'', '"')))
                    .build();
            all.add(CLIENT.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::statusCode));
        }
        List<Integer> statuses =
                all.stream().map(CompletableFuture::join).sorted().toList();
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(3);
        // a server that is busy says so; nobody else is granted
        assertThat(statuses.stream().filter(status -> status != 200))
                .allMatch(status -> status == 409 || status == 503);
        JsonNode refused = json(post("charge", SPENDER, charge("last")));
        assertThat(refused.path("error").path("kind").asText()).isEqualTo("budget");
        assertThat(refused.path("error").path("message").asText()).contains("nothing was charged");
    }

    @Test
    void aTokenForOneBudgetSeesNoOther() {
        assertThat(json(sent(to("", ONLY_OTHER))).path("budgets")).isEmpty();
        assertThat(post("status", ONLY_OTHER, "{'budget': 'trips'}").statusCode())
                .isEqualTo(400);
        assertThat(post("charge", ONLY_OTHER, charge("x")).statusCode()).isEqualTo(400);
        assertThat(post("create", ONLY_OTHER, "{'budget': 'mine', 'epsilon': 1, 'delta': 0}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(post("create", ONLY_OTHER, "{'budget': 'other', 'epsilon': 1, 'delta': 0}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void withoutTokensEverybodyMayLookAndNobodySpend() throws IOException {
        Ledger ledger = Ledger.open(folder.resolve("team.db").toString());
        url = serve(BudgetDesk.errands(ledger, Tokens.lookOnly()));
        open.add(ledger);
        assertThat(json(sent(to("", ""))).path("budgets")).hasSize(1);
        assertThat(post("charge", "", charge("x")).statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "charge|{'budget': 'trips', 'request': 'a', 'plan': 'gaussian(25)', 'plam': 1}",
                "charge|{'budget': 'trips', 'request': 'a'}",
                "charge|{'budget': 'trips', 'request': '', 'plan': 'gaussian(25)'}",
                "charge|{'budget': 'trips', 'request': 'a', 'plan': 'gaussian('}",
                "charge|[]",
                "charge|{",
                "charge|{'budget': 7, 'request': 'a', 'plan': 'gaussian(25)'}",
                "charge|{'budget': 'trips', 'request': 'a', 'plan': 'gaussian(25)', 'epsilon': 'much'}",
                "charge|{'budget': 'trips', 'request': 'a', 'plan': 'gaussian(25)', 'epsilon': 1e999999999}",
                "charge|{'budget': 'trips', 'request': 'a', 'plan': 'gaussian(25)', 'relation': 'friends'}",
                "create|{'budget': 'trips', 'epsilon': 1, 'delta': 0}",
                "create|{'budget': 'b', 'epsilon': 1, 'delta': 2}",
                "create|{'budget': 'b', 'epsilon': 1, 'delta': 0, 'alerts': ['x']}",
                "create|{'budget': '../b', 'epsilon': 1, 'delta': 0}",
                "history|{'budget': 'trips', 'last': 0}",
                "answer|{'budget': 'trips', 'request': 'never', 'answer': '1'}",
            })
    void whatIsWrongIsRefusedAndChangesNothing(String line) {
        String[] both = line.split("\\|", 2);
        String before =
                json(post("status", LOOKER, "{'budget': 'trips'}")).path("head").asText();
        HttpResponse<String> response = post(both[0], CREATOR, both[1]);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(json(response).path("error").path("remedy").asText()).isNotBlank();
        assertThat(json(post("status", LOOKER, "{'budget': 'trips'}"))
                        .path("head")
                        .asText())
                .isEqualTo(before);
    }

    @Test
    void answersAndAddressesAreAsDocumented() {
        JsonNode document = json(sent(HttpRequest.newBuilder(URI.create(url + "openapi.json"))));
        Schemas schemas = new Schemas(document);
        Set<String> paths = new HashSet<>();
        document.path("paths").fieldNames().forEachRemaining(paths::add);
        paths.removeIf(path -> !path.startsWith("/v1/ledger"));
        Set<String> served = new HashSet<>();
        try (Ledger ledger = Ledger.open(folder.resolve("team.db").toString())) {
            BudgetDesk.errands(ledger, Tokens.lookOnly()).forEach(errand -> served.add(errand.path()));
        }
        assertThat(paths).isEqualTo(served);
        assertThat(schemas.wrong("/v1/ledger", "get", 200, json(sent(to("", LOOKER)))))
                .isEmpty();
        for (String line : List.of(
                "create|{'budget': 'monthly', 'epsilon': '1', 'delta': '1e-6', 'refill': 'month', 'unit': 'rider per month'}",
                "charge|" + charge("a"),
                "charge|" + charge("a"),
                "answer|{'budget': 'trips', 'request': 'a', 'answer': '12'}",
                "charge|{'budget': 'trips', 'request': 'b', 'plan': 'gaussian(1)'}",
                "status|{'budget': 'trips'}",
                "status|{'budget': 'monthly'}",
                "status|{'budget': 'nothing'}",
                "history|{'budget': 'trips', 'last': 2}",
                "preview|{'budget': 'trips', 'plan': 'gaussian(25)'}",
                "preview|{'budget': 'trips', 'plan': 'gaussian(1)'}",
                "statement|{'budget': 'trips'}",
                "swap|{'budget': 'trips', 'old': 'gaussian(20)', 'new': '4 * gaussian(40)'}")) {
            String[] both = line.split("\\|", 2);
            HttpResponse<String> response = post(both[0], CREATOR, both[1]);
            assertThat(schemas.wrong("/v1/ledger/" + both[0], "post", response.statusCode(), json(response)))
                    .as(line + " " + response.body())
                    .isEmpty();
        }
    }
}
