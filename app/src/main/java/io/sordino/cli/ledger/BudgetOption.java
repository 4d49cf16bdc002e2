package io.sordino.cli.ledger;

import java.util.Optional;
import picocli.CommandLine.Option;

/** One budget of a ledger, or all of them. */
final class BudgetOption {
    @Option(names = "--budget", paramLabel = "NAME", description = "One budget; all unless it is given.")
    private Optional<String> name = Optional.empty();

    Optional<String> name() {
        return name;
    }
}
