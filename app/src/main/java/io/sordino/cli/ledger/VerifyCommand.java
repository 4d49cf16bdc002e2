package io.sordino.cli.ledger;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.Verification;
import io.sordino.report.Report;
import io.sordino.report.budget.BudgetReports;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino ledger verify. */
@Command(
        name = "verify",
        description = "Works every entry out again from its text, and finds any that was edited, dropped or reordered.",
        footer = {"", "Exit code 1 where something does not fit."})
final class VerifyCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Mixin
    private BudgetOption budget = new BudgetOption();

    @Option(
            names = "--head",
            paramLabel = "HASH",
            description = "A hash that was written down earlier: it must still be in the chain.")
    private Optional<String> head = Optional.empty();

    VerifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        try (Ledger open = ledger.open()) {
            // one chain holds all budgets, so all are verified; the one that is named must be there
            budget.name().ifPresent(open::budget);
            Verification found = open.verify();
            if (head.isPresent()) {
                boolean[] seen = {false};
                open.history("", entry -> seen[0] |= entry.hash().equals(head.get()));
                if (!seen[0])
                    throw CommandException.invalid(
                            "no entry has the hash " + head.get() + ": this is another ledger, or entries were dropped",
                            "compare it with a copy");
            }
            Report report = BudgetReports.verification(found);
            console.print(report, ledger.json(), start);
            return report.exitCode();
        }
    }
}
