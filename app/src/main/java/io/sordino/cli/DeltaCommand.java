package io.sordino.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Mixin
    private PlanQuestion asked = new PlanQuestion();

    @Mixin
    private LimitOption gate = new LimitOption();

    @Option(
            names = {"--epsilon", "--target-epsilon"},
            required = true,
            paramLabel = "EPSILON",
            converter = NumberOptions.OfReal.class,
            description = "The epsilon to ask at, at least 0.")
    private double epsilon;

    DeltaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return asked.answer(console, gate, (desk, question) -> desk.delta(question, epsilon));
    }
}
