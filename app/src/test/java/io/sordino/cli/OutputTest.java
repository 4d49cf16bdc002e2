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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** Every command but those that serve until they are told to stop; # is the number of the try, since much may be done once. */
    private static final List<String> COMMANDS = List.of(
            "epsilon 'gaussian(1)' --delta 1e-5",
            "delta 'gaussian(1)' --epsilon 1",
            "renyi 'gaussian(1)'",
            "loss 'gaussian(1)'",
            "calibrate 'gaussian(?)' --epsilon 1 --delta 1e-5 --json",
            "compare 'gaussian(1)' --delta 1e-5",
            "sample-size --dataset-size 1000000 --epsilon 0.5 --error 0.005",
            "explain 'gaussian(1)' --delta 1e-5",
            "statement 'gaussian(1)' --delta 1e-5",
            "shuffle-plan --reports 1000 --epsilon 1 --delta 1e-6",
            "schedule 'last_iterate(steps=20, step_size=0.1, noise=?, lipschitz=1, smoothness=1, dataset_size=20,"
                    + " batch_size=1, order=one_pass)' --epsilon 1 --delta 1e-6",
            "plot --what profile 'gaussian(1)' --points 3 --out F/again#.svg --json -",
            "audit 'laplace(1)' --samples 1000",
            "simulate shuffle --clients 100 --local-epsilon 4",
            "reproduce sampling",
            "reproduce sampling --out F/page#.html",
            "query --data F/table.csv --epsilon 1 'SELECT COUNT(*) FROM table'",
            "query --data F/table.csv --epsilon 1 'SELECT COUNT(*) FROM table' --preview",
            "train --data F/table.csv --label y --bounds *=0:1 --epsilon 1 --delta 1e-5 --epochs 1 --out F/model#.json",
            "predict --model F/model1.json --data F/table.csv",
            "evaluate --model F/model1.json --data F/table.csv",
            "ledger create --ledger F/ledger.db --budget b# --epsilon 2 --delta 1e-6",
            "ledger status --ledger F/ledger.db",
            "ledger history --ledger F/ledger.db",
            "ledger create --ledger F/ledger.db --budget bank# --bank '20 * gaussian(20)' --delta 1e-6",
            "ledger preview --ledger F/ledger.db --budget bank1 'gaussian(25)'",
            "ledger charge --ledger F/ledger.db --budget bank1 --request-id r# 'gaussian(25)'",
            "ledger swap --ledger F/ledger.db --budget bank1 --old 'gaussian(20)' --new '4 * gaussian(40)'",
            "ledger statement --ledger F/ledger.db --budget b1",
            "ledger verify --ledger F/ledger.db",
            "ledger export --ledger F/ledger.db",
            "ledger token --tokens F/tokens --name n# --role spend --budget b1",
            "campaign plan --clients 500 --alphabet 3 --days 30 --epsilon 4 --delta 1e-6 --no-shuffler --out F/c#.json",
            "campaign models --epsilon 1 --delta 1e-6 --clients 1e3",
            "campaign simulate --campaign F/c1.json --clients 500",
            "campaign rotate --campaign F/c1.json --from-day 2#",
            "report --campaign F/c2.json --values F/values --out F/reports#",
            "analyze --campaign F/c2.json --reports F/reports1",
            "batch -",
            "support",
            "completion",
            "--help",
            "train --help",
            "--version");

    private static String line(String command, Path folder, int round) {
        return command.replace("F/", folder + "/").replace("#", String.valueOf(round));
    }

    @Test
    void everyCommandNoticesThatItsAnswerIsLost(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("table.csv"), "x,y\n" + "0.5,1\n0.25,0\n".repeat(50));
        Files.writeString(folder.resolve("values"), "0\n1\n2\n".repeat(100));
        for (String command : COMMANDS) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            // the control: all is well where somebody reads
            assertThat(run(out, err, Shell.words(line(command, folder, 1))))
                    .as(command + ": " + err)
                    .isZero();
            assertThat(out.toString()).as(command).isNotBlank();
            StringWriter lost = new StringWriter();
            int code = run(new Full(), lost, Shell.words(line(command, folder, 2)));
            assertThat(code).as(command + ": " + lost).isEqualTo(CommandException.NOT_WRITTEN);
            assertThat(lost.toString()).as(command).contains("could not be written");
        }
    }

    @Test
    void noCommandIsLeftOut() {
        List<String> named = new ArrayList<>();
        Sordino.commandLine(console(new StringWriter(), new StringWriter()))
                .getSubcommands()
                .forEach((name, command) -> {
                    if (command.getSubcommands().isEmpty()) named.add(name);
                    command.getSubcommands().keySet().forEach(inner -> named.add(name + " " + inner));
                });
        named.removeAll(List.of("serve", "shuffler"));
        for (String name : named) assertThat(COMMANDS).as(name).anyMatch(line -> (line + " ").startsWith(name + " "));
    }

    /** A per cent sign that is not written twice is a complaint on the terminal of whoever asks for help. */
    @Test
    void examplesAreWhatTheyAreMeantToBe() {
        Sordino.commandLine(console(new StringWriter(), new StringWriter()))
                .getSubcommands()
                .forEach(
                        (name, command) -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream())
                                .flatMap(one -> Arrays.stream(
                                        one.getCommandSpec().usageMessage().footer()))
                                .forEach(line ->
                                        assertThat(String.format(line)).as(name).isNotNull()));
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
