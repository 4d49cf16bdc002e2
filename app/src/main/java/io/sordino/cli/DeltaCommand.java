package io.sordino.cli;

import io.sordino.mechanism.Mechanism;
import io.sordino.report.Question;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino delta. */
@Command(
        name = "delta",
        description = "The least delta with which a plan is (epsilon, delta)-private.",
        footer = {
            "",
            "Examples:",
            "  sordino delta 'gaussian(2)' --epsilon 3",
            "  sordino delta '1000 * randomized_response(0.1, k=5)' --epsilon 20 --json"
        })
final class DeltaCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "PLAN", description = Texts.PLAN)
    private String plan = "";

    @Option(
            names = {"--epsilon", "--target-epsilon"},
            required = true,
            paramLabel = "EPSILON",
            converter = Numbers.OfReal.class,
            description = Texts.EPSILON)
    private double epsilon;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private CorruptOption corrupt = new CorruptOption();

    DeltaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Mechanism asked = Sources.plan(plan, console);
        Question question = options.question(corrupt.honest().plan(asked));
        return options.answer(
                console, () -> corrupt.honest().said(asked, console.desk().delta(question, epsilon)));
    }
}
