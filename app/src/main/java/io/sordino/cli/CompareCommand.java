package io.sordino.cli;

import io.sordino.report.answer.Comparison;
import io.sordino.report.answer.NoiseComparison;
import io.sordino.report.planning.History;
import io.sordino.report.planning.Training;
import io.sordino.service.Questions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
            "  sordino compare --dataset-size 60000 --batch-size 256 --epochs 15 --epsilon 2 --delta 1e-5",
            "  sordino compare --history history.json '1000 * gaussian(40)' --delta 1e-5"
        })
final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "PLAN", arity = "0..*", description = PlanHelp.PLAN)
    private List<String> plans = new ArrayList<>();

    @Mixin
    private PlanFileOption planFile = new PlanFileOption();

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description = "A file with an Opacus history or event JSON; - reads standard input.")
    private List<String> histories = new ArrayList<>();

    @ArgGroup(exclusive = false, multiplicity = "0..*")
    private List<Run> runs = new ArrayList<>();

    @Mixin
    private DeltaOption at = new DeltaOption();

    @Option(
            names = {"--epsilon", "--target-epsilon"},
            paramLabel = "EPSILON",
            converter = NumberOptions.OfReal.class,
            description = "Show what each needs to keep this promise; a PLAN then has one ?.")
    private Optional<Double> epsilon = Optional.empty();

    @Mixin
    private LimitOption gate = new LimitOption();

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    /** A training run. */
    static final class Run {
        // picocli cannot leave an Optional of a group empty
        private static final double NOT_GIVEN = Double.NEGATIVE_INFINITY;

        @Option(
                names = "--dataset-size",
                required = true,
                paramLabel = "N",
                converter = NumberOptions.OfWhole.class,
                description = "Records of the run to compare.")
        private long datasetSize;

        @Option(
                names = "--batch-size",
                required = true,
                paramLabel = "B",
                converter = NumberOptions.OfWhole.class,
                description = "Records a step looks at, on average or exactly.")
        private long batchSize;

        @Option(
                names = "--noise-multiplier",
                paramLabel = "SIGMA",
                converter = NumberOptions.OfReal.class,
                description = "Noise over the clipping norm; not with --epsilon.")
        private double noiseMultiplier = NOT_GIVEN;

        @Option(
                names = "--epochs",
                required = true,
                paramLabel = "E",
                converter = NumberOptions.OfReal.class,
                description = "Passes over the data; steps are epochs times dataset size over batch size.")
        private double epochs;

        @ArgGroup(exclusive = false, multiplicity = "0..1")
        private List<Loss> losses = new ArrayList<>();

        boolean hasNoise() {
            return noiseMultiplier != NOT_GIVEN;
        }

        Training training() {
            return new Training(
                    datasetSize,
                    batchSize,
                    hasNoise() ? noiseMultiplier : 1,
                    epochs,
                    losses.stream().findFirst().map(Loss::convex));
        }
    }

    /** What is known of a convex loss whose last iterate alone is released. */
    static final class Loss {
        @Option(
                names = "--step-size",
                required = true,
                paramLabel = "ETA",
                converter = NumberOptions.OfReal.class,
                description = "Of a convex loss whose last iterate alone is released.")
        private double stepSize;

        @Option(
                names = "--lipschitz",
                required = true,
                paramLabel = "L",
                converter = NumberOptions.OfReal.class,
                description = "The largest gradient of one record, or its clipping norm.")
        private double lipschitz;

        @Option(
                names = "--smoothness",
                required = true,
                paramLabel = "BETA",
                converter = NumberOptions.OfReal.class,
                description = "The largest curvature of the loss.")
        private double smoothness;

        @Option(
                names = "--strong-convexity",
                paramLabel = "MU",
                converter = NumberOptions.OfReal.class,
                description = "The least curvature of the loss (default 0).")
        private double strongConvexity = 0;

        @Option(
                names = "--diameter",
                paramLabel = "D",
                converter = NumberOptions.OfReal.class,
                description = "Of the set that iterates are projected to (default infinite).")
        private double diameter = Double.POSITIVE_INFINITY;

        Training.Convex convex() {
            return new Training.Convex(stepSize, lipschitz, smoothness, strongConvexity, diameter);
        }
    }

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (epsilon.isPresent()) return needs(epsilon.get());
        if (runs.stream().anyMatch(run -> !run.hasNoise()))
            throw CommandException.invalid(
                    "a training run needs its noise", "give --noise-multiplier, or --epsilon to find it");
        List<Comparison.Entry> entries = new ArrayList<>();
        Set<String> notes = new LinkedHashSet<>();
        for (Run run : runs) {
            entries.addAll(run.training().plans(options.relation(), options.width()));
            notes.addAll(run.training().notes());
        }
        for (String file : histories) {
            History history = new History(file.equals("-") ? "history" : file, Sources.history(file, console));
            entries.addAll(history.plans(options.relation(), options.width()));
            notes.addAll(history.notes());
        }
        for (String plan : planFile.and(plans))
            entries.add(Comparison.Entry.of(options.question(Sources.plan(plan, console))));
        if (entries.isEmpty())
            throw CommandException.invalid(
                    "nothing to compare",
                    "give plans, --history FILE, or --dataset-size with --batch-size, --noise-multiplier and --epochs");
        return options.answerSeveral(
                console, () -> gate.on(console.desk().compare(entries, List.copyOf(notes), at.delta())));
    }

    private int needs(double promised) {
        List<NoiseComparison.Scheme> schemes = new ArrayList<>();
        Set<String> notes = new LinkedHashSet<>();
        if (!histories.isEmpty())
            throw CommandException.invalid(
                    "a history has been run, and needs nothing any more", "leave out --epsilon or --history");
        for (Run run : runs) {
            if (run.hasNoise())
                throw CommandException.invalid(
                        "--epsilon asks for the noise that --noise-multiplier gives", "leave out one of them");
            schemes.addAll(run.training().schemes(options.relation(), options.width()));
            notes.addAll(run.training().notes());
        }
        for (String plan : planFile.and(plans))
            schemes.add(Questions.scheme(plan, Sources.template(plan, console), options.relation()));
        if (schemes.isEmpty())
            throw CommandException.invalid(
                    "nothing to compare", "give plans with one ?, or --dataset-size with --batch-size and --epochs");
        return options.answerSeveral(
                console,
                () -> gate.on(
                        console.desk().needs(schemes, List.copyOf(notes), promised, at.delta(), options.width())));
    }
}
