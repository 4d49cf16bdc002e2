package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.account.Accountant;
import io.sordino.loss.Profile;
import io.sordino.mechanism.Gaussian;
import io.sordino.numeric.Bracket;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.service.Requests;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two theorems that exclude each other reach the one who asked as a bug of ours, by name. */
class ContradictionReportTest {
    /** One says log delta is at most -9, the other at least -2. */
    private record Fake(String name, boolean above) implements Theorem<Gaussian> {
        @Override
        public Class<Gaussian> about() {
            return Gaussian.class;
        }

        @Override
        public Citation citation() {
            return new Citation(name, "nobody");
        }

        @Override
        public Verdict apply(Gaussian mechanism, Inquiry inquiry) {
            Profile loss = epsilon -> Bracket.of(above ? Double.NEGATIVE_INFINITY : -2, above ? -9 : 0);
            return above ? Theorem.above(loss) : Theorem.below(loss);
        }
    }

    private static final Accountant TORN =
            new Accountant(List.of(new Fake("Modest", true), new Fake("Alarming", false)));

    @Test
    void onTheCommandLine() {
        Shell.Outcome outcome = Shell.fed(TORN, Style.PLAIN, "", "delta", "gaussian(3)", "--epsilon", "1");
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(CommandException.OUR_BUG);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("sordino: internal error: theorems exclude each other: ")
                .contains("log delta at epsilon 1.0", "gaussian(3)", "Modest says", "Alarming says", "report it")
                .doesNotContain("\tat ");
    }

    @Test
    void inABatchAndOnTheServer() {
        JsonNode error = new Requests(TORN, System::nanoTime)
                .answer("{\"command\": \"delta\", \"plan\": \"gaussian(3)\", \"epsilon\": 1}")
                .path("error");
        assertThat(error.path("kind").asText()).as(Json.text(error)).isEqualTo("internal");
        assertThat(error.path("message").asText()).contains("Modest says", "Alarming says", "gaussian(3)");
        assertThat(error.path("remedy").asText()).contains("report it");
    }

    @Test
    void inAPicture(@TempDir Path folder) {
        String picture = folder.resolve("picture.svg").toString();
        Shell.Outcome outcome = Shell.fed(
                TORN, Style.PLAIN, "", "plot", "gaussian(3)", "--what", "profile", "--delta", "1e-5", "--out", picture);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(CommandException.OUR_BUG);
        assertThat(outcome.err()).contains("Modest says", "Alarming says");
    }
}
