package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.ledger.Ledger;
import io.sordino.report.budget.BudgetReports;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** sordino ledger preview. */
@Command(
        name = "preview",
        description = "What a plan would take of a budget, and how many more of it fit. Nothing is charged.",
        footer = {"", "Examples:", "  sordino ledger preview --ledger team.db --budget trips 'gaussian(25)'"})
final class PreviewCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Mixin
    private RequestOptions asked = new RequestOptions();

    PreviewCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        try (Ledger open = ledger.open()) {
            console.print(
                    BudgetReports.preview(open.budget(asked.budget()), open.preview(asked.request(console, "preview"))),
                    ledger.json(),
                    start);
        }
        return 0;
    }
}
