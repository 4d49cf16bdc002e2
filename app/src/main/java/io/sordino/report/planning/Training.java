package io.sordino.report.planning;

import io.sordino.account.Precision;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Question;
import io.sordino.report.answer.Comparison;
import io.sordino.report.answer.NoiseComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One training run with noisy gradients, and the plan it becomes under each way of drawing its batches. */
public record Training(
        long datasetSize, long batchSize, double noiseMultiplier, double epochs, Optional<Convex> convex) {
    public Training {
        if (!(datasetSize >= 1)) throw new InvalidException("dataset-size must be at least 1, was " + datasetSize);
        if (!(batchSize >= 1 && batchSize <= datasetSize))
            throw new InvalidException(
                    "batch-size must be from 1 to dataset-size = " + datasetSize + ", was " + batchSize);
        if (!(epochs > 0 && epochs * datasetSize / batchSize <= Repeated.MOST))
            throw new InvalidException("epochs must be above 0 and make at most 10^15 steps, was " + epochs);
    }

    /** Of a loss that is not known to be convex. */
    public Training(long datasetSize, long batchSize, double noiseMultiplier, double epochs) {
        this(datasetSize, batchSize, noiseMultiplier, epochs, Optional.empty());
    }

    public Training withNoise(double multiplier) {
        return new Training(datasetSize, batchSize, multiplier, epochs, convex);
    }

    public Training withEpochs(double number) {
        return new Training(datasetSize, batchSize, noiseMultiplier, number, convex);
    }

    public Training withDatasetSize(long size) {
        return new Training(size, batchSize, noiseMultiplier, epochs, convex);
    }

    /** Every way under the relation that is asked, or under those that it is usually stated for. */
    public List<Comparison.Entry> plans(Optional<Relation> relation, Precision wanted) {
        Mechanism noise = new Gaussian(noiseMultiplier);
        long steps = Math.max(1, (long) Math.ceil(epochs * datasetSize / batchSize));
        long perEpoch = (datasetSize + batchSize - 1) / batchSize;
        long passes = Math.max(1, (long) Math.ceil(epochs));
        Mechanism poisson = new PoissonSampled((double) batchSize / datasetSize, noise);
        List<Comparison.Entry> entries = new ArrayList<>();
        Row add = (name, plan, usual) -> {
            if (relation.isPresent() && entries.stream().anyMatch(e -> e.name().equals(Optional.of(name)))) return;
            entries.add(Comparison.Entry.named(name, new Question(plan, relation.orElse(usual), true, wanted)));
        };
        // fixed batches: a record takes part once in every pass, and everybody may know in which step
        add.of("no amplification", times(passes, noise), Relation.ADD_OR_REMOVE_ONE);
        add.of("no amplification", times(passes, noise), Relation.REPLACE_ONE);
        add.of("Poisson sampling", times(steps, poisson), Relation.ADD_OR_REMOVE_ONE);
        add.of("Poisson sampling", times(steps, poisson), Relation.REPLACE_ONE);
        add.of(
                "sampling without replacement",
                times(steps, new SampledWithoutReplacement(batchSize, datasetSize, noise)),
                Relation.REPLACE_ONE);
        add.of(
                "sampling with replacement",
                times(steps, new SampledWithReplacement(batchSize, datasetSize, noise)),
                Relation.REPLACE_ONE);
        add.of("random allocation", times(passes, new Allocated(1, perEpoch, noise)), Relation.ADD_OR_REMOVE_ONE);
        add.of("shuffled batches", times(passes, new ShuffledBatches(perEpoch, noise)), Relation.REPLACE_SPECIAL);
        convex.ifPresent(loss -> add.of("last iterate alone", loss.plan(this, steps), Relation.REPLACE_ONE));
        return List.copyOf(entries);
    }

    /** The same ways with the noise left open. */
    public List<NoiseComparison.Scheme> schemes(Optional<Relation> relation, Precision wanted) {
        List<Comparison.Entry> entries = withNoise(1).plans(relation, wanted);
        List<NoiseComparison.Scheme> schemes = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            int at = i;
            schemes.add(new NoiseComparison.Scheme(
                    entries.get(i).label(),
                    "noise_multiplier",
                    false,
                    entries.get(i).question().relation(),
                    noise -> withNoise(noise)
                            .plans(relation, wanted)
                            .get(at)
                            .question()
                            .plan()));
        }
        return List.copyOf(schemes);
    }

    /** What the table leaves out, and what it would need. */
    public List<String> notes() {
        if (convex.isPresent()) return List.of();
        return List.of("last iterate: covered for a convex loss of which only the end is released; give --step-size,"
                + " --lipschitz and --smoothness");
    }

    /** What has to be known of a loss so that its last iterate alone may be released. */
    public record Convex(
            double stepSize, double lipschitz, double smoothness, double strongConvexity, double diameter) {
        private Mechanism plan(Training run, long steps) {
            // noise is on the mean gradient of a batch, and one record's gradient is at most lipschitz
            double noise = run.noiseMultiplier * lipschitz / run.batchSize;
            return new LastIterate(
                    steps,
                    Schedule.constant(stepSize),
                    Schedule.constant(noise),
                    lipschitz,
                    smoothness,
                    strongConvexity,
                    diameter,
                    run.datasetSize,
                    run.batchSize,
                    LastIterate.Order.SAMPLED,
                    LastIterate.Position.WORST);
        }
    }

    private interface Row {
        void of(String name, Mechanism plan, Relation usual);
    }

    private static Mechanism times(long count, Mechanism plan) {
        return count == 1 ? plan : new Repeated(count, plan);
    }
}
