package io.sordino.cli;

import io.sordino.mechanism.Mechanism;
import io.sordino.report.Question;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino explain. */
@Command(
        name = "explain",
        description = "Why: the proof tree, what every theorem gives, and who was silent.",
        footer = {"", "Examples:", "  sordino explain '500 * laplace(20)' --delta 1e-6"})
final class ExplainCommand implements Callable<Integer> {
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

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Mechanism asked = Sources.plan(plan, console);
        Question question = options.question(corrupt.honest().plan(asked));
        return options.answerSeveral(
                console, () -> corrupt.honest().said(asked, console.desk().explain(question, delta)));
    }
}
