package io.sordino.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whatever is asked is answered or refused, soon, in JSON, and without a bug showing. */
class RequestsFuzzTest {
    private static final long SEED = 42;
    private static final int REQUESTS = Boolean.getBoolean("sordino.slow") ? 200_000 : 20_000;
    private static final double MOST_SECONDS = 2;
    private static final Set<String> KINDS = Set.of("invalid", "unsupported", "limit");

    private final ObjectMapper mapper = new ObjectMapper();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void everyRequestIsAnsweredOrRefused() throws IOException {
        RequestFuzz fuzz = new RequestFuzz(SEED);
        Requests requests = new Requests(Accountant.standard(), System::nanoTime);
        Map<String, Integer> outcomes = new TreeMap<>();
        double slowest = 0;
        for (int i = 0; i < REQUESTS; i++) {
            String line = fuzz.next(i);
            long start = threads.getCurrentThreadCpuTime();
            ObjectNode answer = requests.answer(line);
            double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
            slowest = Math.max(slowest, seconds);
            String what = "seed " + SEED + ", request " + i + ": " + (line.length() <= 300 ? line : line.substring(0, 300));
            assertThat(seconds).as(what).isLessThan(MOST_SECONDS);
            String outcome = check(mapper.readTree(Json.text(answer)), what);
            outcomes.merge(outcome, 1, Integer::sum);
        }
        System.out.println("fuzz, seed " + SEED + ": " + outcomes + ", slowest " + slowest + " s of CPU");
        // the draw must reach all of them, or it tests nothing
        assertThat(outcomes.keySet()).contains("answered", "invalid", "unsupported");
        assertThat(outcomes.get("answered")).isGreaterThan(REQUESTS / 20);
    }

    private static String check(JsonNode answer, String what) {
        assertThat(answer.has("id")).as(what).isTrue();
        if (answer.has("error")) {
            String kind = answer.path("error").path("kind").asText();
            assertThat(KINDS).as(what + " -> " + answer).contains(kind);
            assertThat(answer.path("error").path("message").asText()).as(what).isNotBlank().doesNotContain("\n", "io.sordino");
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
