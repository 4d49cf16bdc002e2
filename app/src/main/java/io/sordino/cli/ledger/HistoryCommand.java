package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.ledger.Budget;
import io.sordino.ledger.Ledger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** sordino ledger history. */
@Command(name = "history", description = "Every entry, in order: as a table, or with --json one JSON object.")
final class HistoryCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Mixin
    private BudgetOption budget = new BudgetOption();

    HistoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Ledger open = ledger.open()) {
            if (ledger.json()) {
                List<String> lines = new ArrayList<>();
                open.history(budget.name().orElse(""), entry -> lines.add(entry.line()));
                console.print("{\"entries\": [" + String.join(", ", lines) + "]}");
            } else {
                Map<String, Budget> budgets = new HashMap<>();
                for (String name : open.names()) budgets.put(name, open.budget(name));
                open.history(budget.name().orElse(""), entry -> console.print(HistoryLine.of(entry, budgets)));
            }
        }
        return 0;
    }
}
