package io.sordino.cli;

import io.sordino.data.Atomic;
import io.sordino.reproduce.HtmlReport;
import io.sordino.reproduce.Reproduction;
import io.sordino.reproduce.Reproductions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino reproduce. */
@Command(
        name = "reproduce",
        description = "Recomputes figures and tables of the papers, into one HTML page.",
        footer = {
            "",
            "Names: sampling, allocation, shuffling, last-iterate, histogram, steinke; all of them if none is given.",
            "",
            "Examples:",
            "  sordino reproduce",
            "  sordino reproduce shuffling --out shuffling.html"
        })
final class ReproduceCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "What to recompute.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", description = "The page (default reproduction.html).")
    private String out = "reproduction.html";

    ReproduceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        for (String name : names)
            if (!Reproductions.names().contains(name))
                throw CommandException.invalid(
                        "there is no reproduction '" + name + "'",
                        "the names are " + String.join(", ", new TreeSet<>(Reproductions.names())));
        Atomic.check(Sources.path(out));
        List<Reproduction> found;
        try (Progress progress = Progress.on(console)) {
            found = Reproductions.of(names, console.accountant(), progress::step);
        }
        Atomic.write(Sources.path(out), HtmlReport.of(found));
        console.print(HtmlReport.text(found));
        console.err().print("written to " + out + "\n");
        console.err().flush();
        return 0;
    }
}
