package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A limit on an answer: exit code 1 and one line on standard error when the certified upper end is above it. */
class GateTest extends TrainingFolder {
    private static Shell.Outcome run(String line) {
        return Shell.run(Shell.words(line));
    }

    @Test
    void anAnswerAboveItsLimitIsAFailureThatIsStillShown() {
        Shell.Outcome over = run("epsilon 'gaussian(2)' --delta 1e-5 --at-most 1.99");
        assertThat(over.code()).isEqualTo(1);
        assertThat(over.err()).isEqualTo("sordino: epsilon is up to 1.99310, and at most 1.99 is allowed\n");
        assertThat(over.out())
                .isEqualTo(run("epsilon 'gaussian(2)' --delta 1e-5").out());
        Shell.Outcome within = run("epsilon 'gaussian(2)' --delta 1e-5 --at-most 2");
        assertThat(within.code()).isZero();
        assertThat(within.err()).isEmpty();
    }

    /** The truth is 1.828237: a limit above it is kept once the upper end is. */
    @Test
    void theUpperEndCounts() {
        assertThat(run("epsilon '1000 * poisson(0.01, gaussian(1))' --delta 1e-5 --at-most 1.8282")
                        .code())
                .isEqualTo(1);
        assertThat(run("epsilon '1000 * poisson(0.01, gaussian(1))' --delta 1e-5 --at-most 1.8282 --width 1e-6")
                        .code())
                .isEqualTo(1);
        assertThat(run("epsilon '1000 * poisson(0.01, gaussian(1))' --delta 1e-5 --at-most 1.8283 --width 1e-6")
                        .code())
                .isZero();
    }

    @Test
    void whatHasNoUpperEndKeepsNoLimit() {
        Shell.Outcome infinite = run("epsilon 'gaussian(2)' --delta 0 --at-most 1e300");
        assertThat(infinite.code()).isEqualTo(1);
        assertThat(infinite.err()).contains("epsilon is up to infinity");
        Shell.Outcome silent = run("epsilon 'shuffled(100, dp(1, delta=1e-6))' --delta 1e-5 --at-most 1");
        assertThat(silent.code()).isEqualTo(CommandException.NOT_ANSWERED);
    }

    @Test
    void deltasHaveLimitsToo() {
        Shell.Outcome over = run("delta 'gaussian(2)' --epsilon 1 --at-most 1e-9 --json");
        assertThat(over.code()).isEqualTo(1);
        assertThat(over.out()).contains("\"at_most\": 1e-9, \"exceeded\": true");
        assertThat(over.err()).isEqualTo("sordino: delta is up to 0.00682960, and at most 1e-9 is allowed\n");
        assertThat(run("delta 'gaussian(2)' --epsilon 100 --at-most 1e-300 --json")
                        .out())
                .contains("\"exceeded\": false");
    }

    @Test
    void everyPlanOfAComparisonMustKeepIt() {
        assertThat(run("compare 'gaussian(2)' 'gaussian(3)' --delta 1e-5 --at-most 2")
                        .code())
                .isZero();
        Shell.Outcome over = run("compare 'gaussian(2)' 'gaussian(3)' --delta 1e-5 --at-most 1.9");
        assertThat(over.code()).isEqualTo(1);
        assertThat(over.err())
                .isEqualTo("sordino: epsilon of gaussian(2) is up to 1.99310, and at most 1.9 is allowed\n");
        assertThat(run("compare 'gaussian(2)' 'shuffled(100, dp(1, delta=1e-6))' --delta 1e-5 --at-most 1e9")
                        .code())
                .isEqualTo(1);
    }

    /** As editors of Windows save it. */
    @Test
    void aPlanMayBeginWithAByteOrderMarkAndHaveTheirLineEnds() throws IOException {
        Path plan = Files.createTempFile("privacy", ".plan");
        try {
            Files.writeString(plan, "\uFEFF# a count\r\ngaussian(2)\r\n");
            assertThat(Shell.run("epsilon", "@" + plan, "--delta", "1e-5").out())
                    .isEqualTo(run("epsilon 'gaussian(2)' --delta 1e-5").out());
        } finally {
            Files.delete(plan);
        }
    }

    @Test
    void theHelpNamesTheExitCode() {
        assertThat(run("--help").out()).contains("1 above --at-most");
    }

    @Test
    void nothingIsTrainedAboveALimit() throws IOException {
        Shell.Outcome over = train("--sampling", "poisson", "--at-most", "1.5");
        assertThat(over.code()).isEqualTo(1);
        assertThat(over.err())
                .contains("and at most 1.5 is allowed; nothing was trained\n")
                .hasLineCount(1);
        assertThat(over.out()).isEmpty();
        assertThat(Files.exists(folder.resolve("model.json"))).isFalse();
        assertThat(train("--sampling", "poisson", "--at-most", "2").code()).isZero();
        assertThat(folder.resolve("model.json")).exists();
    }

    @Test
    void aLimitThatIsNoneIsRefused() {
        for (String limit : List.of("-1", "nothing"))
            assertThat(run("epsilon 'gaussian(2)' --delta 1e-5 --at-most " + limit)
                            .code())
                    .isEqualTo(CommandException.INVALID);
    }

    @Test
    void aComparisonFindsTheNoiseThatEverySchemeNeeds() {
        String table = run("compare --dataset-size 600 --batch-size 60 --epochs 2 --epsilon 2 --delta 1e-5")
                .out();
        assertThat(table.lines().filter(line -> line.contains("noise_multiplier")))
                .hasSize(8);
        assertThat(table)
                .contains("to keep epsilon <= 2 at delta = 1e-5")
                .contains("quote add-remove if")
                .contains("quote replace-one if");
        // the calibration of the scheme alone
        String alone = run("calibrate '20 * poisson(0.1, gaussian(?))' --epsilon 2 --delta 1e-5")
                .out();
        String noise = alone.substring(alone.indexOf("= ") + 2, alone.indexOf("  ("));
        assertThat(table)
                .containsPattern("Poisson sampling +add-remove +noise_multiplier " + noise.replace(".", "\\."));
    }

    @Test
    void plansWithAQuestionMarkAreComparedByWhatTheyNeed() {
        Shell.Outcome outcome = run("compare '10 * gaussian(?)' '10 * laplace(?)' --epsilon 1 --delta 1e-6");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().lines().filter(line -> line.startsWith("*"))).hasSize(1);
        assertThat(run("compare '10 * gaussian(?)' --epsilon 1 --delta 1e-6")
                        .out()
                        .lines())
                .noneMatch(line -> line.startsWith("*"));
        assertThat(Shell.fed(
                                "{\"command\": \"compare\", \"plans\": [\"10 * gaussian(?)\"], \"epsilon\": 1, \"delta\": 1e-6}",
                                "batch",
                                "-")
                        .out())
                .contains("\"parameter\": \"noise_multiplier\"")
                .contains("\"is\": \"least\"");
    }

    @Test
    void noiseIsEitherGivenOrAskedFor() {
        for (String line : List.of(
                "compare --dataset-size 600 --batch-size 60 --epochs 2 --noise-multiplier 1 --epsilon 2 --delta 1e-5",
                "compare --dataset-size 600 --batch-size 60 --epochs 2 --delta 1e-5",
                "compare --epsilon 2 --delta 1e-5")) {
            Shell.Outcome outcome = run(line);
            assertThat(outcome.code()).as(line).isEqualTo(CommandException.INVALID);
            assertThat(outcome.err()).as(line).contains("fix: ");
        }
    }
}
