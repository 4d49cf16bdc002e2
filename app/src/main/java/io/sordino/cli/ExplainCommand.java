package io.sordino.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** sordino explain. */
@Command(
        name = "explain",
        description = "Why: the proof tree, what every theorem gives, and who was silent.",
        footer = {"", "Examples:", "  sordino explain '500 * laplace(20)' --delta 1e-6"})
final class ExplainCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private PlanQuestion asked = new PlanQuestion();

    @Mixin
    private DeltaOption at = new DeltaOption();

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return asked.answerSeveral(console, (desk, question) -> desk.explain(question, at.delta()));
    }
}
