package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
                .contains("900 reports, 0 refused", "if at most 50 lie");
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
}
