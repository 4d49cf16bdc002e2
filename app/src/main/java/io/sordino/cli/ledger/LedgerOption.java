package io.sordino.cli.ledger;

import io.sordino.ledger.Ledger;
import java.time.InstantSource;
import picocli.CommandLine.Option;

/** Where the ledger is. */
final class LedgerOption {
    @Option(
            names = "--ledger",
            required = true,
            paramLabel = "FILE|URL",
            description = "A file, or a JDBC URL of PostgreSQL: jdbc:postgresql://host/database?user=...")
    private String where = "";

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    boolean json() {
        return json;
    }

    Ledger open() {
        return Ledger.open(where);
    }

    Ledger openOrCreate() {
        return Ledger.openOrCreate(where, InstantSource.system());
    }
}
