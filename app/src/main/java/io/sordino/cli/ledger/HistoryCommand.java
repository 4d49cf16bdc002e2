package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino ledger history. */
@Command(name = "history", description = "Every entry, in order: as a table, or with --json one JSON object.")
final class HistoryCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Option(names = "--budget", paramLabel = "NAME", description = "Of one budget.")
    private Optional<String> budget = Optional.empty();

    HistoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Ledger open = ledger.open()) {
            if (ledger.json()) {
                List<String> lines = new ArrayList<>();
                open.history(budget.orElse(""), entry -> lines.add(entry.line()));
                console.print("{\"entries\": [" + String.join(", ", lines) + "]}");
            } else {
                open.history(budget.orElse(""), entry -> console.print(HistoryLine.of(entry)));
            }
        }
        return 0;
    }
}
