package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.ledger.Ledger;
import io.sordino.report.Report;
import io.sordino.report.budget.BudgetReports;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** sordino ledger status. */
@Command(name = "status", description = "What is promised, spent and left; of all budgets unless one is named.")
final class StatusCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Mixin
    private BudgetOption budget = new BudgetOption();

    StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        try (Ledger open = ledger.open()) {
            Report report = budget.name()
                    .map(name -> BudgetReports.status(open.status(name)))
                    .orElseGet(() -> BudgetReports.all(
                            open.names().stream().map(open::status).toList()));
            console.print(report, ledger.json(), start);
        }
        return 0;
    }
}
