package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.cli.Shell.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Budgets on the command line, and what pays with them: queries and training. */
class LedgerCommandTest extends TrainingFolder {
    private Outcome ledger(String line) {
        List<String> words = new ArrayList<>(List.of("ledger"));
        words.addAll(List.of(Shell.words(line)));
        words.addAll(List.of("--ledger", at("team.db")));
        return Shell.run(words.toArray(String[]::new));
    }

    private JsonNode json(String line) throws IOException {
        Outcome outcome = ledger(line + " --json");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return JSON.readTree(outcome.out());
    }

    private void bank() {
        assertThat(ledger("create --budget trips --bank '500 * poisson(0.01, gaussian(1)) + 40 * gaussian(20)'"
                                + " --delta 1e-6")
                        .code())
                .isZero();
    }

    @Test
    void aBudgetIsMadeSpentPreviewedAndVerified() throws IOException {
        bank();
        JsonNode fresh = json("status --budget trips");
        assertThat(fresh.path("epsilon").path("limit").doubleValue()).isBetween(1.6, 2.3);
        assertThat(fresh.path("epsilon").path("spent").doubleValue()).isZero();
        assertThat(fresh.path("left").asText()).contains("500 * poisson", "40 * gaussian(20)");
        JsonNode preview = json("preview --budget trips 'gaussian(25)'");
        assertThat(preview.path("more").longValue()).isEqualTo(40);
        assertThat(preview.path("takes").asText()).isEqualTo("1 * gaussian(20)");
        JsonNode after = json("status --budget trips");
        assertThat(after.path("head")).as("a preview charges nothing").isEqualTo(fresh.path("head"));
        assertThat(after.path("left")).isEqualTo(fresh.path("left"));
        assertThat(json("charge --budget trips --request-id map 'gaussian(25)'")
                        .path("replayed")
                        .booleanValue())
                .isFalse();
        assertThat(json("charge --budget trips --request-id map 'gaussian(25)'")
                        .path("replayed")
                        .booleanValue())
                .isTrue();
        assertThat(json("preview --budget trips 'gaussian(25)'").path("more").longValue())
                .isEqualTo(39);
        assertThat(json("history --budget trips").path("entries")).hasSize(2);
        assertThat(json("verify").path("holds").booleanValue()).isTrue();
        assertThat(ledger("history").out()).contains("create", "map", "took 1 * gaussian(20)");
    }

    @Test
    void overBudgetIsFourAndChargesNothing() throws IOException {
        bank();
        String head = json("status --budget trips").path("head").asText();
        Outcome refused = ledger("charge --budget trips --request-id much 'gaussian(1)'");
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.err()).contains("too little left", "nothing was charged");
        assertThat(json("status --budget trips").path("head").asText()).isEqualTo(head);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create --budget a --bank 'gaussian(2)' --epsilon 1 --delta 1e-6|leave out --epsilon",
                "create --budget a --delta 1e-6|--bank PLAN or --epsilon E",
                "create --budget a --epsilon 1 --delta 1e-6 --filter median|sums, zcdp, gdp or renyi",
                "create --budget a --epsilon 1 --delta 1e-6 --refill month --unit rider|--unit 'rider per month'",
                "create --budget a --epsilon 1 --delta 0 --filter zcdp|delta above 0",
                "create --budget a --epsilon -1 --delta 1e-6|epsilon",
                "create --budget '-x' --epsilon 1 --delta 1e-6|",
                "status --budget none|there is no",
                "export --as xml|lines or registry",
                "export --as registry|--budget NAME",
                "verify --head 00|no entry has the hash",
            })
    void whatIsWrongIsSaidWithARemedy(String line) {
        String[] both = line.split("\\|", 2);
        if (!both[0].startsWith("create") && !both[0].startsWith("status")) bank();
        Outcome outcome = ledger(both[0]);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains(both[1]).doesNotContain("internal error");
    }

    @Test
    void theRegistryEntryAndTheLinesSayWhatIsPromised() throws IOException {
        bank();
        ledger("charge --budget trips --request-id map 'gaussian(25)'");
        JsonNode entry =
                JSON.readTree(ledger("export --as registry --budget trips").out());
        assertThat(entry.path("privacy_loss").path("epsilon").doubleValue())
                .isEqualTo(json("status --budget trips")
                        .path("epsilon")
                        .path("limit")
                        .doubleValue());
        assertThat(entry.path("accounting").path("adaptive").booleanValue()).isTrue();
        assertThat(entry.path("statement").asText()).contains("Everything that was or will be released");
        List<String> lines = ledger("export").out().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(JSON.readTree(lines.get(1)).path("entry").path("request").asText())
                .isEqualTo("map");
        assertThat(ledger("statement --budget trips").out()).contains("-differentially private");
    }

    @Test
    void somebodyWhoEditedTheFileIsFound() throws Exception {
        bank();
        ledger("charge --budget trips --request-id map 'gaussian(25)'");
        try (java.sql.Connection connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + at("team.db"));
                java.sql.Statement statement = connection.createStatement()) {
            statement.execute("UPDATE ledger_holding SET spent = 0");
        }
        Outcome verified = ledger("verify");
        assertThat(verified.code()).isEqualTo(1);
        assertThat(verified.out()).contains("what the tables say is left of trips");
    }

    @Test
    void couponsAreSwapped() throws IOException {
        bank();
        assertThat(ledger("swap --budget trips --old 'gaussian(20)' --new '4 * gaussian(40)'")
                        .code())
                .isZero();
        assertThat(json("status --budget trips").path("left").asText())
                .contains("39 * gaussian(20)", "4 * gaussian(40)");
        assertThat(ledger("swap --budget trips --old 'gaussian(20)' --new '5 * gaussian(40)'")
                        .code())
                .isEqualTo(2);
    }

    private Outcome query(String id, String... more) {
        return query("0.4", id, more);
    }

    private Outcome query(String epsilon, String id, String[] more) {
        List<String> all = new ArrayList<>(List.of("--json"));
        all.addAll(List.of(more));
        return queryAs(epsilon, id, all);
    }

    private Outcome queryAs(String id, List<String> more) {
        return queryAs("0.4", id, more);
    }

    private Outcome queryAs(String epsilon, String id, List<String> more) {
        List<String> words = new ArrayList<>(List.of(
                "query",
                "--data",
                at("data.csv"),
                "--epsilon",
                epsilon,
                "--delta",
                "1e-7",
                "--ledger",
                at("team.db"),
                "--budget",
                "sums",
                "--request-id",
                id));
        words.addAll(more);
        words.add("SELECT COUNT(*) AS n FROM data");
        return Shell.run(words.toArray(String[]::new));
    }

    /** A table that breaks off in the middle: its columns are there, and its rows are not. */
    private String broken() throws IOException {
        String file = at("broken.parquet");
        try (java.sql.Connection connection = java.sql.DriverManager.getConnection("jdbc:duckdb:");
                java.sql.Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT i AS u, hash(i) % 1000 AS x FROM range(100000) t(i)) TO '" + file + "'");
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
        byte[] bytes = Files.readAllBytes(Path.of(file));
        Arrays.fill(bytes, 4, bytes.length - 2048, (byte) 0xff);
        Files.write(Path.of(file), bytes);
        return file;
    }

    @Test
    void whatCannotBeReadCostsNothingAndLeavesNothing() throws IOException {
        assertThat(ledger("create --budget sums --epsilon 1 --delta 1e-6").code())
                .isZero();
        String head = json("status --budget sums").path("head").asText();
        String file = broken();
        for (List<String> more : List.of(
                List.<String>of(),
                List.of("--kept-sample", at("panel.sample"), "--sample", "0.1"),
                List.of("--unit", "u", "--sample", "0.1"))) {
            List<String> words =
                    new ArrayList<>(List.of("query", "--data", file, "--epsilon", "0.4", "--delta", "1e-7"));
            words.addAll(List.of("--ledger", at("team.db"), "--budget", "sums", "--request-id", "one"));
            words.addAll(List.of("--out", at("rows.csv"), "--plot", at("rows.svg")));
            words.addAll(more);
            words.add("SELECT SUM(x BETWEEN 0 AND 10) AS s FROM data");
            Outcome outcome = Shell.run(words.toArray(String[]::new));
            assertThat(outcome.code()).as(outcome.out()).isEqualTo(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err().lines().filter(line -> !line.isBlank())).hasSize(2);
            assertThat(outcome.err())
                    .contains("could not read '" + file + "' to its end", "fix: check that the file is whole");
            assertThat(json("status --budget sums").path("head").asText()).isEqualTo(head);
            for (String left : List.of("rows.csv", "rows.svg", "panel.sample"))
                assertThat(Path.of(at(left))).as(left).doesNotExist();
        }
        // the name of the request is still free, and what is whole is paid for
        assertThat(query("one").code()).isZero();
        assertThat(json("status --budget sums").path("head").asText()).isNotEqualTo(head);
    }

    /** What has been decided is said without reading the table. */
    @Test
    void aTableIsNotReadForARequestThatIsRefusedOrAnsweredAnyway() throws IOException {
        assertThat(ledger("create --budget sums --epsilon 1 --delta 1e-6").code())
                .isZero();
        String first = query("one").out();
        String file = broken();
        List<String> words = new ArrayList<>(List.of("query", "--data", file, "--delta", "1e-7", "--json"));
        words.addAll(List.of("--ledger", at("team.db"), "--budget", "sums", "--request-id"));
        List<String> same = new ArrayList<>(words);
        same.addAll(List.of("one", "--epsilon", "0.4", "SELECT COUNT(*) AS n FROM data"));
        assertThat(Shell.run(same.toArray(String[]::new)).out()).isEqualTo(first);
        List<String> much = new ArrayList<>(words);
        much.addAll(List.of("two", "--epsilon", "0.9", "SELECT COUNT(*) AS n FROM data"));
        Outcome refused = Shell.run(much.toArray(String[]::new));
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.err()).contains("nothing was charged");
        // control: one that fits is told by the table
        List<String> fits = new ArrayList<>(words);
        fits.addAll(List.of("three", "--epsilon", "0.1", "SELECT SUM(x BETWEEN 0 AND 10) AS n FROM data"));
        assertThat(Shell.run(fits.toArray(String[]::new)).err()).contains("to its end");
    }

    @Test
    void aQueryIsPaidForOnceAndAnsweredWithTheSameBytesForEver() throws IOException {
        assertThat(ledger("create --budget sums --epsilon 1 --delta 1e-6").code())
                .isZero();
        Outcome first = query("one");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(query("one").out()).isEqualTo(first.out());
        assertThat(query("two").out()).isNotEqualTo(first.out());
        assertThat(query("three").code()).as("1 is less than three times 0.4").isEqualTo(4);
        assertThat(json("status --budget sums").path("left").asText()).startsWith("epsilon 0.2,");
        assertThat(json("verify").path("answers").longValue()).isEqualTo(2);
        assertThat(ledger("history").out()).contains("epsilon 0.4");
        Outcome asTable = queryAs("one", List.of("--csv"));
        assertThat(asTable.out()).isEqualTo(first.out());
        assertThat(asTable.err()).contains("was answered before").contains("as JSON");
        assertThat(query("one").err()).isEmpty();
        // the same id is not another question's
        assertThat(query("0.3", "one", new String[0]).err()).contains("was used for another request");
    }

    @Test
    void aBudgetThatProtectsPeopleIsNotChargedForRows() throws IOException {
        assertThat(ledger("create --budget sums --epsilon 1 --delta 1e-6 --unit rider")
                        .code())
                .isZero();
        Outcome refused = query("one");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("protects one rider, and this protects one row", "give --unit rider");
        Outcome training =
                train("--ledger", at("team.db"), "--budget", "sums", "--request-id", "two", "--epsilon", "0.5");
        assertThat(training.err()).contains("protects one rider, and this protects one row");
        assertThat(json("history --budget sums").path("entries"))
                .as("nothing was charged")
                .hasSize(1);
    }

    @Test
    void aBudgetOfRowsIsChargedForRows() {
        assertThat(ledger("create --budget sums --epsilon 1 --delta 1e-6 --unit row")
                        .code())
                .isZero();
        assertThat(query("one").code()).isZero();
    }

    @Test
    void whatCannotBeDrawnIsNotCharged() throws IOException {
        assertThat(ledger("create --budget sums --epsilon 5000 --delta 1e-6").code())
                .isZero();
        Outcome refused = query("1000", "one", new String[0]);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("cannot be drawn", "an epsilon of another size");
        assertThat(json("history --budget sums").path("entries"))
                .as("nothing was charged")
                .hasSize(1);
    }

    /** One charge pays for one sample, also where the first one was drawn and its answer was never kept. */
    @Test
    void aRequestOfAKeptSampleIsOfNoOther() {
        assertThat(ledger("create --budget sums --epsilon 1 --delta 1e-6").code())
                .isZero();
        String[] drawing = {"--sample", "0.5", "--kept-sample", at("one.sample")};
        assertThat(query("one", drawing).code()).isZero();
        drawing[3] = at("other.sample");
        Outcome other = query("one", drawing);
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("was used for another request");
        assertThat(folder.resolve("other.sample")).doesNotExist();
    }

    @Test
    void aModelIsPaidForBeforeTheDataAreUsedAndKept() throws IOException {
        assertThat(ledger("create --budget models --epsilon 3 --delta 1e-4").code())
                .isZero();
        String[] paying = {"--ledger", at("team.db"), "--budget", "models", "--request-id", "first"};
        Outcome first = train(paying);
        assertThat(first.code()).as(first.err()).isZero();
        byte[] model = Files.readAllBytes(folder.resolve("model.json"));
        Files.delete(folder.resolve("model.json"));
        Outcome again = train(paying);
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).contains("answered before");
        assertThat(Files.readAllBytes(folder.resolve("model.json"))).isEqualTo(model);
        assertThat(json("status --budget models").path("left").asText()).startsWith("epsilon 1,");
        Files.delete(folder.resolve("model.json"));
        paying[5] = "second";
        Outcome over = train(paying);
        assertThat(over.code()).isEqualTo(4);
        assertThat(folder.resolve("model.json")).as("nothing was trained").doesNotExist();
        assertThat(json("verify").path("holds").booleanValue()).isTrue();
    }

    @Test
    void halfOfTheOptionsIsASlip() {
        Outcome outcome = train("--ledger", at("team.db"));
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("belong together");
    }

    @Test
    void aTokenIsToldOnceAndOnlyItsHashIsKept() throws IOException {
        Outcome outcome = Shell.run("ledger", "token", "--tokens", at("tokens"), "--name", "alice", "--role", "spend");
        assertThat(outcome.code()).isZero();
        String token = outcome.out().strip();
        assertThat(token).matches("sordino-[0-9a-f]{64}");
        String file = Files.readString(folder.resolve("tokens"), StandardCharsets.UTF_8);
        assertThat(file).doesNotContain(token.substring(8)).contains("\"alice\"", "\"spend\"");
        assertThat(Shell.run("ledger", "token", "--tokens", at("tokens"), "--name", "bob", "--role", "king")
                        .err())
                .contains("look, spend or create");
        assertThat(Shell.run("serve", "--tokens", at("tokens")).err()).contains("give --ledger too");
        bank();
        assertThat(Shell.run("serve", "--ledger", at("team.db"), "--host", "0.0.0.0", "--port", "0")
                        .err())
                .contains("needs --tokens");
    }
}
