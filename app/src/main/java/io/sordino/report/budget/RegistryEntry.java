package io.sordino.report.budget;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.ledger.Budget;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Status;
import io.sordino.ledger.Terms;
import io.sordino.ledger.rule.Units;
import io.sordino.plan.Plans;
import io.sordino.report.Relations;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;

/**
 * A budget in the words that registries of deployments use: what is protected, with which parameters, how it is accounted for
 * (Dwork, Kohli and Mulligan 2019, "Differential Privacy in Practice: Expose your Epsilons!").
 */
public final class RegistryEntry {
    private RegistryEntry() {}

    /** Of a budget; fields that a ledger cannot know are left for the curator, as empty strings. */
    public static ObjectNode of(Budget budget, Status status) {
        Terms terms = budget.terms();
        ObjectNode entry = Json.object();
        entry.put("name", terms.name());
        entry.put("data_curator", "");
        entry.put("dataset", terms.dataset());
        entry.put("intended_use", "");
        entry.put("model", "central");
        ObjectNode flavor = entry.putObject("privacy_loss");
        flavor.put("definition", "(epsilon, delta)-differential privacy");
        flavor.set("epsilon", Json.number(status.limit()));
        flavor.put("delta", Units.text(terms.delta()));
        ObjectNode unit = entry.putObject("privacy_unit");
        unit.put("unit", terms.unit().isEmpty() ? "record" : terms.unit());
        unit.put("neighbours", Relations.inWords(terms.relation()));
        unit.put(
                "period",
                terms.refill() == Refill.NEVER
                        ? "all time"
                        : "each " + terms.refill().label());
        ObjectNode accounting = entry.putObject("accounting");
        accounting.put("rule", terms.kind().label());
        terms.bank().ifPresent(plan -> accounting.put("plan", Plans.print(plan)));
        accounting.put("adaptive", true);
        accounting.put("post_processing", "none beyond what each release states");
        accounting.put("entries", status.entries());
        accounting.put("head", status.head().hash());
        entry.put("implementation", "Sordino");
        entry.put("statement", BudgetReports.statement(budget, status).text(Style.PLAIN));
        return entry;
    }
}
