package io.sordino.cli;

import io.sordino.report.answer.LossReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino loss. */
@Command(
        name = "loss",
        description = "The privacy loss of a plan as a random number: its mean, and how often it exceeds thresholds.",
        footer = {
            "",
            "The upper ends hold for all neighbouring datasets, the lower ones are attained by some.",
            "",
            "Examples:",
            "  sordino loss '1000 * poisson(0.01, gaussian(1))' --above 1,2",
            "  sordino loss '500 * laplace(20)' --json"
        })
final class LossCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private PlanQuestion asked = new PlanQuestion();

    @Option(
            names = "--above",
            paramLabel = "LOSS",
            split = ",",
            converter = NumberOptions.OfReal.class,
            description = "Thresholds above 0, one or several.")
    private List<Double> thresholds = new ArrayList<>();

    LossCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return asked.answerSeveral(
                console, (desk, question) -> desk.loss(question, thresholds.isEmpty() ? LossReport.USUAL : thresholds));
    }
}
