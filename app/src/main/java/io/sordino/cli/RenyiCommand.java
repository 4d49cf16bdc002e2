package io.sordino.cli;

import io.sordino.report.answer.RenyiReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino renyi. */
@Command(
        name = "renyi",
        description = "The Renyi divergences of a plan, its mean loss, and its rho and mu where it has them.",
        footer = {
            "",
            "Without --alpha some usual orders are shown. The order 1 is the mean of the privacy loss.",
            "",
            "Examples:",
            "  sordino renyi 'gaussian(2)' --alpha 8",
            "  sordino renyi '1000 * poisson(0.01, gaussian(1))' --omega 8 --json",
            "  sordino renyi '500 * laplace(20)' --rho --mu 1e-9"
        })
final class RenyiCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private PlanQuestion asked = new PlanQuestion();

    @Option(
            names = "--alpha",
            paramLabel = "ORDER",
            split = ",",
            converter = NumberOptions.OfReal.class,
            description = "Orders of at least 1, one or several.")
    private List<Double> alphas = new ArrayList<>();

    @Option(
            names = "--omega",
            paramLabel = "ORDER",
            converter = NumberOptions.OfReal.class,
            description = "The least rho with which the plan is (rho, omega)-tCDP too; above 1.")
    private Optional<Double> omega = Optional.empty();

    @Option(names = "--rho", description = "The least rho of zero-concentrated privacy (zCDP) too.")
    private boolean rho;

    @Option(
            names = "--mu",
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description = "The least mu of Gaussian privacy (GDP) down to this delta too.")
    private Optional<Double> mu = Optional.empty();

    RenyiCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return asked.answerSeveral(
                console,
                (desk, question) -> desk.renyi(
                        question, alphas.isEmpty() ? RenyiReport.USUAL : alphas, new RenyiReport.Wish(omega, rho, mu)));
    }
}
