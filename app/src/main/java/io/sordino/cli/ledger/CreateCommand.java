package io.sordino.cli.ledger;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.Sources;
import io.sordino.ledger.Draft;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Terms;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.report.budget.BudgetReports;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino ledger create. */
@Command(
        name = "create",
        description = "Makes a budget, and the ledger where there is none.",
        footer = {
            "",
            "Examples:",
            "  sordino ledger create --ledger team.db --budget trips --bank '500 * poisson(0.01, gaussian(1))' --delta 1e-6",
            "  sordino ledger create --ledger team.db --budget counts --epsilon 2 --delta 1e-6 --filter zcdp",
            "  sordino ledger create --ledger team.db --budget monthly --epsilon 1 --delta 1e-6 --refill month --unit 'rider per month'"
        })
final class CreateCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Option(names = "--budget", required = true, paramLabel = "NAME", description = "Its name.")
    private String budget = "";

    @Option(
            names = "--bank",
            paramLabel = "PLAN",
            description = "The coupons: what may be run in all, in whatever order.")
    private Optional<String> bank = Optional.empty();

    @Option(
            names = "--epsilon",
            paramLabel = "EPSILON",
            converter = OfDecimal.class,
            description = "The promise, for a budget without a plan.")
    private Optional<BigDecimal> epsilon = Optional.empty();

    @Option(
            names = "--delta",
            required = true,
            paramLabel = "DELTA",
            converter = OfDecimal.class,
            description = "The delta of the promise.")
    private BigDecimal delta = BigDecimal.ZERO;

    @Option(
            names = "--filter",
            paramLabel = "FILTER",
            description = "How requests add up without a plan: sums (default), zcdp, gdp or renyi.")
    private Optional<String> filter = Optional.empty();

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            converter = NumberOptions.OfReal.class,
            description = "The order of a renyi filter (default: about 1 + 2 log(1/delta) / epsilon).")
    private Optional<Double> order = Optional.empty();

    @Option(
            names = "--relation",
            paramLabel = "RELATION",
            converter = NumberOptions.OfRelation.class,
            description = "What neighbours are: add-remove (default), replace-one or replace-special.")
    private Relation relation = Relation.ADD_OR_REMOVE_ONE;

    @Option(names = "--dataset", paramLabel = "NAME", description = "What it is about, for those who read it.")
    private String dataset = "";

    @Option(names = "--unit", paramLabel = "NAME", description = "Whom it protects, such as rider.")
    private String unit = "";

    @Option(
            names = "--alert",
            split = ",",
            paramLabel = "PERCENT",
            description = "Shares of the budget at which to speak up (default 50,80,95).")
    private List<Integer> alerts = Draft.ALERTS;

    @Option(
            names = "--refill",
            paramLabel = "PERIOD",
            description = "Begin anew for the data of every day, month or year.")
    private Optional<String> refill = Optional.empty();

    CreateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        Terms terms = terms();
        try (Ledger open = ledger.openOrCreate()) {
            open.create(terms);
            console.print(BudgetReports.status(open.status(budget)), ledger.json(), start);
        }
        return 0;
    }

    private Terms terms() {
        Optional<Mechanism> plan = bank.map(text -> Sources.plan(text, console));
        if (plan.isPresent() && epsilon.isPresent())
            throw CommandException.invalid(
                    "a bank's promise is worked out from its plan", "leave out --epsilon and --filter, or --bank");
        if (plan.isEmpty() && epsilon.isEmpty())
            throw CommandException.invalid("a budget needs coupons or an epsilon", "give --bank PLAN or --epsilon E");
        return new Draft(
                        budget,
                        dataset,
                        unit,
                        relation,
                        plan,
                        epsilon,
                        delta,
                        filter.map(Terms.Kind::of),
                        order,
                        alerts,
                        refill.map(Refill::of).orElse(Refill.NEVER))
                .terms();
    }
}
