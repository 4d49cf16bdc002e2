package io.sordino.cli.ledger;

import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.PlanFileOption;
import io.sordino.cli.Sources;
import io.sordino.ledger.Request;
import io.sordino.ledger.rule.Ask;
import io.sordino.mechanism.Relation;
import java.math.BigDecimal;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A request for a plan that is run elsewhere. */
final class RequestOptions {
    @Option(names = "--budget", required = true, paramLabel = "NAME", description = "The budget.")
    private String budget = "";

    @Parameters(paramLabel = "PLAN", arity = "0..1", description = "What is to be run.")
    private String plan = "";

    @Mixin
    private PlanFileOption planFile = new PlanFileOption();

    @Option(
            names = "--epsilon",
            paramLabel = "EPSILON",
            converter = OfDecimal.class,
            description = "What the plan promises, where a budget adds up promises.")
    private Optional<BigDecimal> epsilon = Optional.empty();

    @Option(
            names = "--delta",
            paramLabel = "DELTA",
            converter = OfDecimal.class,
            description = "The delta at which it is read, where a budget adds up promises.")
    private Optional<BigDecimal> delta = Optional.empty();

    @Option(names = "--coupons", paramLabel = "PLAN", description = "Which coupons of a bank to take.")
    private Optional<String> coupons = Optional.empty();

    @Option(
            names = "--relation",
            paramLabel = "RELATION",
            converter = NumberOptions.OfRelation.class,
            description = "What neighbours are to the plan; must be the budget's.")
    private Optional<Relation> relation = Optional.empty();

    @Option(names = "--period", paramLabel = "PERIOD", description = "Whose data it reads, where the budget refills.")
    private Optional<String> period = Optional.empty();

    @Option(names = "--note", paramLabel = "TEXT", description = "What it is for.")
    private String note = "";

    String budget() {
        return budget;
    }

    Request request(Console console, String id) {
        Ask ask = new Ask(
                Sources.plan(planFile.or(plan), console),
                epsilon,
                delta,
                coupons.map(text -> Sources.plan(text, console)));
        return new Request(budget, id, ask, relation, period, note);
    }
}
