package io.sordino.cli.query;

import io.sordino.cli.CommandException;
import io.sordino.cli.NumberOptions;
import io.sordino.table.query.Draft;
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
        return new Draft(unit, epsilon, delta, maxGroups, maxRows, rate, keys(), sampleKnown, confidence);
    }

    private Map<String, List<String>> keys() {
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
