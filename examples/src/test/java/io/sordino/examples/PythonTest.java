package io.sordino.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python package, against the classes that are tested here. Skipped where there is no Python, unless -Dsordino.python=required. */
class PythonTest {
    private static final Path PACKAGE = Path.of("..", "python").toAbsolutePath().normalize();
    private static final Pattern RAN = Pattern.compile("Ran (\\d+) tests");
    private static final int FEWEST_TESTS = 60;

    @TempDir
    Path folder;

    /** The system's own first: it is the one that has no packages of the user. */
    private static Optional<String> python() {
        return Stream.of("/usr/bin/python3", "python3")
                .filter(PythonTest::isNewEnough)
                .findFirst();
    }

    private static boolean isNewEnough(String python) {
        try {
            return new ProcessBuilder(python, "-c", "import sys; sys.exit(sys.version_info < (3, 9))")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void thePackagePassesItsTests() throws Exception {
        Optional<String> python = python();
        assumeTrue(python.isPresent() || "required".equals(System.getProperty("sordino.python")), "no Python 3.9");
        ProcessBuilder tests = new ProcessBuilder(
                        List.of(python.orElseThrow(), "-m", "unittest", "discover", "-t", ".", "-s", "tests"))
                .directory(PACKAGE.toFile());
        Launchers.in(folder);
        tests.environment().put("SORDINO_HOME", folder.toString());
        tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        tests.environment().put("SORDINO_SLOW", String.valueOf(Boolean.getBoolean("sordino.slow")));
        Path out = folder.resolve("out");
        Process process =
                tests.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        boolean ended = process.waitFor(30, TimeUnit.MINUTES);
        if (!ended) process.destroyForcibly();
        String printed = Files.readString(out);
        assertThat(ended).as(printed).isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        Matcher ran = RAN.matcher(printed);
        assertThat(ran.find()).as(printed).isTrue();
        assertThat(Integer.parseInt(ran.group(1))).isGreaterThanOrEqualTo(FEWEST_TESTS);
    }
}
