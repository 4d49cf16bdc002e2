package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.account.Accountant;
import io.sordino.service.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch answers every line, in order, whatever the lines hold. */
class BatchTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private static List<JsonNode> answers(String requests) throws IOException {
        Shell.Outcome outcome = Shell.fed(requests, "batch", "-");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).isEmpty();
        return parsed(outcome.out());
    }

    private static List<JsonNode> parsed(String text) throws IOException {
        List<JsonNode> nodes = new java.util.ArrayList<>();
        for (String line : text.lines().toList()) nodes.add(JSON.readTree(line));
        return nodes;
    }

    @Test
    void everyLineIsAnsweredInOrder() throws IOException {
        String requests = IntStream.range(0, 300)
                .mapToObj(i -> i % 7 == 3
                        ? "{\"id\": " + i + ", \"command\": \"epsilon\", \"plan\": \"gaussian(\", \"delta\": 1e-5}"
                        : "{\"id\": " + i + ", \"command\": \"epsilon\", \"plan\": \"" + (1 + i)
                                + " * gaussian(30)\", \"delta\": 1e-5}")
                .collect(Collectors.joining("\n"));
        List<JsonNode> answers = answers(requests);
        assertThat(answers).hasSize(300);
        for (int i = 0; i < 300; i++) {
            assertThat(answers.get(i).path("id").intValue()).isEqualTo(i);
            assertThat(answers.get(i).has("error")).isEqualTo(i % 7 == 3);
        }
    }

    /** A request must not be refused because others are asked beside it: the launcher gives 128 MiB to each core. */
    @Test
    void everyCoreAnswersIfThereIsMemoryForIt() {
        assertThat(Pipeline.threads(1, 256L << 20)).isEqualTo(2);
        assertThat(Pipeline.threads(2, 247L << 20)).isEqualTo(2);
        assertThat(Pipeline.threads(16, 247L << 20)).isEqualTo(2);
        assertThat(Pipeline.threads(16, 16 * (124L << 20))).isEqualTo(16);
    }

    /** A program that asks over a pipe and a user at the prompt must not get two answers. */
    @Test
    void searchesHaveTheTimeThatTheCommandLineGivesThem() {
        Requests requests = new Requests(Accountant.standard(), System::nanoTime);
        for (String command : List.of("calibrate", "compare", "explain"))
            assertThat(requests.asksSeveral("{\"command\": \"" + command + "\"}"))
                    .isTrue();
        for (String line : List.of("{\"command\": \"epsilon\"}", "{}", "[]", "not json", "{\"command\": 3}"))
            assertThat(requests.asksSeveral(line)).as(line).isFalse();
    }

    @Test
    void failuresNameTheirKindAndTheRemedyAndTheBatchGoesOn() throws IOException {
        List<JsonNode> answers = answers("""
            not json
            {"id": "a", "command": "epsilon", "plan": "gaussian(1)", "delta": 1e-5, "detla": 1}

            {"id": "b", "command": "epsilon", "plan": "gaussian(1)", "delta": 2}
            {"id": "c", "command": "epsilon", "plan": "gaussian(1)"}
            {"id": "d", "command": "guess", "plan": "gaussian(1)"}
            {"id": "e", "command": "epsilon", "plan": "gaussian(1)", "delta": "1e-5"}
            {"id": "f", "command": "epsilon", "plan": "gaussian(1)", "delta": 1e-400}
            {"id": "g", "command": "epsilon", "plan": "gaussian(1)", "delta": 1e-5, "relation": "both"}
            {"id": "h", "command": "epsilon", "plan": 3, "delta": 1e-5}
            {"id": {"x": 1}, "command": "epsilon", "plan": "gaussian(1)", "delta": 1e-5}
            {"id": "i", "command": "epsilon", "plan": "gaussian(1)", "delta": 1e-5, "delta": 1e-6}
            {"id": "j", "command": "epsilon", "plan": "shuffled(10, local(1))", "delta": 1e-5, "relation": "add-remove"}
            [1, 2]
            {"id": "z", "command": "epsilon", "plan": "gaussian(1)", "delta": 1e-5}
            """);
        assertThat(answers).hasSize(14);
        assertThat(answers.stream().map(a -> a.path("error").path("kind").asText()))
                .containsExactly(
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid",
                        "unsupported",
                        "invalid",
                        "");
        assertThat(answers.stream().map(a -> a.path("id").asText()))
                .containsExactly("null", "a", "b", "c", "d", "e", "f", "g", "h", "null", "null", "j", "null", "z");
        assertThat(answers.subList(0, 13)).allSatisfy(answer -> {
            assertThat(answer.path("error").path("message").asText()).isNotBlank();
            assertThat(answer.path("error").path("remedy").asText()).isNotBlank();
        });
        assertThat(answers.get(1).path("error").path("message").asText()).contains("unknown field 'detla'");
        assertThat(answers.get(6).path("error").path("message").asText()).contains("1E-400");
    }

    @Test
    void commandsAnswerTheSameFieldsAsTheCommandLine() throws IOException {
        List<JsonNode> answers = answers("""
            {"id": "a1", "command": "epsilon", "plan": "10 * gaussian(5)", "relation": "add-remove", "delta": 1e-5, "width": 1e-3}
            {"id": "a2", "command": "delta", "plan": "gaussian(2)", "epsilon": 3}
            {"id": "a3", "command": "calibrate", "plan": "10 * gaussian(?)", "target_epsilon": 2, "target_delta": 1e-5}
            {"id": "a4", "command": "compare", "plans": ["gaussian(1)", [[1.0, 1.0, 2]]], "delta": 1e-5}
            {"id": "a5", "command": "explain", "plan": {"class_name": "GaussianDpEvent", "noise_multiplier": 2}, "delta": 1e-5}
            {"id": "a6", "command": "statement", "plan": "gaussian(2)", "delta": 1e-5}
            """);
        List<String> commands = List.of(
                "epsilon '10 * gaussian(5)' --relation add-remove --delta 1e-5 --width 1e-3 --json",
                "delta 'gaussian(2)' --epsilon 3 --json",
                "calibrate '10 * gaussian(?)' --epsilon 2 --delta 1e-5 --json",
                "compare 'gaussian(1)' '[[1.0, 1.0, 2]]' --delta 1e-5 --json",
                "explain 'gaussian(2)' --delta 1e-5 --json",
                "statement 'gaussian(2)' --delta 1e-5 --json");
        for (int i = 0; i < commands.size(); i++) {
            JsonNode alone =
                    JSON.readTree(Shell.run(Shell.words(commands.get(i))).out());
            JsonNode batched = answers.get(i);
            assertThat(batched.path("id").asText()).isEqualTo("a" + (i + 1));
            assertThat(stripped(batched)).isEqualTo(stripped(alone));
        }
    }

    private static JsonNode stripped(JsonNode answer) {
        return ((com.fasterxml.jackson.databind.node.ObjectNode) answer).without(List.of("id", "seconds"));
    }

    @Test
    void fileOfAnswersAppearsWholeOrNotAtAll() throws IOException {
        Path requests = Files.writeString(
                folder.resolve("requests.jsonl"),
                "{\"id\": 1, \"command\": \"delta\", \"plan\": \"gaussian(2)\", \"epsilon\": 3}\r\n");
        Path answers = Files.writeString(folder.resolve("answers.jsonl"), "old");
        Shell.Outcome outcome = Shell.run("batch", requests.toString(), "--out", answers.toString());
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(parsed(Files.readString(answers)).get(0).path("id").intValue())
                .isEqualTo(1);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(requests, answers);
        }
        assertThat(Shell.run("batch", requests.toString(), "--out", folder + "/none/answers.jsonl")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void lineThatIsTooLongIsALimit() throws IOException {
        List<JsonNode> answers = answers("x".repeat(InputLines.MOST_CHARACTERS + 1)
                + "\n{\"id\": 2, \"command\": \"delta\", \"plan\": \"gaussian(2)\", \"epsilon\": 3}\n");
        assertThat(answers).hasSize(2);
        assertThat(answers.get(0).path("error").path("kind").asText()).isEqualTo("limit");
        assertThat(answers.get(1).has("delta")).isTrue();
    }
}
