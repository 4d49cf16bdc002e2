package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sordino.account.Accountant;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.mechanism.Laplace;
import io.sordino.report.text.Style;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** sordino audit and sordino simulate, as a user types them. */
class AuditCommandTest {
    private static JsonNode json(String... words) throws IOException {
        Shell.Outcome outcome = Shell.run(words);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
        return JsonMapper.builder().build().readTree(outcome.out());
    }

    @Test
    void auditAnswersInJson() throws IOException {
        JsonNode answer = json("audit", "laplace(1)", "--samples", "1e5", "--confidence", "0.999", "--json");
        assertThat(answer.get("plan").asText()).isEqualTo("laplace(1)");
        assertThat(answer.get("samples").asLong()).isEqualTo(100_000);
        assertThat(answer.get("confidence").asDouble()).isEqualTo(0.999);
        assertThat(answer.get("epsilon_lower").asDouble()).isBetween(0.9, 1.0);
        assertThat(answer.get("claimed").get("upper").asDouble()).isBetween(0.999, 1.0);
        assertThat(answer.get("verdict").asText()).isEqualTo("consistent");
    }

    @Test
    void auditSaysWhatItSaw() {
        Shell.Outcome outcome = Shell.run("audit", "randomized_response(1)", "--samples", "1e5", "--delta", "0");
        assertThat(outcome.out()).contains("seen", "claimed", "verdict  consistent");
    }

    /** Claims half of what Laplace noise costs. */
    private static final class Flattery implements Theorem<Laplace> {
        @Override
        public Class<Laplace> about() {
            return Laplace.class;
        }

        @Override
        public Citation citation() {
            return Citation.of(Flattery.class, "nobody");
        }

        @Override
        public Verdict apply(Laplace m, Inquiry inquiry) {
            return Theorem.exact(LaplacePair.noise(1, 2 * m.noiseMultiplier()));
        }
    }

    @Test
    void violatedClaimsEndInExitCodeOne() throws IOException {
        Accountant flattered = new Accountant(List.of(new Flattery()));
        Shell.Outcome json = Shell.fed(
                flattered, Style.PLAIN, "", "audit", "laplace(1)", "--samples", "1e5", "--delta", "0", "--json");
        JsonNode answer = JsonMapper.builder().build().readTree(json.out());
        assertThat(answer.get("verdict").asText()).isEqualTo("violated");
        assertThat(answer.get("epsilon_lower").asDouble())
                .isGreaterThan(answer.get("claimed").get("upper").asDouble());
        assertThat(answer.get("finding").asText()).contains("claimed is at most 0.5");
        assertThat(json.code()).isEqualTo(1);
        Shell.Outcome text =
                Shell.fed(flattered, Style.PLAIN, "", "audit", "laplace(1)", "--samples", "1e5", "--delta", "0");
        assertThat(text.out()).contains("verdict  violated", "because  epsilon at delta 0");
        assertThat(text.code()).isEqualTo(1);
    }

    @Test
    void blackBoxesAreRefusedWithWhatToDo() {
        Shell.Outcome outcome = Shell.run("audit", "10 * zcdp(0.1)");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("zcdp(...) is a black box, of which only a promise is known", "fix: name the mechanism");
    }

    @Test
    void auditRefusesInOneLineWithAFix() {
        for (String[] words : new String[][] {
            {"audit", "dp(1)"},
            {"audit", "laplace(1)", "--samples", "5"},
            {"audit", "laplace(1)", "--samples", "1.5"},
            {"audit", "laplace(1)", "--confidence", "nan"},
            {"audit", "laplace(1)", "--confidence", "1"},
            {"audit", "laplace(1)", "--delta", "2"},
            {"audit", "laplace(1e300)"},
            {"audit", "shuffled(1000000, randomized_response(1))", "--samples", "1e9"},
            {"simulate"},
            {"simulate", "shuffle", "--clients", "1", "--local-epsilon", "1"},
            {"simulate", "shuffle", "--clients", "100", "--local-epsilon", "0"},
            {"simulate", "shuffle", "--clients", "100", "--local-epsilon", "-1"},
            {"simulate", "shuffle", "--clients", "100"},
            {"simulate", "shuffle", "--clients", "100", "--noise-makers", "101"},
            {"simulate", "shuffle", "--clients", "100", "--local-epsilon", "1", "--values", "1"},
            {"simulate", "shuffle", "--clients", "100", "--local-epsilon", "1", "--levels", "-3"},
            {"simulate", "shuffle", "--clients", "100", "--local-epsilon", "1", "--confidence", "1"},
            {"simulate", "shuffle", "--clients", "100", "--local-epsilon", "1", "--delta", "2"},
            {"simulate", "shuffle", "--clients", "1e9", "--local-epsilon", "1"},
        }) {
            Shell.Outcome outcome = Shell.run(words);
            assertThat(outcome.code()).as(String.join(" ", words)).isEqualTo(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).contains("sordino: ", "fix: ").doesNotContain("Exception", "\tat ");
            assertThat(outcome.err().lines().count()).isEqualTo(2);
        }
    }

    @Test
    void simulatedCountsComeWithErrorAndCentralEpsilon() throws IOException {
        JsonNode answer = json("simulate", "shuffle", "--clients", "100000", "--local-epsilon", "4", "--json");
        assertThat(answer.get("truth").asDouble()).isEqualTo(30_000);
        assertThat(answer.get("estimate").asDouble()).isBetween(29_700.0, 30_300.0);
        assertThat(answer.get("error").asDouble())
                .isCloseTo(
                        Math.abs(answer.get("estimate").asDouble() - 30_000),
                        org.assertj.core.data.Offset.offset(1e-9));
        assertThat(answer.get("epsilon").get("upper").asDouble()).isBetween(0.05, 0.2);
        assertThat(answer.get("plan").asText()).isEqualTo("shuffled(100000, randomized_response(4))");
    }

    @Test
    void simulatesHistogramsSumsAndNoiseMakers() throws IOException {
        JsonNode histogram =
                json("simulate", "shuffle", "--clients", "10000", "--local-epsilon", "3", "--values", "4", "--json");
        assertThat(histogram.get("estimate").size()).isEqualTo(4);
        JsonNode sum =
                json("simulate", "shuffle", "--clients", "10000", "--local-epsilon", "3", "--levels", "10", "--json");
        assertThat(sum.get("truth").asDouble()).isBetween(4999.9, 5000.1);
        assertThat(sum.get("estimate").asDouble()).isBetween(4000.0, 6000.0);
        Shell.Outcome text = Shell.run("simulate", "shuffle", "--clients", "10000", "--noise-makers", "500");
        assertThat(text.out()).contains("estimate", "truth 3000", "error", "central   epsilon in");
    }

    /** Who may name Java's own source: the writer of files, for names, and the one door to noise. */
    private static final Set<String> NAMES = Set.of("Atomic.java", "Incarnation.java");

    @Test
    void noiseComesThroughTheOneDoorThatNoticesACopiedProcess() throws IOException {
        List<String> strangers = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                assertThat(text)
                        .as("%s", file)
                        .doesNotContain("java.util.Random", "java.util.random", "Math.random", "ThreadLocalRandom");
                if (!NAMES.contains(String.valueOf(file.getFileName()))) strangers.addAll(madeIn(text));
            }
        }
        assertThat(strangers).isEmpty();
        // the search finds what it is for
        assertThat(madeIn("RandomSource r = RandomSource.secure();")).isNotEmpty();
        assertThat(madeIn("x -> Seed.fresh()")).isNotEmpty();
        assertThat(madeIn("NoiseStock.secure(10)")).isNotEmpty();
        assertThat(madeIn("SecureRandom r = new SecureRandom()")).isNotEmpty();
        assertThat(madeIn("SecureRandom.getInstanceStrong()")).isNotEmpty();
        assertThat(madeIn("RandomSource::secure")).isNotEmpty();
        assertThat(madeIn("Audit.standard()")).isNotEmpty();
    }

    /** Sources that are made in so many words, in place of {@code Incarnation.source()}. */
    private static List<String> madeIn(String text) {
        return Pattern.compile("RandomSource(\\.|::)secure|Seed(\\.|::)fresh|NoiseStock(\\.|::)secure"
                        + "|new SecureRandom|SecureRandom(\\.|::)|Audit(\\.|::)standard")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
