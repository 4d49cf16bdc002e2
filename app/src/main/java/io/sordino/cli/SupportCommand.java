package io.sordino.cli;

import io.sordino.report.answer.Support;
import io.sordino.report.text.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino support. */
@Command(name = "support", description = "Which theorem covers which plan under which relation.")
final class SupportCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    @Option(names = "--markdown", description = "Answer as the page docs/support.md.")
    private boolean markdown;

    SupportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        Support support = Support.of(console.accountant());
        if (json) console.print(Json.text(support.json(console.secondsSince(start))));
        else console.print(markdown ? support.markdown().stripTrailing() : support.text(console.outStyle()));
        return 0;
    }
}
