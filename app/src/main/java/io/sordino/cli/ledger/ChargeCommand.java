package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.ledger.Decision;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.OverBudgetException;
import io.sordino.report.budget.BudgetReports;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino ledger charge. */
@Command(
        name = "charge",
        description = "Charges a budget for a plan that another program is about to run, once for every request id.",
        footer = {
            "",
            "Run the plan after this has answered, with fresh noise, and never twice for one request id.",
            "",
            "Examples:",
            "  sordino ledger charge --ledger team.db --budget trips --request-id 2026-11-18/map 'gaussian(25)'"
        })
final class ChargeCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Mixin
    private RequestOptions asked = new RequestOptions();

    @Option(
            names = "--request-id",
            required = true,
            paramLabel = "ID",
            description = "A name that no other request has.")
    private String id = "";

    ChargeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        try (Ledger open = ledger.open()) {
            Decision decision = open.charge(asked.request(console, id));
            if (decision instanceof Decision.Refused refused) throw new OverBudgetException(refused);
            console.print(
                    BudgetReports.granted(open.budget(asked.budget()), (Decision.Granted) decision),
                    ledger.json(),
                    start);
        }
        return 0;
    }
}
