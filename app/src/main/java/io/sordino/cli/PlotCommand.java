package io.sordino.cli;

import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.plot.Picture;
import io.sordino.report.Question;
import io.sordino.report.answer.Comparison;
import io.sordino.report.answer.CurveReport;
import io.sordino.report.curve.Curves;
import io.sordino.report.planning.Training;
import io.sordino.report.text.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino plot. */
@Command(
        name = "plot",
        description = "Draws curves of one or more plans into an SVG or PNG file.",
        footer = {
            "",
            "profile            delta by epsilon",
            "tradeoff           the attacker's two errors",
            "loss               how the privacy loss is spread",
            "renyi              the Renyi divergence by its order",
            "epsilon-vs-steps   the largest count of the plan, or the steps of a last_iterate, vary",
            "epsilon-vs-noise   the first noise of the plan varies",
            "epsilon-vs-n       the reports of shuffled, or the dataset_size, vary",
            "position           the records of a last_iterate with order=one_pass, first to last",
            "",
            "Examples:",
            "  sordino plot '500 * laplace(20)' '500 * gaussian(20)' --what profile --delta 1e-6 --out profile.svg",
            "  sordino plot --what epsilon-vs-noise --dataset-size 60000 --batch-size 256 --epochs 15 --delta 1e-5"
                    + " --out noise.png",
            "  sordino plot 'shuffled(10000, randomized_response(3))' --what epsilon-vs-n --delta 1e-6 --out n.svg"
                    + " --json n.json"
        })
final class PlotCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "PLAN", arity = "0..*", description = PlanHelp.PLAN)
    private List<String> plans = new ArrayList<>();

    @Mixin
    private PlanFileOption planFile = new PlanFileOption();

    @Option(
            names = "--what",
            required = true,
            paramLabel = "WHAT",
            converter = NumberOptions.OfWhat.class,
            completionCandidates = WhatNames.class,
            description = "What to draw; see below.")
    private Curves.What what = Curves.What.PROFILE;

    @Option(
            names = {"--delta", "--target-delta"},
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description = "The delta that the picture is about, below 1 (default 1e-5).")
    private double delta = 1e-5;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "The picture: a name ending in .svg or .png.")
    private String out = "";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "The numbers of the picture too, into this file; - prints them.")
    private Optional<String> json = Optional.empty();

    @Option(
            names = "--dataset-size",
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "Of a training run.")
    private Optional<Long> datasetSize = Optional.empty();

    @Option(
            names = "--batch-size",
            paramLabel = "B",
            converter = NumberOptions.OfWhole.class,
            description = "Of a training run.")
    private Optional<Long> batchSize = Optional.empty();

    @Option(
            names = "--noise-multiplier",
            paramLabel = "SIGMA",
            converter = NumberOptions.OfReal.class,
            description = "Of a training run, unless it varies.")
    private Optional<Double> noiseMultiplier = Optional.empty();

    @Option(
            names = "--epochs",
            paramLabel = "E",
            converter = NumberOptions.OfReal.class,
            description = "Of a training run.")
    private Optional<Double> epochs = Optional.empty();

    @Option(
            names = "--relation",
            paramLabel = "RELATION",
            converter = NumberOptions.OfRelation.class,
            completionCandidates = QuestionOptions.RelationNames.class,
            description = "What neighbours are: add-remove (default), replace-one or replace-special.")
    private Optional<Relation> relation = Optional.empty();

    @Option(
            names = "--width",
            paramLabel = "WIDTH",
            converter = NumberOptions.OfWidth.class,
            description = "How wide brackets may be, relative to the answer (default 1e-3, or 3e-3 for a sweep).")
    private Optional<Precision> width = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "X",
            converter = NumberOptions.OfReal.class,
            description = "Where the x axis begins.")
    private Optional<Double> from = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "X",
            converter = NumberOptions.OfReal.class,
            description = "Where the x axis ends.")
    private Optional<Double> to = Optional.empty();

    @Option(
            names = "--points",
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "Points of a curve (default 33, or 65 where points are cheap).")
    private Optional<Long> points = Optional.empty();

    PlotCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        PictureFile file = new PictureFile(out);
        Curves curves = new Curves(
                what,
                entries(),
                training(),
                delta,
                relation,
                width(),
                from,
                to,
                points.map(n -> (int) Math.min(n, Integer.MAX_VALUE)).orElse(what.usualPoints()));
        long start = console.nanoseconds().getAsLong();
        Picture picture;
        // here and not in a method of its own: picocli looks at methods, and would load the class for every command
        try (Progress progress = Progress.on(console)) {
            picture = curves.picture(console.accountant(), () -> {
                progress.step();
                return true;
            });
        }
        double seconds = console.secondsSince(start);
        file.write(picture);
        for (String note : picture.notes()) console.err().print("note: " + note + "\n");
        console.err().flush();
        json.ifPresent(numbers -> writeNumbers(numbers, Json.text(new CurveReport(picture).json(seconds))));
        return 0;
    }

    private Precision width() {
        return width.orElseGet(what::usualWidth);
    }

    private List<Comparison.Entry> entries() {
        List<Comparison.Entry> entries = new ArrayList<>();
        for (String plan : planFile.and(plans))
            entries.add(Comparison.Entry.of(Question.of(Sources.plan(plan, console), relation, width())));
        return entries;
    }

    private Optional<Training> training() {
        if (datasetSize.isEmpty() && batchSize.isEmpty() && noiseMultiplier.isEmpty() && epochs.isEmpty())
            return Optional.empty();
        boolean noiseVaries = what == Curves.What.EPSILON_VS_NOISE;
        return Optional.of(new Training(
                given(datasetSize, "--dataset-size"),
                given(batchSize, "--batch-size"),
                noiseVaries ? noiseMultiplier.orElse(1.0) : given(noiseMultiplier, "--noise-multiplier"),
                given(epochs, "--epochs")));
    }

    private static <T> T given(Optional<T> value, String name) {
        return value.orElseThrow(() -> CommandException.invalid(
                name + " is missing",
                "a training run has a dataset size, a batch size, a noise multiplier and epochs"));
    }

    private void writeNumbers(String file, String text) {
        if (file.equals("-")) console.print(text);
        else PictureFile.write(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** For picocli. */
    static final class WhatNames implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return java.util.Arrays.stream(Curves.What.values())
                    .map(Curves.What::label)
                    .iterator();
        }
    }
}
