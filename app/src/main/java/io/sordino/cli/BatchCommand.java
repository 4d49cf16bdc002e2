package io.sordino.cli;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.LimitException;
import io.sordino.data.Atomic;
import io.sordino.report.Deadline;
import io.sordino.report.Failure;
import io.sordino.report.text.Json;
import io.sordino.service.Requests;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino batch. */
@Command(
        name = "batch",
        description = "One JSON request a line, one JSON answer a line, in order.",
        footer = {
            "",
            "A request that fails is answered with an error, and the batch goes on:",
            "  {\"id\": 1, \"command\": \"epsilon\", \"plan\": \"500 * laplace(20)\", \"delta\": 1e-6}",
            "  {\"id\": 2, \"command\": \"delta\", \"plan\": \"gaussian(2)\", \"epsilon\": 3}",
            "",
            "Examples:",
            "  sordino batch requests.jsonl --out answers.jsonl",
            "  generate | sordino batch -"
        })
final class BatchCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The requests; - reads standard input.")
    private String file = "";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the answers go; the file appears when all are there.")
    private Optional<String> out = Optional.empty();

    BatchCommand(Console console) {
        this.console = console;
    }

    /** Requests from standard input, answers to standard output. */
    static BatchCommand ofStandardInput(Console console) {
        BatchCommand command = new BatchCommand(console);
        command.file = "-";
        return command;
    }

    @Override
    public Integer call() {
        try (InputStream requests = open()) {
            out.map(Sources::path).ifPresent(Atomic::check);
            if (out.isPresent()) writeFile(requests, Sources.path(out.get()));
            else run(requests, console.out());
        } catch (IOException | UncheckedIOException e) {
            throw CommandException.invalid(
                    "the batch stopped: " + e.getMessage(), "check the files and the space left");
        }
        return 0;
    }

    private InputStream open() {
        if (file.equals("-")) return console.in();
        try {
            return Files.newInputStream(Sources.path(file));
        } catch (IOException e) {
            throw Sources.unreadable(file, e);
        }
    }

    /** Readers see the old file or the whole new one, never a part. */
    private void writeFile(InputStream requests, Path target) {
        Atomic.write(target, out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            run(requests, writer);
        });
    }

    private void run(InputStream requests, Writer answers) throws IOException {
        Requests desk = new Requests(console.accountant(), console.nanoseconds());
        Runtime machine = Runtime.getRuntime();
        int threads = Pipeline.threads(machine.availableProcessors(), machine.maxMemory());
        try (Progress progress = Progress.on(console)) {
            new Pipeline(threads, line -> Json.text(answer(desk, line)), progress)
                    .run(new InputLines(requests), answers);
        }
        answers.flush();
    }

    /** What a line is answered with. */
    static ObjectNode answer(Requests requests, InputLines.Line line) {
        if (line.tooLong())
            return Requests.failed(
                    NullNode.instance,
                    new Failure(
                            Failure.Kind.LIMIT,
                            "the line has more than " + InputLines.MOST_CHARACTERS + " characters",
                            "write repeated parts with a count, such as 1000 * gaussian(1)"));
        try {
            Deadline deadline = requests.asksSeveral(line.text()) ? Deadline.ofSeveral() : new Deadline();
            return deadline.within(() -> requests.answer(line.text()));
        } catch (LimitException e) {
            return Requests.failed(requests.id(line.text()), Failure.of(e));
        }
    }
}
