package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counting plans, and clients that are not honest. */
final class ShuffleRoomTest {
    private static JsonNode json(String... arguments) throws IOException {
        Shell.Outcome outcome = Shell.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return JsonMapper.builder().build().readTree(outcome.out());
    }

    private static JsonNode counting(long reports, double epsilon) throws IOException {
        return json(
                "shuffle-plan",
                "--reports",
                Long.toString(reports),
                "--epsilon",
                Double.toString(epsilon),
                "--delta",
                "1e-6",
                "--json");
    }

    @Test
    void aShufflerCountsAlmostAsWellAsACurator() throws IOException {
        JsonNode ways = counting(100_000, 1).path("ways");
        double shuffled = ways.get(0).path("count_error").asDouble();
        assertThat(ways.get(0).path("epsilon").path("upper").asDouble()).isBetween(0.998, 1.0);
        double q = ways.get(0).path("flip_probability").asDouble();
        assertThat(shuffled).isBetween(0.999 * deviation(100_000, q), 1.001 * deviation(100_000, q));
        double formula = ways.get(1).path("count_error").asDouble();
        double local = ways.get(2).path("count_error").asDouble();
        double curator = ways.get(3).path("count_error").asDouble();
        assertThat(curator).isLessThan(shuffled);
        assertThat(shuffled).isLessThan(formula / 2);
        assertThat(formula).isLessThan(local / 10);
        // four times the users: the error of the count stays, and doubles without a shuffler
        JsonNode more = counting(400_000, 1).path("ways");
        assertThat(more.get(0).path("count_error").asDouble() / shuffled).isBetween(0.95, 1.05);
        assertThat(more.get(2).path("count_error").asDouble() / local).isBetween(1.999, 2.001);
    }

    /** Of (ones - n q) / (1 - 2q). */
    private static double deviation(double n, double q) {
        return Math.sqrt(n * q * (1 - q)) / (1 - 2 * q);
    }

    @Test
    void theTableAndThePictureAreThere(@TempDir Path folder) throws IOException {
        Path picture = folder.resolve("counting.svg");
        Shell.Outcome outcome = Shell.run(
                "shuffle-plan", "--reports", "1000", "--epsilon", "1", "--delta", "1e-5", "--out", picture.toString());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("shuffled", "local only", "trusted curator", "error of the count");
        assertThat(Files.readString(picture)).contains("<svg", "local only");
        assertThat(Shell.run("shuffle-plan", "--reports", "9", "--epsilon", "1", "--delta", "1e-5", "--out", "x.gif")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void wrongRequestsAreRefusedInOneMessage() {
        for (String[] wrong : new String[][] {
            {"--reports", "1", "--epsilon", "1", "--delta", "1e-6"},
            {"--reports", "100", "--epsilon", "0", "--delta", "1e-6"},
            {"--reports", "100", "--epsilon", "1", "--delta", "0"},
            {"--reports", "1.5", "--epsilon", "1", "--delta", "1e-6"}
        }) {
            String[] words = new String[wrong.length + 1];
            words[0] = "shuffle-plan";
            System.arraycopy(wrong, 0, words, 1, wrong.length);
            Shell.Outcome outcome = Shell.run(words);
            assertThat(outcome.code()).as(String.join(" ", wrong)).isEqualTo(2);
            assertThat(outcome.err()).contains("sordino: ", "fix: ").doesNotContain("Exception");
        }
    }

    @Test
    void corruptClientsLeaveTheGuaranteeOfTheHonestOnes() throws IOException {
        String plan = "3 * shuffled(10000, randomized_response(2)) + shuffled(1000, local(1))";
        String honest = "3 * shuffled(9500, randomized_response(2)) + shuffled(950, local(1))";
        JsonNode cut = json("epsilon", plan, "--delta", "1e-6", "--corrupt", "5%", "--json");
        JsonNode same = json("epsilon", honest, "--delta", "1e-6", "--json");
        assertThat(cut.path("epsilon")).isEqualTo(same.path("epsilon"));
        assertThat(cut.path("plan").asText()).isEqualTo(plan);
        assertThat(cut.path("honest_plan").asText()).isEqualTo(honest);
        assertThat(cut.path("corrupt").asDouble()).isEqualTo(0.05);
        assertThat(Shell.run("statement", plan, "--delta", "1e-6", "--corrupt", "0.05")
                        .out())
                .contains("5 % of the clients collude or drop out");
        String batch = "{\"command\": \"epsilon\", \"plan\": \"" + plan + "\", \"delta\": 1e-6, \"corrupt\": 0.05}";
        assertThat(Shell.fed(batch, "batch", "-").out()).contains("\"honest_plan\": \"" + honest + "\"");
    }

    @Test
    void calibrationCountsHonestReports() throws IOException {
        String plan = "shuffled(?, randomized_response(4))";
        double all = json("calibrate", plan, "--epsilon", "1", "--delta", "1e-6", "--json")
                .path("value")
                .asDouble();
        double half = json("calibrate", plan, "--epsilon", "1", "--delta", "1e-6", "--corrupt", "50%", "--json")
                .path("value")
                .asDouble();
        assertThat(half).isEqualTo(2 * all);
    }

    @Test
    void sharesThatMakeNoSenseAreRefused() {
        String plan = "shuffled(10, randomized_response(2))";
        assertThat(Shell.run("epsilon", plan, "--delta", "1e-6", "--corrupt", "100%")
                        .code())
                .isEqualTo(2);
        assertThat(Shell.run("epsilon", plan, "--delta", "1e-6", "--corrupt", "95%")
                        .err())
                .contains("leaves 0 of 10 reports");
        assertThat(Shell.run("epsilon", "gaussian(1)", "--delta", "1e-6", "--corrupt", "5%")
                        .err())
                .contains("the plan has none");
    }

    @Test
    void aRandomNumberOfUsersIsRefusedWithTheRemedy() {
        Shell.Outcome outcome =
                Shell.run("epsilon", "poisson(0.1, shuffled(1000, randomized_response(2)))", "--delta", "1e-6");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.err()).contains("random size", "without_replacement");
        assertThat(Shell.run(
                                "epsilon",
                                "without_replacement(10, 100, shuffled(1000, randomized_response(2)))",
                                "--delta",
                                "1e-6")
                        .err())
                .contains("reports = 10");
    }
}
