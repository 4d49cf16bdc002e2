package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ctrl-C while a model is trained, in a process of its own: what was kept is said, and it is what was kept. */
class InterruptionTest extends TrainingFolder {
    private static final int INTERRUPTED = 130;
    /** More than any test waits for. */
    private static final String[] LONG = {
        "--epsilon", "2", "--sampling", "allocation", "--epochs", "20000", "--batch-size", "400", "--accept-noise"
    };

    private List<String> command(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "train", "--data", at("data.csv"), "--label", "y", "--delta", "1e-5", "--out", at("model.json")));
        words.addAll(List.of("--bounds", "age=20:80", "--bounds", "score=0:100", "--drop", "colour"));
        words.addAll(List.of(LONG));
        words.addAll(List.of(more));
        return words;
    }

    private record Ended(int code, String said) {}

    /** Runs until the condition holds, and is interrupted then as by a terminal. */
    private Ended interrupted(Condition condition, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dsordino.terminal.err=true",
                "io.sordino.cli.Sordino"));
        command.addAll(command(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder said = new StringBuilder();
            while (!condition.holds(said.toString())) {
                int next = out.read();
                assertThat(next).as("it ended by itself: %s", said).isNotNegative();
                said.append((char) next);
            }
            assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            for (int next = out.read(); next >= 0; next = out.read()) said.append((char) next);
            return new Ended(process.waitFor(), said.toString());
        } finally {
            process.destroyForcibly();
        }
    }

    private interface Condition {
        boolean holds(String said);
    }

    @Test
    void theRoundAtHandIsKeptAndTheSameCommandGoesOn() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")) || Files.isExecutable(Path.of("/usr/bin/kill")));
        Path kept = folder.resolve("run.json");
        Ended ended = interrupted(said -> Files.exists(kept), "--checkpoint", kept.toString());
        assertThat(ended.code).isEqualTo(INTERRUPTED);
        assertThat(ended.said)
                .contains("stopping: the round at hand is finished and kept first", "kept in " + kept, "goes on");
        assertThat(Files.exists(folder.resolve("model.json"))).isFalse();
        long rounds = JSON.readTree(Files.readString(kept)).path("rounds").asLong();
        assertThat(rounds).isPositive();
        assertThat(ended.said).contains("stopped after round " + rounds + " of 20000");
        Shell.Outcome goesOn = Shell.run(
                command("--checkpoint", kept.toString(), "--stop-after", "1").toArray(String[]::new));
        assertThat(goesOn.out()).contains("stopped after round " + (rounds + 1) + " of 20000");
    }

    @Test
    void whereNothingIsKeptThatIsSaid() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")) || Files.isExecutable(Path.of("/usr/bin/kill")));
        Ended ended = interrupted(said -> said.contains("steps"));
        assertThat(ended.code).isEqualTo(INTERRUPTED);
        assertThat(ended.said)
                .contains("stopped: nothing was kept and nothing was released; --checkpoint FILE keeps rounds");
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("data.csv"));
        }
    }
}
