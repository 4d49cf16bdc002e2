package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.cli.Sources;
import io.sordino.ledger.Ledger;
import io.sordino.report.budget.BudgetReports;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino ledger swap. */
@Command(
        name = "swap",
        description = "Turns unused coupons of a bank into others that they dominate at every order.",
        footer = {
            "",
            "Examples:",
            "  sordino ledger swap --ledger team.db --budget trips --old 'gaussian(20)' --new '4 * gaussian(40)'"
        })
final class SwapCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Option(names = "--budget", required = true, paramLabel = "NAME", description = "The budget.")
    private String budget = "";

    @Option(names = "--old", required = true, paramLabel = "PLAN", description = "The coupons to give.")
    private String old = "";

    @Option(names = "--new", required = true, paramLabel = "PLAN", description = "The coupons to get.")
    private String fresh = "";

    SwapCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        try (Ledger open = ledger.open()) {
            open.swap(budget, Sources.plan(old, console), Sources.plan(fresh, console));
            console.print(BudgetReports.status(open.status(budget)), ledger.json(), start);
        }
        return 0;
    }
}
