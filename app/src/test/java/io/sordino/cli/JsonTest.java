package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fields of every answer in JSON. */
class JsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode json(String line) throws IOException {
        Shell.Outcome outcome = Shell.run(Shell.words(line + " --json"));
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().lines()).hasSize(1);
        return JSON.readTree(outcome.out());
    }

    private static List<String> fields(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void epsilonHasTheFieldsThatAreDocumented() throws IOException {
        JsonNode answer = json("epsilon '3 * gaussian(2)' --delta 1e-5");
        assertThat(fields(answer))
                .containsExactly("plan", "relation", "delta", "epsilon", "seconds", "tight", "because", "silent");
        assertThat(answer.path("plan").textValue()).isEqualTo("3 * gaussian(2)");
        assertThat(answer.path("relation").textValue()).isEqualTo("ADD_OR_REMOVE_ONE");
        assertThat(answer.path("delta").doubleValue()).isEqualTo(1e-5);
        assertThat(fields(answer.path("epsilon"))).containsExactly("lower", "upper");
        assertThat(answer.path("tight").booleanValue()).isTrue();
        JsonNode tree = answer.path("because").get(0);
        assertThat(fields(tree)).containsExactly("theorem", "source", "plan", "from");
        assertThat(tree.path("from").get(0).path("plan").textValue()).isEqualTo("gaussian(2)");
    }

    @Test
    void numbersAreWrittenShort() {
        assertThat(Shell.run("epsilon", "gaussian(2)", "--delta", "1e-5", "--json")
                        .out())
                .contains("\"delta\": 1e-5,");
    }

    @Test
    void infiniteEndIsTheString() throws IOException {
        JsonNode answer = json("epsilon 'gaussian(2)' --delta 0");
        assertThat(answer.path("epsilon").path("upper").textValue()).isEqualTo("Infinity");
    }

    @Test
    void deltaBelowTheSmallestDoubleSurvivesInItsLogarithm() throws IOException {
        JsonNode delta = json("delta '500 * gaussian(20)' --epsilon 200").path("delta");
        assertThat(fields(delta)).containsExactly("lower", "upper", "log10_upper");
        assertThat(delta.path("upper").doubleValue()).isEqualTo(Double.MIN_VALUE);
        assertThat(delta.path("lower").doubleValue()).isZero();
        // log10 of 6.2233...e-6911
        assertThat(delta.path("log10_upper").doubleValue()).isBetween(-6910.2060, -6910.2059);
    }

    @Test
    void calibrateKeepsTheTargetInJsonToo() throws IOException {
        JsonNode answer = json("calibrate '500 * gaussian(?)' --epsilon 2 --delta 1e-5");
        assertThat(answer.path("parameter").textValue()).isEqualTo("noise_multiplier");
        assertThat(answer.path("plan").textValue())
                .isEqualTo("500 * gaussian(" + answer.path("value").asText() + ")");
        assertThat(answer.path("target").path("epsilon").doubleValue()).isEqualTo(2);
        assertThat(answer.path("epsilon").path("upper").doubleValue()).isBetween(1.99, 2.0);
    }

    @Test
    void explainMarksOneBestTheoremInEachDirection() throws IOException {
        JsonNode answer = json("explain '3 * gaussian(2)' --delta 1e-5");
        List<String> best = new ArrayList<>();
        for (JsonNode claim : answer.path("claims")) {
            assertThat(fields(claim)).containsExactly("theorem", "source", "direction", "epsilon", "best");
            if (claim.path("best").booleanValue())
                best.add(claim.path("direction").textValue());
        }
        assertThat(best).containsExactlyInAnyOrder("REMOVE", "ADD");
        assertThat(answer.path("because")
                        .get(0)
                        .path("from")
                        .get(0)
                        .path("epsilon")
                        .has("upper"))
                .isTrue();
    }

    @Test
    void statementCarriesItsPartsToo() throws IOException {
        JsonNode answer = json("statement 'gaussian(2)' --delta 1e-5");
        assertThat(fields(answer))
                .contains("statement", "warnings", "attacker", "assumed", "epsilon", "delta", "because");
        JsonNode rate = answer.path("attacker").get(0);
        assertThat(rate.path("false_positive_rate").doubleValue()).isEqualTo(0.01);
        // Phi(Phi^-1(0.01) + 1/2) = 0.033899...
        assertThat(rate.path("true_positive_rate_upper").doubleValue()).isBetween(0.03389, 0.0345);
    }
}
