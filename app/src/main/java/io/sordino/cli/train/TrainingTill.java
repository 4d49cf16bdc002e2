package io.sordino.cli.train;

import io.sordino.account.Guarantee;
import io.sordino.cli.Console;
import io.sordino.cli.ledger.ChargeOptions;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.Stored;
import java.util.Optional;

/** Pays for a run before the data are used, and keeps its model; without a ledger it does neither. */
final class TrainingTill implements AutoCloseable {
    private final Console console;
    private final ChargeOptions options;
    private final Optional<Ledger> ledger;
    private final String what;

    private TrainingTill(Console console, ChargeOptions options, Optional<Ledger> ledger, String what) {
        this.console = console;
        this.options = options;
        this.ledger = ledger;
        this.what = what;
    }

    static TrainingTill of(Console console, ChargeOptions options, String what) {
        return new TrainingTill(
                console, options, options.isPresent() ? Optional.of(options.open()) : Optional.empty(), what);
    }

    /** The charge is on disk when this returns; where the request was answered before, its model. */
    Optional<String> charge(Guarantee whole, double epsilon, double delta) {
        return ledger.flatMap(open -> options.charge(
                        console,
                        open,
                        new ChargeOptions.Purchase(
                                whole.mechanism(), whole.relation(), epsilon, delta, Optional.empty(), what))
                .answer()
                .map(Stored::text));
    }

    /** The model that may be given: the first that was kept for the request. */
    String keep(String model) {
        return ledger.map(open -> options.keep(open, model).text()).orElse(model);
    }

    @Override
    public void close() {
        ledger.ifPresent(Ledger::close);
    }
}
