package io.sordino.server.budget;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.ledger.Decision;
import io.sordino.ledger.Draft;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.OverBudgetException;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Request;
import io.sordino.ledger.Spending;
import io.sordino.ledger.Stored;
import io.sordino.ledger.Terms;
import io.sordino.ledger.rule.Ask;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Failure;
import io.sordino.report.budget.BudgetReports;
import io.sordino.report.text.Json;
import io.sordino.server.Errand;
import io.sordino.service.Requests;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The addresses under which a ledger is looked at and spent from. */
public final class BudgetDesk {
    private static final String ROOT = "/v1/ledger";
    private static final Set<String> ONE = Set.of("budget");
    private static final Set<String> ASKED =
            Set.of("budget", "plan", "epsilon", "delta", "coupons", "relation", "period", "note");
    private static final int MOST_ENTRIES = 10_000;

    private final Ledger ledger;
    private final Tokens tokens;

    private BudgetDesk(Ledger ledger, Tokens tokens) {
        this.ledger = ledger;
        this.tokens = tokens;
    }

    /** For a server. */
    public static List<Errand> errands(Ledger ledger, Tokens tokens) {
        BudgetDesk desk = new BudgetDesk(ledger, tokens);
        return List.of(
                new Errand("GET", ROOT, desk.guarded(Role.LOOK, (who, body) -> desk.all(who))),
                desk.post("status", Role.LOOK, desk::status),
                desk.post("history", Role.LOOK, desk::history),
                desk.post("preview", Role.LOOK, desk::preview),
                desk.post("statement", Role.LOOK, desk::statement),
                desk.post("charge", Role.SPEND, desk::charge),
                desk.post("answer", Role.SPEND, desk::answer),
                desk.post("swap", Role.CREATE, desk::swap),
                desk.post("create", Role.CREATE, desk::create));
    }

    private interface Doing {
        ObjectNode answer(Tokens.Holder who, String body);
    }

    private Errand post(String name, Role needed, Doing doing) {
        return new Errand("POST", ROOT + "/" + name, guarded(needed, doing));
    }

    private Errand.Answering guarded(Role needed, Doing doing) {
        return (authorization, body) -> {
            try {
                Optional<Tokens.Holder> who = tokens.holder(authorization);
                if (who.isEmpty())
                    return denied(
                            "the ledger needs a token",
                            "send the header Authorization: Bearer TOKEN, with one that sordino ledger token gave you");
                if (!who.get().role().may(needed))
                    return denied(
                            "the role " + who.get().role().label() + " may not do this: it needs the role "
                                    + needed.label(),
                            "ask whoever keeps the tokens");
                return doing.answer(who.get(), body);
            } catch (RuntimeException e) {
                Failure told = Failure.of(e);
                // a bug of ours is the server's to tell
                if (told.kind() == Failure.Kind.INTERNAL) throw e;
                return Requests.failed(NullNode.instance, told);
            }
        };
    }

    private static ObjectNode denied(String message, String remedy) {
        return Requests.failed(NullNode.instance, new Failure(Failure.Kind.DENIED, message, remedy));
    }

    /** A budget that the holder may not touch is as if it were not there. */
    private static String budget(Tokens.Holder who, Fields fields) {
        String name = fields.needed("budget");
        if (!who.mayTouch(name))
            throw new InvalidException(
                    "there is no budget " + name + " for this token", "ask whoever keeps the tokens");
        return name;
    }

    private ObjectNode all(Tokens.Holder who) {
        ObjectNode said = BudgetReports.all(ledger.names().stream()
                        .filter(who::mayTouch)
                        .map(ledger::status)
                        .toList())
                .json(0);
        said.remove("seconds");
        said.put("role", who.role().label());
        return said;
    }

    private static ObjectNode said(io.sordino.report.Report report) {
        ObjectNode said = report.json(0);
        said.remove("seconds");
        return said;
    }

    private ObjectNode status(Tokens.Holder who, String body) {
        return said(BudgetReports.status(ledger.status(budget(who, Fields.of(body, ONE)))));
    }

    private ObjectNode statement(Tokens.Holder who, String body) {
        String name = budget(who, Fields.of(body, ONE));
        return said(BudgetReports.statement(ledger.budget(name), ledger.status(name)));
    }

    private ObjectNode history(Tokens.Holder who, String body) {
        Fields fields = Fields.of(body, Set.of("budget", "last"));
        List<Spending> latest = ledger.spending(budget(who, fields), fields.whole("last", 1000, 1, MOST_ENTRIES));
        ObjectNode said = Json.object();
        ArrayNode entries = said.putArray("entries");
        for (Spending one : latest) {
            ObjectNode entry = entries.addObject();
            entry.put("percent", one.percent());
            entry.put("hash", one.entry().hash());
            entry.set("line", BudgetReports.parsed(one.entry()));
        }
        return said;
    }

    private Request request(Tokens.Holder who, Fields fields, String id) {
        Ask ask = new Ask(
                fields.plan("plan")
                        .orElseThrow(() -> new InvalidException("plan is missing", "write what is to be run")),
                fields.decimal("epsilon"),
                fields.decimal("delta"),
                fields.plan("coupons"));
        String note = fields.text("note").orElse("");
        return new Request(
                budget(who, fields),
                id,
                ask,
                fields.relation(),
                fields.text("period"),
                // whose request it was is part of it
                who.noted(note));
    }

    private ObjectNode preview(Tokens.Holder who, String body) {
        Request request = request(who, Fields.of(body, ASKED), "preview");
        return said(BudgetReports.preview(ledger.budget(request.budget()), ledger.preview(request)));
    }

    private ObjectNode charge(Tokens.Holder who, String body) {
        Set<String> known = Stream.concat(ASKED.stream(), Stream.of("request")).collect(Collectors.toSet());
        Fields fields = Fields.of(body, known);
        Request request = request(who, fields, fields.needed("request"));
        Decision decision = ledger.charge(request);
        if (decision instanceof Decision.Refused refused) throw new OverBudgetException(refused);
        Decision.Granted granted = (Decision.Granted) decision;
        ObjectNode said = said(BudgetReports.granted(ledger.budget(request.budget()), granted));
        if (!granted.alerts().isEmpty()) granted.alerts().forEach(said.putArray("alerts")::add);
        granted.answer().map(Stored::text).ifPresent(text -> said.put("answer", text));
        return said;
    }

    private ObjectNode answer(Tokens.Holder who, String body) {
        Fields fields = Fields.of(body, Set.of("budget", "request", "answer"));
        String name = budget(who, fields);
        String id = fields.needed("request");
        Stored stored = ledger.store(name, id, fields.needed("answer").getBytes(StandardCharsets.UTF_8), who::asked);
        return Json.object().put("budget", name).put("request", id).put("answer", stored.text());
    }

    private ObjectNode swap(Tokens.Holder who, String body) {
        Fields fields = Fields.of(body, Set.of("budget", "old", "new"));
        String name = budget(who, fields);
        ledger.swap(
                name,
                fields.plan("old")
                        .orElseThrow(() -> new InvalidException("old is missing", "name the coupons to give")),
                fields.plan("new")
                        .orElseThrow(() -> new InvalidException("new is missing", "name the coupons to get")));
        return said(BudgetReports.status(ledger.status(name)));
    }

    private ObjectNode create(Tokens.Holder who, String body) {
        Fields fields = Fields.of(
                body,
                Set.of(
                        "budget",
                        "bank",
                        "epsilon",
                        "delta",
                        "filter",
                        "order",
                        "relation",
                        "dataset",
                        "unit",
                        "alerts",
                        "refill"));
        Terms terms = new Draft(
                        budget(who, fields),
                        fields.text("dataset").orElse(""),
                        fields.text("unit").orElse(""),
                        fields.relation().orElse(Relation.ADD_OR_REMOVE_ONE),
                        fields.plan("bank"),
                        fields.decimal("epsilon"),
                        fields.decimal("delta").orElseThrow(() -> new InvalidException("delta is missing")),
                        fields.text("filter").map(Terms.Kind::of),
                        fields.decimal("order").map(BigDecimal::doubleValue),
                        fields.percents("alerts", Draft.ALERTS),
                        fields.text("refill").map(Refill::of).orElse(Refill.NEVER))
                .terms();
        ledger.create(terms);
        return said(BudgetReports.status(ledger.status(terms.name())));
    }
}
