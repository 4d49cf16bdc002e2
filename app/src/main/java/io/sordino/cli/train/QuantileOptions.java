package io.sordino.cli.train;

import io.sordino.cli.CommandException;
import io.sordino.cli.NumberOptions;
import io.sordino.data.Column;
import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.Incarnation;
import io.sordino.data.Schema;
import io.sordino.engine.query.Quantiles;
import io.sordino.engine.query.Values;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Bounds of columns that nobody knows beforehand, found privately and charged to the same budget. */
final class QuantileOptions {
    private static final double LOW = 0.05;
    private static final double HIGH = 0.95;
    private static final int CHOICES = 2;
    /** Numbers held at a time: many columns are read together, since each reading takes the whole file. */
    private static final long MOST_NUMBERS = 1 << 24;

    @Option(
            names = "--find-bounds",
            paramLabel = "EPSILON",
            converter = NumberOptions.OfReal.class,
            description =
                    "Finds bounds of numeric columns that have none, from their quantiles, with this part of epsilon.")
    private Optional<Double> share = Optional.empty();

    @Option(
            names = "--within",
            paramLabel = "LO:HI",
            description = "Where --find-bounds looks: a public range that surely holds all numbers (default -1e6:1e6).")
    private String within = "-1e6:1e6";

    boolean isAsked() {
        return share.isPresent();
    }

    /** What {@link #found} will spend: known before anything is drawn, so that the sampling may be chosen with it. */
    List<Mechanism> cost(Schema schema, double epsilon) {
        if (share.isEmpty()) return List.of();
        if (!(share.get() > 0 && share.get() < epsilon))
            throw CommandException.invalid(
                    "--find-bounds must be above 0 and below --epsilon " + epsilon + ", was " + share.get(),
                    "leave most of epsilon for training");
        double[] range = DataOptions.range("--within", within);
        if (!(range[0] < range[1]))
            throw CommandException.invalid(
                    "--within was '" + within + "'", "write LO:HI with LO below HI, such as 0:100");
        int open = open(schema).size();
        return open == 0 ? List.of() : Collections.nCopies(CHOICES * open, law(open));
    }

    /** The schema with bounds for the columns that have none. */
    Schema found(Schema schema, DataFile file, Relation relation) {
        List<Column.Numeric> open = open(schema);
        if (share.isEmpty() || open.isEmpty()) return schema;
        double[] range = DataOptions.range("--within", within);
        Exponential law = law(open.size());
        // a fresh source: that of the seed is for training alone
        RandomSource random = Incarnation.source();
        int atATime = (int) Math.max(1, MOST_NUMBERS / Math.max(1, file.rows()));
        Map<String, Column> bounded = new HashMap<>();
        for (int i = 0; i < open.size(); i += atATime) {
            List<Column.Numeric> some = open.subList(i, Math.min(open.size(), i + atATime));
            List<double[]> numbers = Encoder.numbers(file, some);
            for (int j = 0; j < some.size(); j++) {
                Quantiles quantiles = new Quantiles(Values.of(numbers.get(j)), range[0], range[1]);
                double low = quantiles.choice(LOW, law, relation, random).value();
                double high = quantiles.choice(HIGH, law, relation, random).value();
                double below = Math.min(low, high);
                double above = Math.max(low, high);
                bounded.put(some.get(j).name(), some.get(j).bounded(below, above > below ? above : Math.nextUp(below)));
            }
        }
        List<Column> columns = new ArrayList<>();
        for (Column column : schema.columns()) columns.add(bounded.getOrDefault(column.name(), column));
        return new Schema(columns, schema.label(), schema.classes());
    }

    private static List<Column.Numeric> open(Schema schema) {
        List<Column.Numeric> open = new ArrayList<>();
        for (Column column : schema.columns())
            if (column instanceof Column.Numeric numeric && numeric.lower().isEmpty()) open.add(numeric);
        return open;
    }

    private Exponential law(int open) {
        return new Exponential(share.orElseThrow() / (CHOICES * (double) open));
    }
}
