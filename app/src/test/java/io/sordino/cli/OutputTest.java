package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.report.text.Style;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** An answer that nobody could read is no answer: the exit code says so, whatever the command was. */
class OutputTest {
    /** A disk that is full, or a pipe that nobody reads from. */
    private static final class Full extends Writer {
        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static Console console(Writer out, Writer err) {
        String request = "{\"command\": \"epsilon\", \"plan\": \"gaussian(1)\", \"delta\": 1e-5}\n".repeat(3);
        return new Console(
                new ByteArrayInputStream(request.getBytes(StandardCharsets.UTF_8)),
                new PrintWriter(out),
                new PrintWriter(err),
                Style.PLAIN,
                Style.PLAIN,
                false,
                System::nanoTime,
                Accountant.standard());
    }

    private static int run(Writer out, Writer err, String... arguments) {
        return Sordino.run(console(out, err), arguments);
    }

    @Test
    void everyCommandNoticesThatItsAnswerIsLost() {
        for (String line : List.of(
                "epsilon 'gaussian(1)' --delta 1e-5",
                "delta 'gaussian(1)' --epsilon 1",
                "calibrate 'gaussian(?)' --epsilon 1 --delta 1e-5 --json",
                "statement 'gaussian(1)' --delta 1e-5",
                "batch -",
                "support",
                "completion",
                "--help",
                "train --help",
                "--version")) {
            StringWriter err = new StringWriter();
            assertThat(run(new Full(), err, Shell.words(line))).as(line).isNotZero();
            assertThat(err.toString()).as(line).contains("could not be written");
        }
    }

    @Test
    void lostWarningsAreNoticedToo() {
        Console console = console(new StringWriter(), new Full());
        assertThat(new Errors(console).unlessLost(0)).isZero();
        console.warn("a part of the answer");
        assertThat(new Errors(console).unlessLost(0)).isEqualTo(CommandException.NOT_WRITTEN);
    }

    @Test
    void fullDeviceIsNoticedByAProcess() throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.isWritable(full));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Sordino.class.getName(),
                "--version"));
        Process process =
                new ProcessBuilder(command).redirectOutput(full.toFile()).start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(err).isEqualTo(CommandException.NOT_WRITTEN);
        assertThat(err).contains("standard output could not be written");
    }
}
