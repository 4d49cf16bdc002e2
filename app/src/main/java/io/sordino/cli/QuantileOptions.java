package io.sordino.cli;

import io.sordino.data.Column;
import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.Schema;
import io.sordino.engine.Quantiles;
import io.sordino.engine.Release;
import io.sordino.engine.Values;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Seed;
import io.sordino.train.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Bounds of columns that nobody knows beforehand, found privately and charged to the same budget. */
final class QuantileOptions {
    private static final double LOW = 0.05;
    private static final double HIGH = 0.95;
    private static final int CHOICES = 2;

    @Option(
            names = "--find-bounds",
            paramLabel = "EPSILON",
            converter = Numbers.OfReal.class,
            description =
                    "Finds bounds of numeric columns that have none, from their quantiles, with this part of epsilon.")
    private Optional<Double> share = Optional.empty();

    @Option(
            names = "--within",
            paramLabel = "LO:HI",
            description = "Where --find-bounds looks: a public range that surely holds all numbers (default -1e6:1e6).")
    private String within = "-1e6:1e6";

    /** A schema, and what finding it cost. */
    record Bounds(Schema schema, List<Mechanism> plans) {}

    Bounds bounds(Schema schema, DataFile file, LearningOptions learning, Seed seed) {
        List<Column.Numeric> open = new ArrayList<>();
        for (Column column : schema.columns())
            if (column instanceof Column.Numeric numeric && numeric.lower().isEmpty()) open.add(numeric);
        if (share.isEmpty() || open.isEmpty()) return new Bounds(schema, List.of());
        double[] range = DataOptions.range("--within", within);
        Exponential law = new Exponential(share.get() / (CHOICES * (double) open.size()));
        // a fresh source: that of the seed is for training alone
        RandomSource random = RandomSource.secure();
        Relation relation = relation(learning);
        List<Column> columns = new ArrayList<>();
        List<Mechanism> plans = new ArrayList<>();
        for (Column column : schema.columns()) {
            if (!(column instanceof Column.Numeric numeric && open.contains(numeric))) {
                columns.add(column);
                continue;
            }
            Quantiles quantiles = new Quantiles(Values.of(Encoder.numbers(file, numeric)), range[0], range[1]);
            Release<Double> low = quantiles.choice(LOW, law, relation, random);
            Release<Double> high = quantiles.choice(HIGH, law, relation, random);
            plans.add(low.plan());
            plans.add(high.plan());
            double below = Math.min(low.value(), high.value());
            double above = Math.max(low.value(), high.value());
            columns.add(new Column.Numeric(
                    numeric.name(),
                    java.util.OptionalDouble.of(below),
                    java.util.OptionalDouble.of(above > below ? above : Math.nextUp(below)),
                    numeric.imputed()));
        }
        return new Bounds(new Schema(columns, schema.label(), schema.classes()), plans);
    }

    private static Relation relation(LearningOptions learning) {
        if (learning.isAuto())
            throw Refusal.invalid(
                    "--auto cannot be combined with --find-bounds: samplings differ in what neighbours are",
                    "name a --sampling, or give --bounds");
        Recipe.Kind kind = learning.kind();
        boolean replaced =
                kind.isLastIterate() || kind == Recipe.Kind.WITHOUT_REPLACEMENT || kind == Recipe.Kind.SINGLE;
        if (replaced) return Relation.REPLACE_ONE;
        return kind == Recipe.Kind.CYCLIC ? Relation.REPLACE_SPECIAL : Relation.ADD_OR_REMOVE_ONE;
    }
}
