package io.sordino.cli;

import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.plan.PlanTemplate;
import io.sordino.report.Deadline;
import io.sordino.report.planning.ScheduleReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino schedule. */
@Command(
        name = "schedule",
        description = "The noise of every step of a one-pass run that keeps a promise for every record with the least"
                + " energy.",
        footer = {
            "",
            "Examples:",
            "  sordino schedule 'last_iterate(steps=1000, step_size=0.1, noise=?, lipschitz=1, smoothness=1,"
                    + " dataset_size=1000, batch_size=1, order=one_pass)' --epsilon 1 --delta 1e-6"
        })
final class ScheduleCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            paramLabel = "PLAN",
            arity = "0..1",
            description = "A last_iterate in one pass, with noise=?; @FILE reads a file, - standard input.")
    private String plan = "";

    @Mixin
    private PlanFileOption planFile = new PlanFileOption();

    @Mixin
    private PromiseOptions promise = new PromiseOptions();

    @Option(
            names = "--floor",
            paramLabel = "SHARE",
            converter = NumberOptions.OfReal.class,
            description = "The least noise of a step, as a share of the constant noise (default 0.001).")
    private double floor = 1e-3;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private PictureOption picture = new PictureOption();

    ScheduleCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        LastIterate run = run();
        picture.check();
        long start = console.nanoseconds().getAsLong();
        ScheduleReport report = new Deadline()
                .within(() -> console.desk().schedule(run, promise.epsilon(), promise.delta(), floor, options.width()));
        console.print(report, options.json(), start);
        picture.write(report::picture);
        return 0;
    }

    private LastIterate run() {
        PlanTemplate template = Sources.template(planFile.or(plan), console);
        if (!(template.owner().equals("last_iterate") && template.parameter().equals("noise")))
            throw CommandException.invalid(
                    "the ? must stand for the noise of a last_iterate, it stands for " + template.parameter() + " of "
                            + template.owner(),
                    "write last_iterate(..., noise=?, ..., order=one_pass)");
        Mechanism filled = template.at(1);
        if (!(filled instanceof LastIterate run))
            throw CommandException.invalid(
                    "a schedule is found for one last_iterate, not for a composition", "give the last_iterate alone");
        return run;
    }
}
