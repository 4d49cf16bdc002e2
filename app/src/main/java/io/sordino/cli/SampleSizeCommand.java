package io.sordino.cli;

import io.sordino.cli.query.QuerySampleSize;
import io.sordino.report.Deadline;
import io.sordino.report.planning.SampleSize;
import io.sordino.report.planning.SampleSize.Query;
import io.sordino.report.planning.SampleSizeReport;
import io.sordino.report.text.Json;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino sample-size. */
@Command(
        name = "sample-size",
        description = "How few records a private mean or count must read: the smallest Poisson rate within an error.",
        footer = {
            "",
            "Examples:",
            "  sordino sample-size --dataset-size 1000000 --epsilon 0.5 --error 0.005",
            "  sordino sample-size --dataset-size 1000000 --epsilon 1 --delta 1e-8 --error 2000 --query count",
            "  sordino sample-size --dataset-size 1461 --data weather.csv --epsilon 1 --error 100 \"SELECT COUNT(*) FROM weather WHERE wind > 4\"",
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

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "STATEMENT",
            description =
                    "A query of --data, as for the command query: what is said is then about that query, with the command that runs it.")
    private Optional<String> statement = Optional.empty();

    @Option(names = "--data", paramLabel = "FILE", description = "The table that STATEMENT is about.")
    private Optional<String> data = Optional.empty();

    @Option(names = "--unit", paramLabel = "COLUMN", description = "The privacy unit of STATEMENT.")
    private Optional<String> unit = Optional.empty();

    @Option(names = "--keys", paramLabel = "COLUMN=KEY,...", description = "The public groups of STATEMENT.")
    private List<String> keys = List.of();

    @Mixin
    private PictureOption picture = new PictureOption();

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    SampleSizeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (statement.isPresent() || data.isPresent()) return ofStatement();
        if (unit.isPresent() || !keys.isEmpty())
            throw CommandException.invalid(
                    "--unit and --keys belong to a STATEMENT", "give --data and a statement too");
        SampleSize asked = new SampleSize(asked(), datasetSize, epsilon, delta, error);
        picture.check();
        long start = console.nanoseconds().getAsLong();
        SampleSizeReport report = new Deadline().within(() -> console.desk().sampleSize(asked));
        console.print(report, json, start);
        picture.write(() -> new Deadline().within(() -> console.desk().sampleSizePicture(report)));
        return 0;
    }

    private int ofStatement() {
        if (statement.isEmpty() || data.isEmpty())
            throw CommandException.invalid("a STATEMENT is about --data", "give both, or none of them");
        if (lower.isPresent() || upper.isPresent() || !query.equals("mean") || picture.isGiven())
            throw CommandException.invalid(
                    "--query, --lower, --upper and --out are for a mean or a count without a STATEMENT",
                    "write the aggregate and its bounds into the statement");
        QuerySampleSize found = QuerySampleSize.of(
                console.accountant(),
                new QuerySampleSize.Asked(
                        data.get(),
                        Sources.path(data.get()),
                        statement.get(),
                        unit,
                        epsilon,
                        delta,
                        datasetSize,
                        error,
                        keys));
        console.print(json ? Json.text(found.json()) : found.text());
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
