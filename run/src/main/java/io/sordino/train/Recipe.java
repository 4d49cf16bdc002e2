package io.sordino.train;

import io.sordino.engine.sample.AllocationSampler;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.ReplacementSampler;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Schedule;
import io.sordino.refusal.InvalidException;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import io.sordino.train.model.Bound;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The usual ways to go through the data so many times in batches of about one size: all of them are {@link Training}s once the noise is known.
 *
 * @param epochs how often a record is used, on average; one pass uses it once and single draws as often as chance has it
 * @param noiseShape the run is cut into as many equal stretches, and the noise of each is this many times the noise multiplier
 */
public record Recipe(
        Kind kind,
        int records,
        int batch,
        long epochs,
        Bound bound,
        Model model,
        Steps descent,
        List<Double> noiseShape) {
    private static final long LONGEST_SCHEDULE = 1_000_000;

    /** How batches are chosen and what is released. */
    public enum Kind {
        /** Noisy gradient descent on all records. */
        FULL("every step uses all records"),
        /** One uniformly drawn record a step. */
        SINGLE("every step uses one record, drawn uniformly"),
        /** Poisson samples. */
        POISSON("every record joins every batch with one probability"),
        /** Random subsets of one size. */
        WITHOUT_REPLACEMENT("every batch is a random subset of one size"),
        /** Random allocation. */
        ALLOCATION("every record is in one random batch of each epoch"),
        /** Fixed batches, composed. */
        CYCLIC("fixed batches, one after the other"),
        /** One pass over fixed batches, last iterate alone. */
        ONE_PASS("fixed batches, each used once; only the last iterate is released"),
        /** Random subsets of one size, last iterate alone. */
        SAMPLED("every batch is a random subset of one size; only the last iterate is released"),
        /** Fixed batches in turn, last iterate alone. */
        LAST_CYCLIC("fixed batches, one after the other; only the last iterate is released"),
        /** All records at every step, last iterate alone. */
        LAST_FULL("every step uses all records; only the last iterate is released");

        private final String meaning;

        Kind(String meaning) {
            this.meaning = meaning;
        }

        /** The same in words. */
        public String meaning() {
            return meaning;
        }

        /** Whether only the end is released, which needs a bound on features. */
        public boolean isLastIterate() {
            return this == ONE_PASS || this == SAMPLED || this == LAST_CYCLIC || this == LAST_FULL;
        }
    }

    public Recipe {
        noiseShape = List.copyOf(noiseShape);
        if (!(noiseShape.size() >= 1 && noiseShape.stream().allMatch(part -> part > 0 && part < 1e6)))
            throw new InvalidException(
                    "the numbers of a noise schedule must be above 0 and below 1e6, were " + noiseShape);
        if (!(batch >= 1 && batch <= records))
            throw new InvalidException(
                    "the batch size must be in [1, " + records + "], the number of records, was " + batch);
        if (!(epochs >= 1)) throw new InvalidException("epochs must be at least 1, was " + epochs);
        if (kind.isLastIterate() && !(bound instanceof FeatureNorm))
            throw new InvalidException(Refusal.of(
                    "a guarantee for the last iterate needs a bound on the features, since clipped gradients are not contractions",
                    new Remedy("give %s in place of %s", List.of(Remedy.Name.FEATURE_NORM, Remedy.Name.CLIP))));
    }

    /** With the same noise throughout. */
    public Recipe(Kind kind, int records, int batch, long epochs, Bound bound, Model model, Steps descent) {
        this(kind, records, batch, epochs, bound, model, descent, List.of(1.0));
    }

    /** The same with other steps. */
    public Recipe stepping(Steps other) {
        return new Recipe(kind, records, batch, epochs, bound, model, other, noiseShape);
    }

    /** How many batches an epoch has. */
    public int batches() {
        return (int) Math.max(1, Math.round((double) records / batch));
    }

    /** The variant with this noise multiplier. */
    public Training at(double multiplier) {
        Optional<RecordSampler> sampler = sampler();
        return sampler.isPresent()
                ? new SampledDescent(sampler.get(), rounds(), noise(multiplier, rounds()), bound, model, descent)
                : lastIterate(multiplier);
    }

    /** Of so many rounds, or steps. */
    private Schedule noise(double multiplier, long length) {
        int parts = noiseShape.size();
        if (parts == 1) return Schedule.constant(multiplier * noiseShape.get(0));
        if (!(parts <= length && length <= LONGEST_SCHEDULE))
            throw new InvalidException(
                    "a noise schedule of " + parts + " stretches does not fit " + length + " rounds",
                    "give at most as many numbers as there are rounds, of which there may be a million");
        List<Double> values = new ArrayList<>();
        for (long r = 0; r < length; r++) values.add(multiplier * noiseShape.get((int) (r * parts / length)));
        return new Schedule(values);
    }

    private Optional<RecordSampler> sampler() {
        return switch (kind) {
            case FULL -> Optional.of(new CyclicSampler(records, 1));
            case SINGLE -> Optional.of(new ReplacementSampler(records, 1));
            case POISSON -> Optional.of(new PoissonSampler(records, 1.0 / batches()));
            case WITHOUT_REPLACEMENT -> Optional.of(new SubsetSampler(records, batch));
            case ALLOCATION -> Optional.of(new AllocationSampler(records, 1, batches()));
            case CYCLIC -> Optional.of(new CyclicSampler(records, batches()));
            default -> Optional.empty();
        };
    }

    private long rounds() {
        return switch (kind) {
            case POISSON, WITHOUT_REPLACEMENT -> Math.multiplyExact(epochs, (long) batches());
            case SINGLE -> Math.multiplyExact(epochs, (long) records);
            default -> epochs;
        };
    }

    private IterateDescent lastIterate(double multiplier) {
        if (!(bound instanceof FeatureNorm norm))
            throw new IllegalStateException("the constructor refuses any other bound");
        long steps = switch (kind) {
            case LAST_FULL -> epochs;
            case ONE_PASS -> records / batch;
            case LAST_CYCLIC -> Math.multiplyExact(epochs, (long) (records / batch));
            default -> Math.multiplyExact(epochs, (long) batches());
        };
        Order order = switch (kind) {
            case LAST_FULL -> Order.FULL;
            case ONE_PASS -> Order.ONE_PASS;
            case LAST_CYCLIC -> Order.CYCLIC;
            default -> Order.SAMPLED;
        };
        return new IterateDescent(
                order,
                records,
                order == Order.FULL ? records : batch,
                steps,
                noise(multiplier, steps),
                norm,
                model,
                descent);
    }
}
