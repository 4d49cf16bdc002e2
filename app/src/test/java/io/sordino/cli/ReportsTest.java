package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A campaign from its plan to its estimates, as people type it. */
class ReportsTest {
    @TempDir
    private Path folder = Path.of("");

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void aCampaignGoesFromPlanToEstimates() throws IOException {
        Shell.Outcome plan = Shell.run(
                "campaign",
                "plan",
                "--clients",
                "1000",
                "--alphabet",
                "3",
                "--epsilon",
                "2",
                "--delta",
                "1e-4",
                "--dropout",
                "20%",
                "--corrupt",
                "5%",
                "--out",
                file("c.json"),
                "--picture",
                file("p.svg"));
        assertThat(plan.err()).isEmpty();
        assertThat(plan.out()).contains("at least 800 clients, 750 of them honest", "randomized_response", "hadamard");
        assertThat(Files.readString(folder.resolve("p.svg"))).contains("<svg");
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < 900; i++) values.append(i % 3 == 0 ? 0 : 1).append('\n');
        Files.writeString(folder.resolve("values.txt"), values.toString());
        assertThat(Shell.run(
                                "report",
                                "--campaign",
                                file("c.json"),
                                "--values",
                                file("values.txt"),
                                "--out",
                                file("r.bin"))
                        .code())
                .isZero();
        Shell.Outcome shuffled = shuffle("r.bin");
        assertThat(shuffled.code()).isZero();
        // again: all are replays, and nothing is released
        Shell.Outcome replayed = shuffle("r.bin");
        assertThat(replayed.code()).isEqualTo(4);
        assertThat(replayed.err()).contains("900 refused: the report was taken before", "floor of 800");
        Shell.Outcome analyzed = Shell.run("analyze", "--campaign", file("c.json"), "--batch", file("b.bin"), "--json");
        assertThat(analyzed.out())
                .startsWith("{\"reports\": 900, \"refused\": 0, ")
                .contains("\"epsilon\": {\"lower\": ", "\"estimates\": [{\"value\": 0, \"count\": {\"value\": ");
        assertThat(Shell.run("analyze", "--campaign", file("c.json"), "--batch", file("b.bin"))
                        .out())
                .contains("900 reports of 900 devices, 0 refused", "if at most 50 lie");
    }

    /** Whoever sends what cannot be opened fills a batch up, and hides nobody. */
    @Test
    void reportsThatCannotBeReadHideNobody() throws IOException {
        String plan = "campaign plan --clients 300 --alphabet 4 --days 5 --epsilon 4 --delta 1e-3 --dropout 20% --out ";
        assertThat(run(plan + file("c.json")).code()).isZero();
        Files.writeString(folder.resolve("values.txt"), "0\n1\n".repeat(150));
        run("report --campaign " + file("c.json") + " --values " + file("values.txt") + " --out " + file("r.bin"));
        byte[] sent = Files.readAllBytes(folder.resolve("r.bin"));
        int length = sent.length / 300;
        for (int i = 1; i <= 290; i++) sent[i * length - 1] ^= 1;
        Files.write(folder.resolve("r.bin"), sent);
        assertThat(shuffle("r.bin").code()).isZero();
        String analyze = "analyze --campaign " + file("c.json") + " --batch " + file("b.bin");
        assertThat(run(analyze).out())
                .contains(
                        "10 reports of 300 devices, 290 refused",
                        "replace-one: shuffled(10, ",
                        "each device by itself");
        assertThat(run(analyze + " --json").out())
                .contains("\"covered\": false")
                .containsPattern("\"epsilon\": ([0-9.]+), \"device_epsilon\": \\1\\}");
    }

    @Test
    void answersThatAreSeenEveryDayAreHiddenByTheirRandomizerAlone() throws IOException {
        List<String> plan =
                new ArrayList<>(List.of("campaign", "plan", "--clients", "100", "--alphabet", "2", "--days", "2"));
        plan.addAll(List.of("--epsilon", "2", "--delta", "1e-4", "--memoise", "--out", file("c.json")));
        assertThat(Shell.run(plan.toArray(new String[0])).code()).isZero();
        Files.writeString(folder.resolve("values.txt"), "0\n1\n".repeat(50));
        List<String> report = List.of("report", "--campaign", file("c.json"), "--values", file("values.txt"));
        List<String> all = new ArrayList<>(report);
        all.addAll(List.of("--out", file("r.bin")));
        assertThat(Shell.run(all.toArray(new String[0])).code()).isZero();
        assertThat(shuffle("r.bin").code()).isZero();
        String analyzed = Shell.run("analyze", "--campaign", file("c.json"), "--batch", file("b.bin"), "--json")
                .out();
        assertThat(analyzed).containsPattern("\"epsilon\": ([0-9.]+), \"device_epsilon\": \\1\\}");
    }

    private Shell.Outcome shuffle(String reports) {
        return Shell.run(
                "shuffler",
                "--campaign",
                file("c.json"),
                "--store",
                file("store"),
                "--in",
                file(reports),
                "--out",
                file("b.bin"));
    }

    @Test
    void wrongRequestsAreRefusedWithARemedy() {
        for (Map.Entry<List<String>, String> wrong : Map.of(
                        List.of("report", "--campaign", file("none.json"), "--values", "x", "--out", file("r")),
                                "cannot read",
                        List.of("shuffler", "--campaign", file("c.json"), "--store", "s"), "--port must be given",
                        List.of("analyze", "--campaign", "c", "--batch", "b", "--confidence", "2"), "--confidence",
                        List.of(
                                        "campaign",
                                        "plan",
                                        "--clients",
                                        "10",
                                        "--alphabet",
                                        "1",
                                        "--epsilon",
                                        "1",
                                        "--delta",
                                        "1e-6"),
                                "alphabet")
                .entrySet()) {
            Shell.Outcome refused = Shell.run(wrong.getKey().toArray(new String[0]));
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err()).contains(wrong.getValue()).contains("fix: ");
        }
    }

    private static Shell.Outcome run(String line) {
        return Shell.run(line.split(" "));
    }

    @Test
    void sumsGoFromPlanToAnalysisWhereTheShufflerIsTrusted() throws IOException {
        String plan = "campaign plan --clients 400 --numbers --epsilon 1 --delta 1e-4 --allow-trust-in-shuffler --out ";
        Shell.Outcome planned = run(plan + file("c.json"));
        assertThat(planned.out()).contains("split_sum", "none", "they learn the values");
        assertThat(Files.readString(folder.resolve("c.json"))).contains("\"name\": \"split\"");
        Files.writeString(folder.resolve("numbers.txt"), "0.25\n0.5\n".repeat(200));
        assertThat(run("report --campaign " + file("c.json") + " --values " + file("numbers.txt") + " --out "
                                + file("r.bin"))
                        .code())
                .isZero();
        assertThat(shuffle("r.bin").code()).isZero();
        String analyzed = run("analyze --campaign " + file("c.json") + " --batch " + file("b.bin") + " --json")
                .out();
        assertThat(analyzed).contains("\"clients\": 400", "\"sum\": {\"value\": ", "\"mean\": {\"value\": 0.3");
        // without the shuffler there is nothing that protects them
        assertThat(run("analyze --campaign " + file("c.json") + " --reports " + file("r.bin"))
                        .err())
                .contains("must be shuffled");
        Files.writeString(folder.resolve("numbers.txt"), "1.5\n");
        assertThat(run("report --campaign " + file("c.json") + " --values " + file("numbers.txt") + " --out "
                                + file("x.bin"))
                        .err())
                .contains("line 1", "a number must be in [0, 1]");
    }

    @Test
    void withoutAShufflerReportsKeepTheirOwnPromise() throws IOException {
        String plan = "campaign plan --clients 500 --alphabet 3 --days 2 --epsilon 4 --delta 1e-6 --no-shuffler --out ";
        assertThat(run(plan + file("c.json")).code()).isZero();
        assertThat(run(plan + file("d.json") + " --allow-trust-in-shuffler").err())
                .contains("contradict");
        Files.writeString(folder.resolve("values.txt"), "0\n1\n1\n1\n2\n".repeat(100));
        assertThat(run("report --campaign " + file("c.json") + " --values " + file("values.txt") + " --out "
                                + file("r.bin"))
                        .code())
                .isZero();
        String analyzed = run("analyze --campaign " + file("c.json") + " --reports " + file("r.bin"))
                .out();
        assertThat(analyzed).contains("500 reports of 500 devices, 0 refused").doesNotContain("shuffled(");
        assertThat(run("analyze --campaign " + file("c.json") + " --reports " + file("values.txt"))
                        .err())
                .contains("has no reports");
        // one that is no submission and one that is cut are left out, not those between them
        byte[] sent = Files.readAllBytes(folder.resolve("r.bin"));
        sent[1] = 2;
        Files.write(folder.resolve("r.bin"), Arrays.copyOf(sent, sent.length - 5));
        assertThat(run("analyze --campaign " + file("c.json") + " --reports " + file("r.bin"))
                        .out())
                .contains("498 reports of 500 devices, 2 refused");
    }

    /** The promise of a campaign that is to be shuffled is not that of reports that were not. */
    @Test
    void reportsThatNobodyShuffledHaveTheirOwnPromiseAlone() throws IOException {
        String plan = "campaign plan --clients 300 --alphabet 4 --days 5 --epsilon 2 --delta 1e-3 --out ";
        assertThat(run(plan + file("c.json")).code()).isZero();
        Files.writeString(folder.resolve("values.txt"), "0\n1\n".repeat(150));
        run("report --campaign " + file("c.json") + " --values " + file("values.txt") + " --out " + file("r.bin"));
        String analyze = "analyze --campaign " + file("c.json") + " --reports " + file("r.bin");
        assertThat(run(analyze).out()).contains("each device by itself, since nobody has shuffled");
        assertThat(run(analyze + " --json").out())
                .contains("\"covered\": false")
                .containsPattern("\"epsilon\": ([0-9.]+), \"device_epsilon\": \\1\\}");
    }

    @Test
    void aNewKeyIsUsedFromItsDayOnAndTheOldOneRefused() throws IOException {
        String plan = "campaign plan --clients 100 --alphabet 2 --days 3 --epsilon 3 --delta 1e-4 --out ";
        assertThat(run(plan + file("c.json")).code()).isZero();
        Files.copy(folder.resolve("c.json"), folder.resolve("old.json"));
        Files.writeString(folder.resolve("values.txt"), "0\n1\n".repeat(50));
        Shell.Outcome rotated = run("campaign rotate --campaign " + file("c.json") + " --from-day 2");
        assertThat(rotated.err()).isEmpty();
        assertThat(rotated.out()).contains("sealed for a new key");
        // a device with the old file has no key for the second day that is still in use
        String report = " --values " + file("values.txt") + " --day 2 --out " + file("r.bin");
        assertThat(run("report --campaign " + file("old.json") + report).code()).isZero();
        String shuffler = "shuffler --campaign " + file("c.json") + " --store " + file("store") + " --day 2 --in "
                + file("r.bin") + " --out " + file("b.bin");
        assertThat(run(shuffler).err()).contains("100 refused", "a key that is not used on day 2");
        assertThat(run("report --campaign " + file("c.json") + report).code()).isZero();
        assertThat(run(shuffler).code()).isZero();
        assertThat(run("analyze --campaign " + file("c.json") + " --batch " + file("b.bin"))
                        .out())
                .contains("100 reports of 100 devices, 0 refused");
        assertThat(run("campaign rotate --campaign " + file("c.json") + " --from-day 2")
                        .err())
                .contains("there already");
    }

    /** Of 100 devices ten are a crowd of their own: with a floor of 30 they are left out, with one of 10 they are not. */
    @Test
    void smallCrowdsAreLeftOut() throws IOException {
        Files.writeString(folder.resolve("many.txt"), "0\n1\n".repeat(45));
        Files.writeString(folder.resolve("few.txt"), "1\n".repeat(10));
        for (int floor : new int[] {30, 10}) {
            String at = floor + ".json";
            assertThat(
                            run("campaign plan --clients 100 --alphabet 2 --epsilon 3 --delta 1e-4 --dropout 20% --crowd-floor "
                                            + floor + " --out " + file(at))
                                    .code())
                    .isZero();
            String report = "report --campaign " + file(at);
            run(report + " --values " + file("many.txt") + " --crowd 7 --out " + file("many.bin"));
            run(report + " --values " + file("few.txt") + " --crowd 8 --out " + file("few.bin"));
            Files.write(folder.resolve("all.bin"), Files.readAllBytes(folder.resolve("many.bin")));
            Files.write(
                    folder.resolve("all.bin"),
                    Files.readAllBytes(folder.resolve("few.bin")),
                    StandardOpenOption.APPEND);
            assertThat(run("shuffler --campaign " + file(at) + " --store " + file("store" + floor) + " --in "
                                    + file("all.bin") + " --out " + file("b" + floor))
                            .code())
                    .isZero();
            String expected = floor == 30 ? "90 reports of 90 devices" : "100 reports of 100 devices";
            assertThat(run("analyze --campaign " + file(at) + " --batch " + file("b" + floor))
                            .out())
                    .contains(expected);
        }
        assertThat(run("campaign plan --clients 100 --alphabet 2 --epsilon 3 --delta 1e-4 --crowd-floor 101")
                        .err())
                .contains("--crowd-floor was 101");
    }

    @Test
    void aDatabaseKeepsWhatAFolderKeeps() throws IOException {
        String plan = "campaign plan --clients 100 --alphabet 2 --epsilon 3 --delta 1e-4 --out ";
        assertThat(run(plan + file("c.json")).code()).isZero();
        assertThat(run(plan.replace("3", "2") + file("d.json")).code()).isZero();
        Files.writeString(folder.resolve("values.txt"), "0\n1\n".repeat(50));
        assertThat(run("report --campaign " + file("c.json") + " --values " + file("values.txt") + " --out "
                                + file("r.bin"))
                        .code())
                .isZero();
        String store = " --store jdbc:sqlite:" + file("store.db");
        String rest = " --in " + file("r.bin") + " --out " + file("b.bin");
        assertThat(run("shuffler --campaign " + file("c.json") + store + rest).err())
                .contains("--batches must be given");
        String batches = " --batches " + file("batches");
        assertThat(run("shuffler --campaign " + file("c.json") + store + batches + rest)
                        .code())
                .isZero();
        assertThat(run("shuffler --campaign " + file("c.json") + store + batches + rest)
                        .err())
                .contains("100 refused: the report was taken before");
        assertThat(run("shuffler --campaign " + file("d.json") + store + batches + rest)
                        .err())
                .contains("one of another campaign", "a database of its own");
        assertThat(run("analyze --campaign " + file("c.json") + " --batch " + file("b.bin"))
                        .out())
                .contains("100 reports of 100 devices, 0 refused");
    }

    @Test
    void modelsAreComparedSideBySide() throws IOException {
        String json = run("campaign models --clients 1000,4000 --epsilon 1 --delta 1e-5 --json --out " + file("m.svg"))
                .out();
        assertThat(json)
                .contains(
                        "\"clients\": 1000",
                        "\"local_error\": 30.3",
                        "\"several_messages_error\": 1.35",
                        "\"central_error\": 1.35");
        assertThat(Files.readString(folder.resolve("m.svg"))).contains("a curator");
        assertThat(run("campaign models --numbers --clients 1000 --epsilon 1 --delta 1e-5")
                        .out())
                .contains("1000     44.72", "1.41");
    }

    @Test
    void daysAreSimulatedWithWhatAnAttackerLearns() {
        String plan =
                "campaign plan --clients 2000 --alphabet 4 --days 5 --epsilon 2 --delta 1e-5 --dropout 20% --out ";
        assertThat(run(plan + file("c.json")).code()).isZero();
        String fresh = run("campaign simulate --campaign " + file("c.json") + " --dropout 10% --json --out "
                        + file("y.svg"))
                .out();
        assertThat(fresh).contains("\"released\": 5", "\"right_seeing_senders\": ");
        // with too many of them away no batch is released
        assertThat(run("campaign simulate --campaign " + file("c.json") + " --dropout 50% --json")
                        .out())
                .contains("\"released\": 0");
        assertThat(run("campaign simulate --campaign " + file("c.json") + " --days 9")
                        .err())
                .contains("--days must be in [1, 5]");
        assertThat(run(plan + file("m.json") + " --memoise").code()).isZero();
        assertThat(run("campaign simulate --campaign " + file("m.json") + " --dropout 10%")
                        .out())
                .contains("memoised", "1 answer of its own", "names the value of");
    }

    /** The intervals that allow for liars are about the honest devices; the others would hold fewer than half of them. */
    @Test
    void aSimulationWithLiarsIsHeldByTheIntervalsThatAllowForThem() {
        String plan = "campaign plan --clients 4000 --alphabet 4 --days 5 --epsilon 3 --delta 1e-5 --corrupt 5% --out ";
        assertThat(run(plan + file("liars.json")).code()).isZero();
        String said = run("campaign simulate --campaign " + file("liars.json") + " --json")
                .out();
        double coverage = Double.parseDouble(said.replaceAll("(?s).*\"coverage\": ([0-9.]+).*", "$1"));
        // twenty intervals: six misses of a twentieth each come once in ten thousand runs, and most are held more often
        assertThat(coverage).as(said).isGreaterThanOrEqualTo(0.75);
        assertThat(run("campaign simulate --campaign " + file("liars.json")).out())
                .contains("who lie, hold the honest ones");
    }
}
