package io.sordino.cli.ledger;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.ledger.Decision;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.OverBudgetException;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Request;
import io.sordino.ledger.Stored;
import io.sordino.ledger.rule.Ask;
import io.sordino.ledger.store.Chain;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.report.budget.BudgetReports;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Option;

/** With which budget something that runs here is paid for. */
public final class ChargeOptions {
    private static final int LONG = 1000;

    @Option(
            names = "--ledger",
            paramLabel = "FILE|URL",
            description = "Charges a budget before any noise is drawn: the ledger.")
    private Optional<String> where = Optional.empty();

    @Option(names = "--budget", paramLabel = "NAME", description = "The budget in the ledger.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--request-id",
            paramLabel = "ID",
            description = "A name that no other request has: the same one gets the same answer for ever.")
    private Optional<String> id = Optional.empty();

    /** Whether there is anything to pay with; half of the options is a slip. */
    public boolean isPresent() {
        boolean any = where.isPresent() || budget.isPresent() || id.isPresent();
        boolean all = where.isPresent() && budget.isPresent() && id.isPresent();
        if (any && !all)
            throw CommandException.invalid(
                    "--ledger, --budget and --request-id belong together", "give all three, or none");
        return all;
    }

    /** The ledger, open; close it. */
    public Ledger open() {
        return Ledger.open(where.orElseThrow());
    }

    /**
     * What is to be paid for.
     *
     * @param epsilon what was promised
     * @param unit whom the plan protects: a column, or single rows
     * @param what is asked, in words that are the same when it is asked again
     */
    public record Purchase(
            Mechanism plan, Relation relation, double epsilon, double delta, Optional<String> unit, String what) {}

    /** Charges, or says why not. */
    public Decision.Granted charge(Console console, Ledger ledger, Purchase purchase) {
        Decision decision = ledger.charge(request(ledger, purchase));
        if (decision instanceof Decision.Refused refused) throw new OverBudgetException(refused);
        Decision.Granted granted = (Decision.Granted) decision;
        BudgetReports.alerts(ledger.budget(budget.orElseThrow()), granted.alerts())
                .forEach(console::warn);
        return granted;
    }

    /** Whether the same charge would not be a new one: the request was answered, or too little is left for one that was not charged. Nothing is charged. */
    public boolean isDecided(Ledger ledger, Purchase purchase) {
        Request request = request(ledger, purchase);
        if (ledger.answer(request.budget(), request.id()).isPresent()) return true;
        if (ledger.preview(request).taken().isPresent()) return false;
        AtomicBoolean known = new AtomicBoolean();
        ledger.history(
                request.budget(),
                entry -> known.compareAndSet(false, entry.request().equals(request.id())));
        return !known.get();
    }

    private Request request(Ledger ledger, Purchase purchase) {
        check(ledger.budget(budget.orElseThrow()).terms().unit(), purchase.unit());
        boolean sums = ledger.budget(budget.orElseThrow()).terms().kind() == io.sordino.ledger.Terms.Kind.SUMS;
        if (ledger.budget(budget.orElseThrow()).terms().refill() != Refill.NEVER)
            throw CommandException.invalid(
                    "the budget " + budget.orElseThrow() + " refills, and which period a file is of is not known here",
                    "charge it with sordino ledger charge --period for a release that reads one period's data alone");
        Ask ask = sums && purchase.epsilon() >= 0
                ? Ask.of(purchase.plan(), decimal(purchase.epsilon()), decimal(purchase.delta()))
                : Ask.of(purchase.plan());
        return new Request(
                budget.orElseThrow(),
                id.orElseThrow(),
                ask,
                Optional.of(purchase.relation()),
                Optional.empty(),
                shortened(purchase.what()));
    }

    /** A budget that does not say whom it protects is for its owner to keep to one unit. */
    private void check(String promised, Optional<String> unit) {
        boolean same = promised.isEmpty()
                || unit.map(promised::equalsIgnoreCase)
                        .orElse(promised.toLowerCase(Locale.ROOT).matches("rows?|records?"));
        if (!same)
            throw CommandException.invalid(
                    "the budget " + budget.orElseThrow() + " protects one " + promised + ", and this protects one "
                            + unit.orElse("row"),
                    unit.isPresent() || promised.contains(" ")
                            ? "charge a budget that was created with --unit " + unit.orElse("row")
                            : "give --unit " + promised + ", or charge a budget that was created with --unit row");
    }

    private static String shortened(String text) {
        String visible = text.replaceAll("\\s+", " ").strip();
        if (visible.length() <= LONG) return visible;
        // two long ones that begin alike are two
        String hash = Chain.of(visible.getBytes(StandardCharsets.UTF_8));
        return visible.substring(0, LONG - hash.length() - 4) + " ..." + hash;
    }

    /** Options are typed as decimals, and their shortest form is what was typed. */
    private static BigDecimal decimal(double typed) {
        return new BigDecimal(Double.toString(typed));
    }

    /** Keeps an answer; what comes back is what may be shown. */
    public Stored keep(Ledger ledger, String answer) {
        return ledger.store(budget.orElseThrow(), id.orElseThrow(), answer.getBytes(StandardCharsets.UTF_8));
    }
}
