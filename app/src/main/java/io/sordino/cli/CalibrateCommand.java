package io.sordino.cli;

import io.sordino.plan.PlanTemplate;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** sordino calibrate. */
@Command(
        name = "calibrate",
        description = "The least noise, or the most steps or the highest rate, that keeps a promise.",
        footer = {
            "",
            "Examples:",
            "  sordino calibrate '1000 * gaussian(?)' --epsilon 2 --delta 1e-5",
            "  sordino calibrate '? * laplace(20)' --epsilon 3 --delta 1e-6"
        })
final class CalibrateCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            paramLabel = "PLAN",
            arity = "0..1",
            description = "A plan with one ? in place of the number to be found; @FILE reads a file, - standard input.")
    private String plan = "";

    @Mixin
    private PlanFileOption planFile = new PlanFileOption();

    @Mixin
    private PromiseOptions promise = new PromiseOptions();

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private CorruptOption corrupt = new CorruptOption();

    CalibrateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        PlanTemplate template = Sources.template(planFile.or(plan), console);
        return options.answerSeveral(
                console,
                () -> console.desk()
                        .calibrate(
                                template,
                                corrupt.honest(),
                                options.relation(),
                                options.width(),
                                promise.epsilon(),
                                promise.delta()));
    }
}
