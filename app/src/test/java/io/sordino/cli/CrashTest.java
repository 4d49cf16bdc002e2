package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training run that is killed at every operation on files, and one that is halted for good where it matters most. */
class CrashTest {
    @TempDir
    Path folder = Path.of("");

    private record Ended(int code, String out) {}

    @Test
    void noDeathLeavesHalfAFileOrMakesASecondModel() throws IOException, InterruptedException {
        Ended ended = run("");
        assertThat(ended.code).as(ended.out).isZero();
        Matcher deaths = Pattern.compile("(\\d+) deaths, 0 wrong").matcher(ended.out);
        assertThat(deaths.find()).as(ended.out).isTrue();
        // as many as the smallest run has operations, with and without a power cut
        assertThat(Integer.parseInt(deaths.group(1))).isGreaterThan(50);
    }

    @Test
    void haltedProcessGoesOnToTheModelThatItHadWritten() throws IOException, InterruptedException {
        CrashRuns.writeData(folder);
        Ended ended = run("moved to model.json");
        assertThat(ended.code).as(ended.out).isEqualTo(137);
        String weights = weights();
        ended = run("nowhere");
        assertThat(ended.code).as(ended.out).isZero();
        assertThat(weights()).isEqualTo(weights);
    }

    private String weights() throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve("model.json").toFile())
                .path("weights")
                .toString();
    }

    private Ended run(String kill) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dsordino.slow=" + Boolean.getBoolean("sordino.slow"),
                "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultyFiles.class.getName(),
                "-cp",
                System.getProperty("java.class.path")));
        if (!kill.isEmpty()) command.add("-Dsordino.kill=" + kill);
        command.addAll(List.of(CrashRuns.class.getName(), folder.toString()));
        if (!kill.isEmpty()) command.add("once");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }
}
