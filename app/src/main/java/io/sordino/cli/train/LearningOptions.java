package io.sordino.cli.train;

import io.sordino.cli.CommandException;
import io.sordino.cli.NumberOptions;
import io.sordino.train.IterateDescent;
import io.sordino.train.Recipe;
import io.sordino.train.Steps;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Loss;
import io.sordino.train.model.Model;
import io.sordino.train.model.SmoothedHinge;
import io.sordino.train.model.Softmax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** What is learnt and how. */
final class LearningOptions {
    private static final int USUAL_BATCH = 256;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "linear (least squares up to --huber), logistic (default), softmax or svm.")
    private String model = "logistic";

    @Option(
            names = "--huber",
            paramLabel = "H",
            converter = NumberOptions.OfReal.class,
            description = "Where the loss of a linear model turns from squared to linear (default 1).")
    private double huber = 1;

    @Option(
            names = "--smoothing",
            paramLabel = "W",
            converter = NumberOptions.OfReal.class,
            description = "Over what width the corner of the svm's hinge is rounded (default 0.5).")
    private double smoothing = 0.5;

    @Option(names = "--no-intercept", description = "Without an intercept.")
    private boolean noIntercept;

    @Option(
            names = {"--l2", "--ridge"},
            paramLabel = "L",
            converter = NumberOptions.OfReal.class,
            description = "The penalty: L/2 times the squared norm of the weights (default 0).")
    private double l2;

    @Option(
            names = "--clip",
            paramLabel = "C",
            converter = NumberOptions.OfReal.class,
            description = "Records are bounded by shortening their gradients to this norm (default 1).")
    private Optional<Double> clip = Optional.empty();

    @Option(
            names = "--feature-norm",
            paramLabel = "B",
            converter = NumberOptions.OfReal.class,
            description = "Records are bounded by scaling their features down to this norm, in place of --clip.")
    private Optional<Double> featureNorm = Optional.empty();

    @Option(
            names = "--radius",
            paramLabel = "R",
            converter = NumberOptions.OfReal.class,
            description = "Weights are projected onto a ball of this radius after every step.")
    private Optional<Double> radius = Optional.empty();

    @Option(
            names = "--sampling",
            paramLabel = "HOW",
            completionCandidates = KindNames.class,
            description =
                    "How batches are drawn: full, cyclic, single, poisson, without-replacement or allocation (default);"
                            + " or, releasing the last iterate alone: one-pass, sampled, last-cyclic or last-full.")
    private String sampling = "allocation";

    @Option(names = "--auto", description = "Try all samplings and take the one that leaves the least noise.")
    private boolean auto;

    @Option(
            names = "--epochs",
            paramLabel = "E",
            converter = NumberOptions.OfWhole.class,
            description = "How often a record is used, on average (default 10).")
    private long epochs = 10;

    @Option(
            names = "--batch-size",
            paramLabel = "B",
            converter = NumberOptions.OfWhole.class,
            description = "The expected size of a batch (default 256, or all records if they are fewer).")
    private Optional<Long> batchSize = Optional.empty();

    @Option(
            names = "--learning-rate",
            paramLabel = "R",
            converter = NumberOptions.OfReal.class,
            description = "The step size (default 0.5, or 1 / smoothness with --feature-norm).")
    private Optional<Double> learningRate = Optional.empty();

    @Option(
            names = "--noise-schedule",
            split = ",",
            paramLabel = "F",
            converter = NumberOptions.OfReal.class,
            description = "The noise of each stretch of the run, relative to the others: 2,1 has twice the noise in the"
                    + " first half (default: the same throughout).")
    private List<Double> noiseSchedule = new ArrayList<>();

    boolean isRegression() {
        return name().equals("linear") || name().equals("ridge");
    }

    boolean hasTwoClasses() {
        return name().equals("logistic") || name().equals("svm");
    }

    /** Refuses what is wrong whatever the data are. */
    void check() {
        Loss known = loss(2);
        if (!(learningRate.orElse(1.0) > 0))
            throw CommandException.invalid("--learning-rate was " + learningRate.orElse(0.0), "give a number above 0");
        if (!isAuto() && kind().isLastIterate() && !(bound() instanceof FeatureNorm))
            throw CommandException.invalid(
                    "a guarantee for the last iterate of " + known.getClass().getSimpleName()
                            + " needs a bound on the features: clipped gradients are not contractions",
                    "give --feature-norm in place of --clip");
    }

    boolean isAuto() {
        return auto;
    }

    private String name() {
        return model.toLowerCase(Locale.ROOT);
    }

    private Loss loss(int classes) {
        return switch (name()) {
            case "linear", "ridge" -> new Huber(huber);
            case "logistic" -> new Logistic();
            case "softmax" -> new Softmax(classes);
            case "svm" -> new SmoothedHinge(smoothing);
            default ->
                throw CommandException.invalid(
                        "--model was '" + model + "'", "choose linear, logistic, softmax or svm");
        };
    }

    Model model(int features, int classes) {
        return new Model(loss(classes), features, !noIntercept, l2);
    }

    Bound bound() {
        if (clip.isPresent() && featureNorm.isPresent())
            throw CommandException.invalid(
                    "both --clip and --feature-norm were given", "choose one way to bound a record");
        return featureNorm.<Bound>map(FeatureNorm::new).orElseGet(() -> new Clipping(clip.orElse(1.0)));
    }

    Recipe.Kind kind() {
        String wanted = sampling.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(Recipe.Kind.values())
                .filter(kind -> kind.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> CommandException.invalid(
                        "--sampling was '" + sampling + "'",
                        "choose one of "
                                + Arrays.stream(Recipe.Kind.values())
                                        .map(LearningOptions::label)
                                        .collect(Collectors.joining(", "))));
    }

    static String label(Recipe.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Recipe recipe(Recipe.Kind kind, int records, Model shape) {
        Bound bound = bound();
        if (!(batchSize.orElse(1L) <= records))
            throw CommandException.invalid(
                    "--batch-size " + batchSize.orElse(0L) + " is more than the " + records + " records",
                    "give more rows or a smaller batch");
        int batch = (int) Math.min(records, (long) batchSize.orElse((long) USUAL_BATCH));
        double rate = learningRate.orElseGet(
                () -> bound instanceof FeatureNorm norm ? IterateDescent.largestRate(norm, shape) / 2 : 0.5);
        return new Recipe(
                kind,
                records,
                batch,
                epochs,
                bound,
                shape,
                Steps.of(rate).within(radius.orElse(Double.POSITIVE_INFINITY)),
                noiseSchedule.isEmpty() ? List.of(1.0) : noiseSchedule);
    }

    /** For picocli. */
    static final class KindNames implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return Arrays.stream(Recipe.Kind.values())
                    .map(LearningOptions::label)
                    .iterator();
        }
    }
}
