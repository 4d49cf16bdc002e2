package io.sordino.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every program and every script runs and prints what is expected of it. In a file of {@code expected} a # stands for a number that
 * is drawn anew in every run and ... for any text. With -Dsordino.rewrite=true lines that differ are written into the file instead.
 */
class ExamplesTest {
    private static final Path PROGRAMS = Path.of("src", "main", "java", "io", "sordino", "examples");
    private static final Path SCRIPTS = Path.of("shell");
    private static final Path EXPECTED = Path.of("src", "test", "resources", "expected");

    @TempDir
    Path folder;

    static List<String> programs() throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : names(PROGRAMS, ".java"))
            if (Files.readString(PROGRAMS.resolve(name + ".java")).contains("void main(")) found.add(name);
        return found;
    }

    static List<String> scripts() throws IOException {
        return names(SCRIPTS, ".sh");
    }

    private static List<String> names(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(end))
                    .map(name -> name.substring(0, name.length() - end.length()))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programPrintsWhatIsExpected(String name) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Class.forName("io.sordino.examples." + name)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(console);
        }
        assertExpected(name + ".txt", printed.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void scriptPrintsWhatIsExpected(String name) throws Exception {
        ProcessBuilder script =
                new ProcessBuilder("bash", SCRIPTS.resolve(name + ".sh").toString());
        script.environment().put("SORDINO", Launchers.in(folder).toString());
        Path out = folder.resolve("out");
        Process process =
                script.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        boolean ended = process.waitFor(2, TimeUnit.MINUTES);
        if (!ended) process.destroyForcibly();
        String printed = Files.readString(out);
        assertThat(ended).as(printed).isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        assertExpected(name + ".sh.txt", printed);
    }

    private static void assertExpected(String name, String printed) throws IOException {
        Path file = EXPECTED.resolve(name);
        List<String> now = printed.lines().toList();
        boolean rewrite = Boolean.getBoolean("sordino.rewrite");
        List<String> expected = rewrite && !Files.exists(file) ? List.of() : Files.readAllLines(file);
        List<String> merged = new ArrayList<>();
        for (int i = 0; i < now.size(); i++)
            merged.add(i < expected.size() && matches(expected.get(i), now.get(i)) ? expected.get(i) : now.get(i));
        if (rewrite) Files.write(file, merged);
        else assertThat(merged).as("what %s says", file).isEqualTo(expected);
    }

    private static boolean matches(String expected, String line) {
        String pattern = Pattern.quote(expected)
                .replace("#", "\\E-?[0-9]+(?:\\.[0-9]+)?\\Q")
                .replace("...", "\\E.*\\Q");
        return line.matches(pattern);
    }

    @Test
    void onlyDrawnNumbersMayDiffer() {
        assertThat(matches("about # of ...", "about -1.5 of many")).isTrue();
        assertThat(matches("about # of ...", "about x of many")).isFalse();
        assertThat(matches("epsilon is 1.0", "epsilon is 1.1")).isFalse();
    }

    @Test
    void everythingExpectedIsStillRun() throws IOException {
        List<String> run = new ArrayList<>();
        for (String name : programs()) run.add(name + ".txt");
        for (String name : scripts()) run.add(name + ".sh.txt");
        try (Stream<Path> files = Files.list(EXPECTED)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(run);
        }
    }
}
