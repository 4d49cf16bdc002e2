package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pictures of sordino plot hold the numbers that sordino epsilon and delta give. */
class PlotTest {
    private static final String ONE_PASS = "last_iterate(steps=100, step_size=0.1, noise=1, lipschitz=1, smoothness=1,"
            + " dataset_size=100, batch_size=1, order=one_pass)";
    private static final String CONVEX = "last_iterate(steps=2000, step_size=0.1, noise=2, lipschitz=1, smoothness=4,"
            + " strong_convexity=0.1, dataset_size=1000)";

    @TempDir
    private Path folder = Path.of("");

    private JsonNode drawn(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("plot"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--out", folder.resolve("picture.svg").toString(), "--json", "-"));
        Shell.Outcome outcome = Shell.run(all.toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(Files.readString(folder.resolve("picture.svg"))).startsWith("<svg");
        return new ObjectMapper().readTree(outcome.out());
    }

    private static double answer(String command, String at, String plan, String what, String end) throws IOException {
        Shell.Outcome outcome = Shell.run(command, plan, at, what, "--json");
        return new ObjectMapper()
                .readTree(outcome.out())
                .path(command)
                .path(end)
                .doubleValue();
    }

    private static List<Double> numbers(JsonNode list) {
        List<Double> numbers = new ArrayList<>();
        list.forEach(one -> numbers.add(one.doubleValue()));
        return numbers;
    }

    @Test
    void profileMeetsDeltaAtEveryEpsilon() throws IOException {
        JsonNode series = drawn("20 * gaussian(10)", "--what", "profile", "--delta", "1e-6", "--points", "9")
                .path("series")
                .path(0);
        for (int i = 0; i < series.path("x").size(); i++) {
            String epsilon = series.path("x").path(i).asText();
            double lower = answer("delta", "--epsilon", "20 * gaussian(10)", epsilon, "lower");
            double upper = answer("delta", "--epsilon", "20 * gaussian(10)", epsilon, "upper");
            assertThat(series.path("upper").path(i).doubleValue() * (1 + 1e-12)).isGreaterThanOrEqualTo(lower);
            assertThat(series.path("lower").path(i).doubleValue()).isLessThanOrEqualTo(upper);
        }
    }

    @Test
    void deltaMayBeLeftOut() throws IOException {
        JsonNode picture = drawn("gaussian(2)", "--what", "profile", "--points", "5");
        assertThat(picture.path("marks").path(0).path("y").doubleValue()).isEqualTo(1e-5);
        assertThat(drawn("gaussian(2)", "--what", "epsilon-vs-steps", "--points", "5")
                        .path("subtitle")
                        .asText())
                .startsWith("at delta = 1e-5");
    }

    @Test
    void profileFallsAndMarksTheQuestion() throws IOException {
        JsonNode picture = drawn("500 * laplace(20)", "--what", "profile", "--delta", "1e-6");
        List<Double> upper = numbers(picture.path("series").path(0).path("upper"));
        for (int i = 1; i < upper.size(); i++) assertThat(upper.get(i)).isLessThanOrEqualTo(upper.get(i - 1));
        assertThat(picture.path("marks").path(0).path("x").doubleValue()).isBetween(5.47, 5.50);
        assertThat(picture.path("y").path("scale").asText()).isEqualTo("log");
    }

    @Test
    void attackersNeverMissLessThanTheTradeOffOfTheGaussian() throws IOException {
        JsonNode series =
                drawn("gaussian(1)", "--what", "tradeoff", "--delta", "1e-6").path("series");
        assertThat(series.path(0).path("name").asText()).isEqualTo("no information");
        List<Double> x = numbers(series.path(1).path("x"));
        List<Double> lower = numbers(series.path(1).path("lower"));
        List<Double> upper = numbers(series.path(1).path("upper"));
        int half = x.indexOf(0.5) >= 0 ? x.indexOf(0.5) : x.size() / 2;
        // Phi(Phi^-1(1 - 1/2) - 1) = Phi(-1)
        assertThat(x.get(half)).isEqualTo(0.5, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(lower.get(half)).isLessThanOrEqualTo(0.15865525393145707);
        assertThat(upper.get(half)).isGreaterThanOrEqualTo(0.15865525393145707);
        assertThat(upper.get(half) - lower.get(half)).isLessThan(2e-3);
    }

    @Test
    void lossesAreSpreadAsTheyAre() throws IOException {
        JsonNode response = drawn("randomized_response(2)", "--what", "loss", "--delta", "1e-6")
                .path("series")
                .path(0);
        assertThat(response.path("kind").asText()).isEqualTo("stems");
        assertThat(numbers(response.path("x"))).hasSize(2);
        JsonNode bars = drawn("1000 * poisson(0.01, gaussian(1))", "--what", "loss", "--delta", "1e-6")
                .path("series")
                .path(0);
        assertThat(bars.path("kind").asText()).isEqualTo("bars");
        assertThat(numbers(bars.path("upper")).stream().mapToDouble(d -> d).sum())
                .isBetween(0.9999, 1.0001);
    }

    @Test
    void lastIterateStopsWhereCompositionGrows() throws IOException {
        JsonNode picture = drawn(CONVEX, "--what", "epsilon-vs-steps", "--delta", "1e-6", "--points", "17");
        List<Double> last = numbers(picture.path("series").path(0).path("upper"));
        List<Double> every = numbers(picture.path("series").path(1).path("upper"));
        int end = last.size() - 1;
        assertThat(every.get(end)).isGreaterThan(3 * last.get(end));
        assertThat(last.get(end)).isLessThan(1.001 * last.get(end - 3));
        assertThat(picture.path("marks").toString()).contains("gains from T", "stays at");
    }

    @Test
    void earlyRecordsAreBetterHidden() throws IOException {
        JsonNode picture = drawn(ONE_PASS, "--what", "position", "--delta", "1e-6", "--points", "7");
        List<Double> upper = numbers(picture.path("series").path(0).path("upper"));
        assertThat(upper).isSorted();
        double first = answer(
                "epsilon", "--delta", ONE_PASS.replace("one_pass)", "one_pass, position=first)"), "1e-6", "upper");
        assertThat(upper.get(0)).isEqualTo(first, org.assertj.core.data.Offset.offset(1e-3 * first));
    }

    @Test
    void trainingIsDrawnUnderEveryWayThatIsCovered() throws IOException {
        JsonNode picture = drawn(
                "--what",
                "epsilon-vs-noise",
                "--dataset-size",
                "6000",
                "--batch-size",
                "250",
                "--epochs",
                "2",
                "--delta",
                "1e-5",
                "--points",
                "4");
        List<String> names = new ArrayList<>();
        picture.path("series").forEach(one -> names.add(one.path("name").asText()));
        assertThat(names).contains("no amplification, add-remove", "Poisson sampling, add-remove");
        picture.path("series")
                .forEach(one ->
                        assertThat(numbers(one.path("upper"))).isSortedAccordingTo((a, b) -> Double.compare(b, a)));
    }

    @Test
    void moreReportsHideMore() throws IOException {
        JsonNode picture = drawn(
                "shuffled(1000, randomized_response(2))", "--what", "epsilon-vs-n", "--delta", "1e-6", "--points", "5");
        assertThat(numbers(picture.path("series").path(0).path("upper")))
                .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian(1)|--what|profile|--delta|1e-6|--out|p.gif|2|--out must end in .svg or .png",
                "gaussian(1)|--what|shape|--delta|1e-6|--out|p.svg|2|what must be one of profile",
                "gaussian(1)|--what|profile|--delta|2|--out|p.svg|2|delta must be in [0, 1)",
                "gaussian(1)|--what|position|--delta|1e-6|--out|p.svg|3|order=one_pass",
                "gaussian(1)|--what|epsilon-vs-n|--delta|1e-6|--out|p.svg|3|no number",
                "--dataset-size|10|--what|epsilon-vs-noise|--delta|1e-6|--out|p.svg|2|--batch-size is missing",
                "gaussian(1)|--what|profile|--delta|1e-6|--out|nowhere/p.svg|2|cannot write",
                "--what|profile|--delta|1e-6|--out|p.svg|2|nothing to draw"
            })
    void wrongRequestsAreRefusedWithTheFix(String line) {
        List<String> words = new ArrayList<>(List.of(line.split("\\|")));
        String message = words.remove(words.size() - 1);
        int code = Integer.parseInt(words.remove(words.size() - 1));
        words.add(0, "plot");
        Shell.Outcome outcome = Shell.run(words.toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.err()).contains(message, "fix: ");
    }
}
