package io.sordino.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** sordino statement. */
@Command(
        name = "statement",
        description = "One honest paragraph for a report or a model card.",
        footer = {"", "Examples:", "  sordino statement '20 * gaussian(30)' --delta 1e-6"})
final class StatementCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private PlanQuestion asked = new PlanQuestion();

    @Mixin
    private DeltaOption at = new DeltaOption();

    StatementCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return asked.answer(console, (desk, question) -> desk.statement(question, at.delta()));
    }
}
