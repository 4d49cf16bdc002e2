package io.sordino.report.budget;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sordino.ledger.Budget;
import io.sordino.ledger.Decision;
import io.sordino.ledger.Preview;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Status;
import io.sordino.ledger.Terms;
import io.sordino.ledger.Verification;
import io.sordino.ledger.rule.Units;
import io.sordino.ledger.rule.Withdrawal;
import io.sordino.ledger.store.Entry;
import io.sordino.plan.Plans;
import io.sordino.report.Relations;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Budgets, for people and for programs. */
public final class BudgetReports {
    private static final int DIGITS = 5;

    private BudgetReports() {}

    /** Where a budget stands. */
    public static Report status(Status status) {
        Terms terms = status.terms();
        ObjectNode json = terms(terms);
        Status.Period now = current(status);
        ObjectNode epsilon = json.putObject("epsilon");
        epsilon.set("limit", Json.number(status.limit()));
        epsilon.set("spent", Json.number(now.spent()));
        json.put("left", now.left());
        json.put("percent", now.percent());
        json.put("entries", status.entries());
        json.put("head", status.head().hash());
        List<String> lines = new ArrayList<>();
        Table table = new Table()
                .row("budget", terms.name() + about(terms))
                .row(
                        "promise",
                        "epsilon <= " + Decimals.up(status.limit(), DIGITS) + " at delta = " + Units.text(terms.delta())
                                + "  (" + terms.relation().label()
                                + (terms.unit().isEmpty() ? "" : ", one " + terms.unit())
                                + ")");
        if (terms.refill() == Refill.NEVER) {
            table.row("spent", now.percent() + " %, epsilon " + Decimals.up(now.spent(), DIGITS) + " so far")
                    .row("left", now.left());
        } else {
            ObjectNode periods = json.putObject("periods");
            for (Map.Entry<String, Status.Period> one : status.periods().entrySet()) {
                ObjectNode period = periods.putObject(one.getKey());
                period.set("spent", Json.number(one.getValue().spent()));
                period.put("left", one.getValue().left());
                period.put("percent", one.getValue().percent());
                table.row(
                        one.getKey(),
                        one.getValue().percent() + " % spent, left "
                                + one.getValue().left());
            }
        }
        table.row(
                "entries",
                status.entries() + ", the last of the ledger has the hash "
                        + status.head().hash());
        lines.addAll(table.lines());
        return new Told(json, lines);
    }

    /** The latest period; before the first one nothing is spent. */
    private static Status.Period current(Status status) {
        return status.periods().values().stream()
                .reduce((first, second) -> second)
                .orElse(new Status.Period(0, "everything", 0));
    }

    private static String about(Terms terms) {
        return terms.dataset().isEmpty() ? "" : ", of " + terms.dataset();
    }

    private static ObjectNode terms(Terms terms) {
        ObjectNode json = Json.object();
        json.put("budget", terms.name());
        if (!terms.dataset().isEmpty()) json.put("dataset", terms.dataset());
        if (!terms.unit().isEmpty()) json.put("unit", terms.unit());
        json.put("rule", terms.kind().label());
        terms.bank().ifPresent(plan -> json.put("plan", Plans.print(plan)));
        json.put("relation", terms.relation().name());
        json.set("delta", Json.number(terms.delta().doubleValue()));
        if (terms.refill() != Refill.NEVER) json.put("refill", terms.refill().label());
        return json;
    }

    /** Every budget of a ledger. */
    public static Report all(List<Status> every) {
        ObjectNode json = Json.object();
        ArrayNode budgets = json.putArray("budgets");
        List<String> lines = new ArrayList<>();
        for (Status status : every) {
            Report one = status(status);
            ObjectNode fields = one.json(0);
            fields.remove("seconds");
            budgets.add(fields);
            if (!lines.isEmpty()) lines.add("");
            lines.add(one.text(io.sordino.report.text.Style.PLAIN));
        }
        if (every.isEmpty()) lines.add("no budget yet");
        return new Told(json, lines);
    }

    /** What a request would take. */
    public static Report preview(Budget budget, Preview preview) {
        ObjectNode json = Json.object();
        json.put("budget", budget.terms().name());
        json.put("fits", preview.taken().isPresent());
        preview.taken().ifPresent(taken -> {
            json.set("charge", charge(taken));
            json.put("takes", amounts(budget, taken));
        });
        json.put("more", preview.more());
        json.put("left", preview.left());
        json.put("percent", preview.percent());
        Table table = new Table();
        preview.taken()
                .ifPresentOrElse(
                        taken -> table.row("takes", amounts(budget, taken))
                                .row("why", taken.how())
                                .row("then", preview.percent() + " % spent, left " + preview.left()),
                        () -> table.row("takes", "more than is left").row("left", preview.left()));
        table.row(
                "more",
                preview.more() == Long.MAX_VALUE
                        ? "without end: it takes nothing"
                        : preview.more() + " of this fit from here");
        return new Told(json, table.lines());
    }

    /** The charge of an answer, as it stands in the answer. */
    public static ObjectNode charge(Withdrawal taken) {
        ObjectNode json = Json.object();
        ObjectNode amounts = json.putObject("taken");
        taken.amounts().forEach(amounts::put);
        json.put("how", taken.how());
        return json;
    }

    private static String amounts(Budget budget, Withdrawal taken) {
        return amounts(budget, taken.amounts());
    }

    /** So many of a budget's units, in words. */
    public static String amounts(Budget budget, Map<String, Long> taken) {
        List<String> all = new ArrayList<>();
        taken.forEach((name, units) -> {
            int digits = budget.rule().resources().stream()
                    .filter(resource -> resource.name().equals(name))
                    .mapToInt(io.sordino.ledger.rule.Resource::digits)
                    .findFirst()
                    .orElse(0);
            String amount = Units.text(Units.amount(units, digits));
            all.add(
                    budget.terms().kind() == Terms.Kind.BANK && digits == 0
                            ? amount + " * " + name
                            : name + " " + amount);
        });
        return all.isEmpty() ? "nothing" : String.join(", ", all);
    }

    /** That a request was charged, now or before. */
    public static Report granted(Budget budget, Decision.Granted granted) {
        ObjectNode json = Json.object();
        json.put("budget", budget.terms().name());
        json.put("request", granted.entry().request());
        json.put("entry", granted.entry().seq());
        json.put("replayed", granted.replayed());
        json.set("charge", charge(granted.taken()));
        List<String> lines = new Table()
                .row(
                        "charged",
                        amounts(budget, granted.taken()) + (granted.replayed() ? "  (before; nothing now)" : ""))
                .row("entry", String.valueOf(granted.entry().seq()))
                .lines();
        return new Told(json, lines, alerts(budget, granted.alerts()), 0);
    }

    /** What to say when shares of a budget are passed. */
    public static List<String> alerts(Budget budget, List<Integer> passed) {
        return passed.stream()
                .map(percent -> percent + " % of the budget " + budget.terms().name() + " are spent")
                .toList();
    }

    /** What an entry says; one that is no JSON is quoted. */
    public static JsonNode parsed(Entry entry) {
        try {
            return Json.read(entry.line());
        } catch (JacksonException e) {
            return TextNode.valueOf(entry.line());
        }
    }

    /** Whether everything fits. */
    public static Report verification(Verification found) {
        ObjectNode json = Json.object();
        json.put("holds", found.holds());
        json.put("entries", found.entries());
        json.put("charges", found.charges());
        json.put("answers", found.answers());
        json.put("head", found.head());
        found.problems().forEach(json.putArray("problems")::add);
        List<String> lines = new ArrayList<>();
        if (found.holds())
            lines.add("every one of " + found.entries()
                    + " entries was worked out again and fits; the last has the hash " + found.head());
        lines.addAll(found.problems());
        return new Told(json, lines, List.of(), found.holds() ? 0 : 1);
    }

    /** One paragraph for the whole budget. */
    public static Report statement(Budget budget, Status status) {
        Terms terms = budget.terms();
        String text = statement(terms, status);
        ObjectNode json = terms(terms);
        ObjectNode epsilon = json.putObject("epsilon");
        epsilon.set("limit", Json.number(status.limit()));
        json.put("statement", text);
        return new Told(json, List.of(text));
    }

    private static String statement(Terms terms, Status status) {
        String whom = terms.unit().isEmpty() ? "record" : terms.unit();
        String neighbours = Relations.inWords(terms.relation()).replace("one record", "one " + whom);
        String why = switch (terms.kind()) {
            case BANK ->
                "Each was dominated, at every order and in both directions, by the coupons it took of the plan "
                        + Plans.print(terms.bank().orElseThrow())
                        + ", so all of them together are at most that plan, in whatever order and however they were chosen.";
            case SUMS ->
                "The epsilons and the deltas of all requests, however they were chosen, add up to at most this.";
            case ZCDP ->
                "The rho of all requests, however they were chosen, adds up to at most what this promise allows.";
            case GDP ->
                "The squared mu of all requests, however they were chosen, adds up to at most what this promise allows.";
            case RENYI ->
                "The Renyi divergences of all requests, however they were chosen, stay under a curve fixed beforehand.";
        };
        String each = terms.refill() == Refill.NEVER
                ? ""
                : " The promise is for the data of one " + terms.refill().label() + ", and for each "
                        + terms.refill().label() + " anew: nothing that is released of one depends on another.";
        return "Everything that was or will be released against the budget " + terms.name() + about(terms)
                + " is, taken together, (" + Decimals.up(status.limit(), DIGITS) + ", " + Units.text(terms.delta())
                + ")-differentially private when " + neighbours + ". " + why + each
                + " Every charge was on disk before its noise was drawn, and no request was answered twice with different noise. "
                + "The guarantee assumes that every release on these data went through this budget.";
    }
}
