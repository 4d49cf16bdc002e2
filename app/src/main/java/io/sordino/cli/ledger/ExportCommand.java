package io.sordino.cli.ledger;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.ledger.Ledger;
import io.sordino.report.budget.RegistryEntry;
import io.sordino.report.text.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino ledger export. */
@Command(
        name = "export",
        description =
                "The entries as JSON lines with their hashes, or a budget as an entry of a registry of deployments.")
final class ExportCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Mixin
    private BudgetOption budget = new BudgetOption();

    @Option(names = "--as", paramLabel = "FORM", description = "lines (default) or registry.")
    private String as = "lines";

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Ledger open = ledger.open()) {
            switch (as) {
                case "lines" ->
                    open.history(
                            budget.name().orElse(""),
                            entry -> console.print(
                                    "{\"hash\": \"" + entry.hash() + "\", \"entry\": " + entry.line() + "}"));
                case "registry" -> {
                    String name = budget.name()
                            .orElseThrow(() -> CommandException.invalid(
                                    "a registry lists one budget at a time", "give --budget NAME"));
                    console.print(Json.text(RegistryEntry.of(open.budget(name), open.status(name))));
                }
                default -> throw CommandException.invalid("cannot export as '" + as + "'", "write lines or registry");
            }
        }
        return 0;
    }
}
