package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Gaussian;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import io.sordino.report.Failure;
import io.sordino.report.answer.Flags;
import io.sordino.report.text.Style;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One remedy, in the words of those who can follow it. */
class FlagsTest {
    private static final String HELP = help("epsilon", "--help") + help("train", "--help") + help("support", "--help");

    @ParameterizedTest
    @EnumSource(Remedy.Name.class)
    void everyNameIsAFlagOrACommand(Remedy.Name name) {
        String said = Flags.said(new Remedy("%s", List.of(name)));
        List<String> words = Arrays.asList(HELP.split("[^\\w-]+"));
        if (name == Remedy.Name.COVERAGE) assertThat(HELP).contains("sordino support");
        else assertThat(words).contains(said).doesNotContain(said + "x");
    }

    @Test
    void theCommandLineNamesItsFlagAndARequestItsField() {
        String plan = "shuffled(100, local(1))";
        assertThat(Shell.run("epsilon", plan, "--delta", "1e-5", "--relation", "add-remove")
                        .err())
                .endsWith("fix: ask for --relation replace-one\n");
        String request =
                "{\"command\": \"epsilon\", \"plan\": \"" + plan + "\", \"relation\": \"add-remove\", \"delta\": 1e-5}";
        assertThat(Shell.fed(request, "batch", "-").out())
                .contains("\"kind\": \"unsupported\"", "\"remedy\": \"ask for relation replace-one\"");
    }

    @Test
    void anExplanationSaysTheRemedyOfASilence() {
        String[] asked = {"explain", "poisson(0.1, gaussian(2))", "--delta", "1e-5", "--relation", "replace-one"};
        assertThat(Shell.run(asked).out()).contains("; ask for --relation add-remove\n");
        String[] asJson = Arrays.copyOf(asked, asked.length + 1);
        asJson[asked.length] = "--json";
        assertThat(Shell.run(asJson).out())
                .contains("; ask for relation add-remove\"")
                .doesNotContain("--relation");
    }

    @Test
    void withoutAnotherRemedyTheTableOfWhatIsCoveredIsNamed() {
        Failure refused = Failure.of(new UnsupportedException(Refusal.because("nothing is known"), "nothing is known"));
        assertThat(Flags.said(refused.remedy()))
                .startsWith("run `sordino support`")
                .endsWith("for what is covered");
        // as a user sees it, of a theorem that is silent and knows nothing better
        Accountant atALoss = new Accountant(List.of(new Mute()));
        Shell.Outcome outcome = Shell.fed(atALoss, Style.PLAIN, "", "epsilon", "gaussian(1)", "--delta", "1e-5");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.err()).contains("nothing is known", "fix: run `sordino support` for what is covered");
        String request = "{\"command\": \"epsilon\", \"plan\": \"gaussian(1)\", \"delta\": 1e-5}";
        assertThat(Shell.fed(atALoss, Style.PLAIN, request, "batch", "-").out()).contains("\"remedy\": \"");
        assertThat(Shell.run("epsilon", "unary(4)", "--delta", "1e-5", "--relation", "add-remove")
                        .err())
                .as("where there is another remedy")
                .contains("fix: ask for --relation replace-one")
                .doesNotContain("sordino support");
    }

    private static final class Mute implements Theorem<Gaussian> {
        @Override
        public Class<Gaussian> about() {
            return Gaussian.class;
        }

        @Override
        public Citation citation() {
            return Citation.of(Mute.class, "nobody");
        }

        @Override
        public Verdict apply(Gaussian m, Inquiry inquiry) {
            return Theorem.silent("nothing is known");
        }
    }

    private static String help(String... words) {
        return Shell.run(words).out();
    }
}
