package io.sordino.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** sordino epsilon. */
@Command(
        name = "epsilon",
        description = "The least epsilon with which a plan is (epsilon, delta)-private.",
        footer = {
            "",
            "Examples:",
            "  sordino epsilon '500 * laplace(20)' --delta 1e-6",
            "  sordino epsilon '1000 * gaussian(40) + laplace(20)' --delta 1e-5 --relation replace-one",
            "  sordino epsilon @plan.txt --delta 1e-9 --width 1e-6 --json",
            "  sordino epsilon @privacy.plan --delta 1e-5 --at-most 3"
        })
final class EpsilonCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private PlanQuestion asked = new PlanQuestion();

    @Mixin
    private LimitOption gate = new LimitOption();

    @Mixin
    private DeltaOption at = new DeltaOption();

    EpsilonCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return asked.answer(console, gate, (desk, question) -> desk.epsilon(question, at.delta()));
    }
}
