package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.report.text.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What each command prints for people. */
class CommandsTest {
    @TempDir
    Path folder;

    private static String out(String line) {
        Shell.Outcome outcome = Shell.run(Shell.words(line));
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
        return outcome.out();
    }

    @Test
    void epsilonShowsBothEndsTheRelationAndTheReason() {
        // mu = sqrt(500)/20 = 1.118034: epsilon = 5.550859868...
        assertThat(out("epsilon '500 * gaussian(20)' --delta 1e-6").lines())
                .startsWith("epsilon = 5.55086  (certified: between 5.55085 and 5.55086)  at delta = 1e-6, add-remove")
                .last()
                .asString()
                .startsWith("because  ");
    }

    /** A run makes the options of its own command alone; what it says of itself is what it says among all. */
    @Test
    void aCommandMadeAloneIsTheSameAsAmongAll() {
        Console console = Console.system();
        Sordino.commandLine(console).getSubcommands().forEach((name, command) -> {
            assertThat(command.getCommandSpec().name()).isEqualTo(name);
            assertThat(command.getCommand()
                            .getClass()
                            .getAnnotation(CommandLine.Command.class)
                            .name())
                    .isEqualTo(name);
            assertThat(out(name + " --help")).as(name).isEqualTo(command.getUsageMessage(CommandLine.Help.Ansi.OFF));
        });
        assertThat(Shell.run("epsilom", "gaussian(1)").err()).contains("epsilon");
        assertThat(out("--help")).contains("  epsilon ", "  completion ");
    }

    @Test
    void deltaBelowTheSmallestDoubleIsShown() {
        assertThat(out("delta '500 * gaussian(20)' --epsilon 200"))
                .startsWith("delta = 6.224e-6911  (certified: between 6.223e-6911 and 6.224e-6911)  at epsilon = 200,"
                        + " add-remove");
    }

    @Test
    void renyiShowsOrdersMeanAndMu() {
        assertThat(out("renyi 'gaussian(2)' --alpha 8,2 --omega 16"))
                .contains(
                        "  8                     1.00001 ",
                        "  2                     0.250001 ",
                        "mu of Gaussian privacy",
                        "tCDP");
        assertThat(out("renyi 'dp(1, 1e-6)' --alpha 2")).contains("infinite");
        assertThat(out("renyi '10 * randomized_response(1)' --json"))
                .contains("\"renyi\": [{\"lower\": ", "\"alpha\": 64", "\"expected_loss\"");
        assertThat(Shell.run("renyi", "gaussian(1)", "--alpha", "0.5").code()).isEqualTo(2);
    }

    @Test
    void noPureEpsilonIsInfinity() {
        assertThat(out("epsilon 'gaussian(1)' --delta 0")).startsWith("epsilon = infinity");
    }

    @Test
    void relationIsObeyedUnderBothOfItsNames() {
        String label = out("epsilon 'gaussian(2)' --delta 1e-6 --relation replace-one");
        assertThat(label).contains(", replace-one");
        assertThat(out("epsilon 'gaussian(2)' --delta 1e-6 --relation REPLACE_ONE"))
                .isEqualTo(label);
        assertThat(label.lines().findFirst())
                .isEqualTo(out("epsilon 'gaussian(1)' --delta 1e-6")
                        .replace("add-remove", "replace-one")
                        .lines()
                        .findFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--delta 1e-6", "--target-delta 1e-6", "--delta=1e-6", "--delta 1/1000000"})
    void deltaMayBeWrittenInManyWays(String delta) {
        assertThat(out("epsilon 'gaussian(2)' " + delta)).contains("at delta = 1e-6, add-remove");
    }

    @Test
    void planMayComeFromAFileOrFromStandardInput() throws IOException {
        Path file = Files.writeString(folder.resolve("plan.txt"), "# two queries\ngaussian(2) + gaussian(2)\n");
        String answer = out("epsilon '2 * gaussian(2)' --delta 1e-6");
        assertThat(out("epsilon '@" + file + "' --delta 1e-6").lines().findFirst())
                .isEqualTo(answer.lines().findFirst());
        assertThat(Shell.fed("2 * gaussian(2)", "epsilon", "-", "--delta", "1e-6")
                        .out())
                .isEqualTo(answer);
        assertThat(Shell.fed("2 * gaussian(2)", "epsilon", "--plan-file", "-", "--delta", "1e-6")
                        .out())
                .isEqualTo(answer);
    }

    /** Every command that takes a plan takes a file in its place, of text or of JSON. */
    @Test
    void planFileStandsForThePlan() throws IOException {
        String event = "{\"class_name\": \"GaussianDpEvent\", \"noise_multiplier\": 2}";
        Path json = Files.writeString(folder.resolve("plan.json"), event);
        Path template = Files.writeString(folder.resolve("template.txt"), "500 * gaussian(?)");
        String file = " --plan-file '" + json + "'";
        for (String command : List.of("epsilon --delta 1e-6", "delta --epsilon 1", "explain --delta 1e-6"))
            assertThat(out(command + file)).as(command).isEqualTo(out(command + " 'gaussian(2)'"));
        assertThat(out("calibrate --epsilon 2 --delta 1e-5 --plan-file '" + template + "'"))
                .isEqualTo(out("calibrate --epsilon 2 --delta 1e-5 '500 * gaussian(?)'"));
        assertThat(out("compare 'laplace(1)' --delta 1e-6" + file)).contains("laplace(1)", "gaussian(2)");
    }

    @Test
    void planMayBeEventJson() {
        String event = "{\"class_name\": \"SelfComposedDpEvent\", \"count\": 2,"
                + " \"event\": {\"class_name\": \"GaussianDpEvent\", \"noise_multiplier\": 2}}";
        assertThat(Shell.run("epsilon", event, "--delta", "1e-6").out())
                .isEqualTo(out("epsilon '2 * gaussian(2)' --delta 1e-6"));
    }

    @Test
    void calibrateNamesTheParameterAndNeverExceedsTheTarget() {
        String text = out("calibrate '500 * gaussian(?)' --epsilon 2 --delta 1e-5");
        assertThat(text.lines().findFirst().orElseThrow())
                .startsWith("noise_multiplier = 44.58")
                .endsWith("(the least that keeps epsilon <= 2 at delta = 1e-5, add-remove)");
        assertThat(out("calibrate '? * gaussian(20)' --epsilon 2 --delta 1e-5"))
                .startsWith("count = 100  (the most that keeps epsilon <= 2 at delta = 1e-5, add-remove)");
    }

    @Test
    void compareMarksTheWinnerAndKeepsTheOrder() {
        assertThat(out("compare 'gaussian(1)' '2 * gaussian(2)' --delta 1e-3").lines())
                .containsExactly(
                        "  plan             relation    epsilon  certified",
                        "  gaussian(1)      add-remove  3.13868  between 3.13867 and 3.13868",
                        "* 2 * gaussian(2)  add-remove  2.05334  between 2.05333 and 2.05334",
                        "epsilon at delta = 0.001; * the least of its relation");
    }

    /** A star says that others are worse: where there is no other under a relation, it would say nothing. */
    @Test
    void compareStarsNoLoneRow() {
        assertThat(out("compare 'gaussian(?)' --epsilon 1 --delta 1e-3")).doesNotContain("*");
        assertThat(out("compare 'gaussian(1)' --delta 1e-3").lines())
                .containsExactly(
                        "  plan         relation    epsilon  certified",
                        "  gaussian(1)  add-remove  3.13868  between 3.13867 and 3.13868",
                        "epsilon at delta = 0.001");
        assertThat(out("compare 'gaussian(1)' 'shuffled(1000, randomized_response(1))' --delta 1e-3"))
                .contains("replace-one")
                .doesNotContain("*  ", "* the least");
    }

    @Test
    void compareBuildsThePlansOfATrainingRun() {
        String table =
                out("compare --dataset-size 60000 --batch-size 256 --noise-multiplier 1.1 --epochs 15 --delta 1e-5");
        assertThat(table)
                .contains(
                        "no amplification",
                        "Poisson sampling",
                        "sampling without replacement",
                        "sampling with replacement",
                        "random allocation",
                        "shuffled batches");
        assertThat(out("compare --dataset-size 60000 --batch-size 256 --noise-multiplier 1.1 --epochs 15"
                        + " --delta 1e-5 --json"))
                .contains(
                        "\"15 * gaussian(1.1)\"",
                        "\"3516 * poisson(0.004266666666666667, gaussian(1.1))\"",
                        "\"3516 * without_replacement(256, 60000, gaussian(1.1))\"",
                        "\"15 * allocated(1, 235, gaussian(1.1))\"",
                        "\"15 * shuffled_batches(235, gaussian(1.1))\"");
    }

    @Test
    void compareSaysWhatAHistoryWasReallyWorth() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "[[1.1, 0.01, 250]]");
        assertThat(out("compare --history " + file + " --delta 1e-5 --json"))
                .contains(
                        "\"plan\": \"250 * poisson(0.01, gaussian(1.1))\", \"relation\": \"ADD_OR_REMOVE_ONE\"",
                        "\"plan\": \"250 * poisson(0.01, gaussian(1.1))\", \"relation\": \"REPLACE_ONE\"",
                        "\"plan\": \"3 * gaussian(1.1)\"",
                        "\"notes\": [");
    }

    @Test
    void samplesOfFixedSizeAndReportsAreReadUnderReplaceOneWhereNothingIsSaid() {
        for (String plan : List.of(
                "unary(1)",
                "rappor(0.5)",
                "hadamard(1)",
                "subset(1, 10, 3)",
                "local_hash(1, l=4)",
                "2 * local_laplace(1) + gaussian(4)",
                "without_replacement(2, 9, laplace(1))",
                "3 * with_replacement(2, 9, laplace(1)) + laplace(4)",
                "group(2, without_replacement(2, 9, laplace(1)))")) {
            assertThat(out("epsilon '" + plan + "' --delta 1e-5")).contains("replace-one");
            assertThat(out("delta '" + plan + "' --epsilon 0.1 --json")).contains("\"relation\": \"REPLACE_ONE\"");
        }
        // what is said counts, and others are read as they were
        Shell.Outcome asked = Shell.run(
                "epsilon", "without_replacement(2, 9, laplace(1))", "--delta", "1e-5", "--relation", "add-remove");
        assertThat(asked.code()).isEqualTo(3);
        assertThat(asked.err()).contains("--relation replace-one");
        assertThat(out("epsilon 'poisson(2/9, laplace(1))' --delta 1e-5")).contains("add-remove");
    }

    @Test
    void compareAddsTheLastIterateOfAConvexLoss() {
        String run = "compare --dataset-size 6000 --batch-size 60 --noise-multiplier 2 --epochs 2 --delta 1e-5";
        assertThat(out(run)).contains("note  last iterate: covered for a convex loss");
        assertThat(out(run + " --step-size 0.1 --lipschitz 1 --smoothness 1 --diameter 2"))
                .contains("last iterate alone")
                .doesNotContain("note  last iterate");
    }

    @Test
    void compareReadsAnOpacusHistory() throws IOException {
        Path file = Files.writeString(folder.resolve("history.json"), "[[2.0, 1.0, 3], [3.0, 1.0, 1]]");
        assertThat(out("compare --history " + file + " --delta 1e-6 --json"))
                .contains("\"3 * gaussian(2) + gaussian(3)\"");
    }

    @Test
    void explainShowsAProofOnceThoughBothDirectionsStandOnIt() {
        assertThat(out("explain '15 * allocated(1, 235, gaussian(1.1)) + laplace(20)' --delta 1e-5 --width 1e-2"))
                .containsOnlyOnce("by RandomAllocation")
                .containsOnlyOnce("by LaplaceNoise");
    }

    @Test
    void explainDrawsTheProofAndMarksTheBest() {
        assertThat(out("explain '3 * gaussian(2)' --delta 1e-6"))
                .contains(
                        "Proof", "  3 * gaussian(2)   epsilon <= 4.15182\n", "      gaussian(2)   epsilon <= 2.25409\n")
                .contains("      by GaussianNoise: Balle and Wang 2018, Theorem 8")
                .contains("What each theorem gives", "* ProductOfPairs");
    }

    @Test
    void statementSaysWhatTheNumberMeans() {
        String text = out("statement '20 * gaussian(10)' --delta 1e-6").replace('\n', ' ');
        // mu = sqrt(20)/10: Phi(Phi^-1(0.01) + mu) = 3.0197 %, Phi(Phi^-1(0.001) + mu) = 0.4108 %
        assertThat(text)
                .contains("when one record is added to the dataset or removed from it (add-remove)")
                .contains("Releasing every output")
                .contains("all parameters were fixed before the data were seen")
                .contains("at most 1 % of the time detects the record at most 3.0")
                .contains("at 0.1 % wrong accusations, at most 0.41")
                .contains("Theoretical: ")
                .doesNotContain("Critical");
        assertThat(out("statement '20 * gaussian(0.1)' --delta 0.01"))
                .contains("Critical: delta", "Critical: an epsilon");
    }

    @Test
    void completionIsAScriptThatKnowsTheCommands() {
        assertThat(out("completion")).startsWith("#!/usr/bin/env bash").contains("calibrate", "replace-special");
    }

    @Test
    void versionAndHelpAreAnswered() {
        assertThat(out("--version")).startsWith("sordino ");
        assertThat(out("--help")).contains("Examples:", "epsilon", "Exit codes");
        assertThat(out("epsilon --help")).contains("Examples:", "--relation", "--width");
        assertThat(out("")).isEqualTo(out("--help"));
    }

    @Test
    void coloursAreForTerminals() {
        String[] command = Shell.words("epsilon 'gaussian(1)' --delta 1e-6");
        assertThat(Shell.run(command).out()).doesNotContain("\u001b");
        assertThat(Shell.fed(Accountant.standard(), Style.COLOUR, "", command).out())
                .contains("\u001b[1;32m");
    }

    @Test
    void historyComesFromStandardInputToo() {
        Shell.Outcome outcome = Shell.fed("[[1.1, 0.01, 100]]", "compare", "--history", "-", "--delta", "1e-5");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("history: Poisson samples, as accounted");
    }

    @Test
    void scheduleForOneRecordIsRefused() {
        String plan = "last_iterate(steps=20, step_size=0.1, noise=?, lipschitz=1, smoothness=1, dataset_size=20,"
                + " batch_size=1, order=one_pass";
        Shell.Outcome outcome = Shell.run("schedule", plan + ", position=19)", "--epsilon", "1", "--delta", "1e-6");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("leave out position");
        assertThat(Shell.run("schedule", plan + ")", "--epsilon", "1", "--delta", "1e-6")
                        .code())
                .isZero();
    }
}
