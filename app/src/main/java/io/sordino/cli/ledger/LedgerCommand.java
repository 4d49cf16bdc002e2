package io.sordino.cli.ledger;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** sordino ledger. */
@Command(
        name = "ledger",
        description = "Budgets that last: made once, spent by many over weeks, never overspent.",
        footer = {
            "",
            "Examples:",
            "  sordino ledger create --ledger team.db --budget trips --bank '500 * poisson(0.01, gaussian(1)) + 40 * gaussian(20)' --delta 1e-6",
            "  sordino ledger create --ledger team.db --budget small --epsilon 2 --delta 1e-6",
            "  sordino ledger status --ledger team.db",
            "  sordino ledger preview --ledger team.db --budget trips '2 * gaussian(25)'"
        })
public final class LedgerCommand implements Callable<Integer> {
    private LedgerCommand() {}

    /** With its commands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new LedgerCommand())
                .addSubcommand(new CreateCommand(console))
                .addSubcommand(new StatusCommand(console))
                .addSubcommand(new HistoryCommand(console))
                .addSubcommand(new PreviewCommand(console))
                .addSubcommand(new ChargeCommand(console))
                .addSubcommand(new SwapCommand(console))
                .addSubcommand(new StatementCommand(console))
                .addSubcommand(new VerifyCommand(console))
                .addSubcommand(new ExportCommand(console))
                .addSubcommand(new TokenCommand(console));
    }

    @Override
    public Integer call() {
        throw CommandException.invalid("nothing to do", "write sordino ledger status --ledger FILE, or see --help");
    }
}
