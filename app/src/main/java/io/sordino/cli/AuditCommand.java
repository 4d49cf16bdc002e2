package io.sordino.cli;

import io.sordino.audit.Audit;
import io.sordino.data.Incarnation;
import io.sordino.mechanism.Mechanism;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.answer.AuditReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino audit. */
@Command(
        name = "audit",
        description = "Runs a plan many times and asks whether what is seen can be squared with the claimed epsilon.",
        footer = {
            "",
            "Examples:",
            "  sordino audit 'laplace(1)'",
            "  sordino audit 'poisson(0.1, gaussian(1))' --samples 1e7 --confidence 0.999 --delta 1e-3",
            "  sordino audit 'shuffled(100, randomized_response(2))' --samples 1e5 --json"
        })
final class AuditCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "PLAN", arity = "0..1", description = PlanHelp.PLAN)
    private String plan = "";

    @Mixin
    private PlanFileOption planFile = new PlanFileOption();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "How often the plan is run on either of two neighbouring inputs (default 1e6).")
    private long samples = 1_000_000;

    @Option(
            names = "--confidence",
            paramLabel = "C",
            converter = NumberOptions.OfReal.class,
            description = "With what probability an honest mechanism is not accused (default 0.999).")
    private double confidence = 0.999;

    @Option(
            names = {"--delta", "--target-delta"},
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description =
                    "The delta at which epsilon is bounded (default 1e-5); the verdict looks at the whole profile.")
    private double delta = 1e-5;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    AuditCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Mechanism mechanism = Sources.plan(planFile.or(plan), console);
        Question question = options.question(mechanism);
        return options.answerAtLeisure(console, () -> audit(question));
    }

    private Report audit(Question question) {
        try (Progress progress = Progress.on(console, "samples", 2 * samples)) {
            Audit audit = new Audit(console.accountant(), stretch -> Incarnation.source(), progress::advance);
            return new AuditReport(
                    question, audit.of(question.plan(), question.relation(), delta, samples, confidence));
        }
    }
}
