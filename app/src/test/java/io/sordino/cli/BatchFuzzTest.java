package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.account.Accountant;
import io.sordino.report.text.Json;
import io.sordino.service.Requests;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever is asked is answered or refused, soon, in JSON, and without a bug showing. */
class BatchFuzzTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final long SEED = Long.getLong("sordino.seed", SLOW ? System.nanoTime() : 42);
    private static final int REQUESTS = Integer.getInteger("sordino.requests", SLOW ? 200_000 : 3000);
    private static final Set<String> KINDS = Set.of("invalid", "unsupported", "limit");

    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void everyRequestIsAnsweredOrRefused() {
        RequestFuzz fuzz = new RequestFuzz(SEED);
        Requests requests = new Requests(Accountant.standard(), System::nanoTime);
        List<String> lines = IntStream.range(0, REQUESTS).mapToObj(fuzz::next).toList();
        Map<String, Integer> outcomes = new ConcurrentSkipListMap<>();
        IntStream.range(0, REQUESTS)
                .parallel()
                .forEach(i -> outcomes.merge(asked(requests, lines.get(i), i), 1, Integer::sum));
        System.out.println("fuzz, seed " + SEED + ": " + outcomes);
        // the draw must reach all of them, or it tests nothing
        assertThat(outcomes.keySet()).contains("answered", "invalid", "unsupported");
        assertThat(outcomes.get("answered")).isGreaterThan(REQUESTS / 5);
        assertThat(outcomes.getOrDefault("limit", 0)).isLessThan(REQUESTS / 500);
    }

    private String asked(Requests requests, String line, int i) {
        String what = "seed " + SEED + ", request " + i + ": " + (line.length() <= 300 ? line : line.substring(0, 300));
        try {
            return check(
                    mapper.readTree(Json.text(BatchCommand.answer(requests, new InputLines.Line(line, false)))), what);
        } catch (IOException e) {
            throw new AssertionError(what, e);
        }
    }

    private static String check(JsonNode answer, String what) {
        assertThat(answer.has("id")).as(what).isTrue();
        if (answer.has("error")) {
            String kind = answer.path("error").path("kind").asText();
            assertThat(KINDS).as(what + " -> " + answer).contains(kind);
            assertThat(answer.path("error").path("message").asText())
                    .as(what)
                    .isNotBlank()
                    .doesNotContain("\n", "io.sordino", "Exception");
            assertThat(answer.path("error").path("remedy").asText()).as(what).isNotBlank();
            return kind;
        }
        assertThat(answer.path("seconds").isNumber()).as(what).isTrue();
        for (String name : new String[] {"epsilon", "delta"})
            if (answer.path(name).isObject())
                assertThat(end(answer, name, "lower")).as(what).isLessThanOrEqualTo(end(answer, name, "upper"));
        return "answered";
    }

    private static double end(JsonNode answer, String name, String end) {
        JsonNode value = answer.path(name).path(end);
        return value.isNumber() ? value.doubleValue() : Double.parseDouble(value.textValue());
    }
}
