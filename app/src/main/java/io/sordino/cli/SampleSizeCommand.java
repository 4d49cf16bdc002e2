package io.sordino.cli;

import io.sordino.report.Deadline;
import io.sordino.report.planning.SampleSize;
import io.sordino.report.planning.SampleSize.Query;
import io.sordino.report.planning.SampleSizeReport;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino sample-size. */
@Command(
        name = "sample-size",
        description = "How few records a private mean or count must read: the smallest Poisson rate within an error.",
        footer = {
            "",
            "Examples:",
            "  sordino sample-size --dataset-size 1000000 --epsilon 0.5 --error 0.005",
            "  sordino sample-size --dataset-size 1000000 --epsilon 1 --delta 1e-8 --error 2000 --query count",
            "  sordino sample-size --dataset-size 100000 --epsilon 0.1 --error 1 --upper 100 --out errors.svg"
        })
final class SampleSizeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--dataset-size",
            required = true,
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "How many records there are; taken to be public.")
    private long datasetSize;

    @Option(
            names = "--epsilon",
            required = true,
            paramLabel = "EPSILON",
            converter = NumberOptions.OfReal.class,
            description = "The epsilon that the answer may cost.")
    private double epsilon;

    @Option(
            names = "--delta",
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description = "0 (default) takes Laplace noise, more takes Gaussian noise.")
    private double delta = 0;

    @Option(
            names = "--error",
            required = true,
            paramLabel = "TARGET",
            converter = NumberOptions.OfReal.class,
            description = "The root-mean-square error that is allowed, in the unit of the answer.")
    private double error;

    @Option(names = "--query", paramLabel = "mean|count", description = "What is asked of the data (default mean).")
    private String query = "mean";

    @Option(
            names = "--lower",
            paramLabel = "LOWER",
            converter = NumberOptions.OfReal.class,
            description = "The least value of a record, for a mean (default 0).")
    private Optional<Double> lower = Optional.empty();

    @Option(
            names = "--upper",
            paramLabel = "UPPER",
            converter = NumberOptions.OfReal.class,
            description = "The largest value of a record, for a mean (default 1).")
    private Optional<Double> upper = Optional.empty();

    @Mixin
    private PictureOption picture = new PictureOption();

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    SampleSizeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        SampleSize asked = new SampleSize(asked(), datasetSize, epsilon, delta, error);
        picture.check();
        long start = console.nanoseconds().getAsLong();
        SampleSizeReport report = new Deadline().within(() -> console.desk().sampleSize(asked));
        console.print(report, json, start);
        picture.write(() -> new Deadline().within(() -> console.desk().sampleSizePicture(report)));
        return 0;
    }

    private Query asked() {
        if (query.equals("mean")) return Query.mean(lower.orElse(0.0), upper.orElse(1.0));
        if (!query.equals("count"))
            throw CommandException.invalid("--query must be mean or count, was '" + query + "'", "write --query mean");
        if (lower.isPresent() || upper.isPresent())
            throw CommandException.invalid(
                    "a count has no --lower and --upper: a record counts or does not",
                    "leave them out, or ask for --query mean");
        return Query.count();
    }
}
