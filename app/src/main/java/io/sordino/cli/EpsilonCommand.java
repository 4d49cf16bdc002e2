package io.sordino.cli;

import io.sordino.mechanism.Mechanism;
import io.sordino.report.Question;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino epsilon. */
@Command(
        name = "epsilon",
        description = "The least epsilon with which a plan is (epsilon, delta)-private.",
        footer = {
            "",
            "Examples:",
            "  sordino epsilon '500 * laplace(20)' --delta 1e-6",
            "  sordino epsilon '1000 * gaussian(40) + laplace(20)' --delta 1e-5 --relation replace-one",
            "  sordino epsilon @plan.txt --delta 1e-9 --width 1e-6 --json"
        })
final class EpsilonCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "PLAN", description = Texts.PLAN)
    private String plan = "";

    @Option(
            names = {"--delta", "--target-delta"},
            required = true,
            paramLabel = "DELTA",
            converter = Numbers.OfReal.class,
            description = Texts.DELTA)
    private double delta;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private CorruptOption corrupt = new CorruptOption();

    EpsilonCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Mechanism asked = Sources.plan(plan, console);
        Question question = options.question(corrupt.honest().plan(asked));
        return options.answer(
                console, () -> corrupt.honest().said(asked, console.desk().epsilon(question, delta)));
    }
}
