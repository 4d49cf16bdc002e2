package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.ledger.Ledger;
import io.sordino.report.budget.BudgetReports;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino ledger statement. */
@Command(
        name = "statement",
        description = "One paragraph about everything that was or will be released against a budget.")
final class StatementCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Option(names = "--budget", required = true, paramLabel = "NAME", description = "The budget.")
    private String budget = "";

    StatementCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        try (Ledger open = ledger.open()) {
            console.print(BudgetReports.statement(open.budget(budget), open.status(budget)), ledger.json(), start);
        }
        return 0;
    }
}
