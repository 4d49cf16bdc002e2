package io.sordino.cli;

import io.sordino.report.Comparison;
import io.sordino.report.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino compare. */
@Command(
        name = "compare",
        description = "Several plans side by side, or one training run under every way of drawing its batches.",
        footer = {
            "",
            "Examples:",
            "  sordino compare '500 * laplace(20)' '500 * gaussian(20)' --delta 1e-6",
            "  sordino compare --dataset-size 60000 --batch-size 256 --noise-multiplier 1.1 --epochs 15 --delta 1e-5",
            "  sordino compare --history history.json '1000 * gaussian(40)' --delta 1e-5"
        })
final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "PLAN", arity = "0..*", description = Texts.PLAN)
    private List<String> plans = new ArrayList<>();

    @Option(names = "--history", paramLabel = "FILE", description = "A file with an Opacus history or event JSON.")
    private List<String> histories = new ArrayList<>();

    @ArgGroup(exclusive = false, multiplicity = "0..*")
    private List<Run> runs = new ArrayList<>();

    @Option(
            names = {"--delta", "--target-delta"},
            required = true,
            paramLabel = "DELTA",
            converter = Numbers.OfReal.class,
            description = Texts.DELTA)
    private double delta;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    /** A training run. */
    static final class Run {
        @Option(names = "--dataset-size", required = true, paramLabel = "N", converter = Numbers.OfWhole.class)
        private long datasetSize;

        @Option(names = "--batch-size", required = true, paramLabel = "B", converter = Numbers.OfWhole.class)
        private long batchSize;

        @Option(names = "--noise-multiplier", required = true, paramLabel = "SIGMA", converter = Numbers.OfReal.class)
        private double noiseMultiplier;

        @Option(names = "--epochs", required = true, paramLabel = "E", converter = Numbers.OfReal.class)
        private double epochs;
    }

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Comparison.Entry> entries = new ArrayList<>();
        for (Run run : runs)
            entries.addAll(new Training(run.datasetSize, run.batchSize, run.noiseMultiplier, run.epochs)
                    .plans(options.relation(), options.width()));
        for (String file : histories)
            entries.add(Comparison.Entry.named(file, options.question(Sources.history(file))));
        for (String plan : plans) entries.add(Comparison.Entry.of(options.question(Sources.plan(plan, console))));
        if (entries.isEmpty())
            throw Refusal.invalid(
                    "nothing to compare",
                    "give plans, --history FILE, or --dataset-size with --batch-size, --noise-multiplier and --epochs");
        return options.answer(console, () -> console.desk().compare(entries, delta));
    }
}
