package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.cli.Console;
import io.sordino.cli.ledger.ChargeOptions;
import io.sordino.ledger.Decision;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.Stored;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.report.budget.BudgetReports;
import io.sordino.report.text.Json;
import io.sordino.table.query.Settings;
import java.util.Optional;

/** A till that is a budget: the charge is on disk before it returns, and so is the answer. */
final class LedgerTill implements Till {
    private final Console console;
    private final ChargeOptions options;
    private final Ledger ledger;
    private final double epsilon;
    private final double delta;
    private final Optional<String> unit;
    private final String statement;
    private Optional<Decision.Granted> granted = Optional.empty();

    LedgerTill(Console console, ChargeOptions options, Ledger ledger, Settings settings, String statement) {
        this.console = console;
        this.options = options;
        this.ledger = ledger;
        epsilon = settings.epsilon();
        delta = settings.delta();
        unit = settings.unit();
        this.statement = statement;
    }

    private ChargeOptions.Purchase purchase(Mechanism plan, Relation relation) {
        return new ChargeOptions.Purchase(plan, relation, epsilon, delta, unit, statement);
    }

    @Override
    public boolean isDecided(Mechanism plan, Relation relation) {
        return options.isDecided(ledger, purchase(plan, relation));
    }

    @Override
    public Optional<String> charge(Mechanism plan, Relation relation) {
        Decision.Granted decided = options.charge(console, ledger, purchase(plan, relation));
        granted = Optional.of(decided);
        return decided.answer().map(Stored::text);
    }

    @Override
    public String keep(ObjectNode answer) {
        Decision.Granted paid =
                granted.orElseThrow(() -> new IllegalStateException("nothing is kept that was not paid for"));
        ObjectNode charge = BudgetReports.charge(paid.taken());
        charge.put("budget", paid.entry().budget());
        charge.put("request", paid.entry().request());
        charge.put("entry", paid.entry().seq());
        answer.set("charge", charge);
        return options.keep(ledger, Json.text(answer)).text();
    }
}
