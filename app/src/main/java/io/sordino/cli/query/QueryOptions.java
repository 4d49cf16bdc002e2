package io.sordino.cli.query;

import io.sordino.cli.CommandException;
import io.sordino.cli.NumberOptions;
import io.sordino.table.plan.SamplePromise;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Rates;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a statement's OPTIONS may say, as flags. */
final class QueryOptions {
    @Option(
            names = "--unit",
            paramLabel = "COLUMN",
            description =
                    "What tells people apart: all rows with one value are protected together (default: each row alone).")
    private Optional<String> unit = Optional.empty();

    @Option(
            names = "--epsilon",
            paramLabel = "EPSILON",
            converter = NumberOptions.OfReal.class,
            description = "What the answer may cost.")
    private Optional<Double> epsilon = Optional.empty();

    @Option(
            names = "--delta",
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description = "0 (default) takes Laplace noise; keys that come from the data need more.")
    private Optional<Double> delta = Optional.empty();

    @Option(
            names = "--sample",
            paramLabel = "RATE",
            converter = NumberOptions.OfReal.class,
            description = "Answers from a secret sample that each unit joins with this probability.")
    private Optional<Double> rate = Optional.empty();

    @Option(
            names = "--sample-by",
            paramLabel = "COLUMN=VALUE:RATE,...",
            description =
                    "The same with rates that differ by a public column; *:RATE is for all other values, which are left out without it.")
    private Optional<String> rates = Optional.empty();

    @Option(
            names = "--error",
            paramLabel = "ERROR",
            converter = NumberOptions.OfReal.class,
            description =
                    "In the place of --epsilon: the cheapest plan whose answers err by no more, with the probability of --confidence.")
    private Optional<Double> error = Optional.empty();

    @Option(
            names = "--expected-rows",
            paramLabel = "N",
            converter = NumberOptions.OfReal.class,
            description = "How many rows a group is thought to have; the error of a mean or of a sample depends on it.")
    private Optional<Double> expectedRows = Optional.empty();

    @Option(
            names = "--sample-known",
            description = "Whoever sees the answer may know who is in the sample: delta shrinks, epsilon does not.")
    private boolean sampleKnown;

    @Option(
            names = "--max-groups",
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "In how many groups a unit counts (default 4).")
    private Optional<Long> maxGroups = Optional.empty();

    @Option(
            names = "--max-rows",
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "How many rows of a unit count in a group (default 10).")
    private Optional<Long> maxRows = Optional.empty();

    @Option(
            names = "--keys",
            paramLabel = "COLUMN=KEY,...",
            description = "The public groups; without them keys are selected privately.")
    private List<String> keys = List.of();

    @Option(
            names = "--confidence",
            paramLabel = "P",
            converter = NumberOptions.OfReal.class,
            description = "With which probability an interval holds (default 0.95).")
    private double confidence = 0.95;

    Draft draft() {
        return new Draft(
                unit,
                epsilon,
                delta,
                maxGroups,
                maxRows,
                rate,
                keys(),
                rates.map(QueryOptions::rates),
                sampleKnown,
                confidence,
                error,
                expectedRows);
    }

    /** The same, for a sample that has its own rate and promise. */
    Draft draft(SamplePromise promise) {
        return new Draft(
                unit,
                Optional.of(epsilon.orElse(promise.epsilon())),
                Optional.of(delta.orElse(promise.delta())),
                maxGroups,
                maxRows,
                Optional.of(rate.orElse(promise.rate())),
                keys(),
                rates.map(QueryOptions::rates),
                sampleKnown,
                confidence,
                error,
                expectedRows);
    }

    private static Rates rates(String given) {
        int equals = given.indexOf('=');
        if (equals < 1)
            throw CommandException.invalid(
                    "--sample-by '" + given + "' names no column", "write --sample-by 'city=Bonn:0.1,*:0.01'");
        return Rates.parse(given.substring(0, equals).strip(), given.substring(equals + 1));
    }

    private Map<String, List<String>> keys() {
        return keys(keys);
    }

    static Map<String, List<String>> keys(List<String> keys) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String given : keys) {
            int equals = given.indexOf('=');
            if (equals < 1)
                throw CommandException.invalid(
                        "--keys '" + given + "' names no column", "write --keys 'city=Bonn,Rom'");
            String column = given.substring(0, equals).strip();
            List<String> texts = Arrays.asList(given.substring(equals + 1).split(",", -1));
            if (all.put(column, texts) != null)
                throw CommandException.invalid(
                        "--keys of '" + column + "' are given twice", "write all of them in one --keys");
        }
        return all;
    }
}
