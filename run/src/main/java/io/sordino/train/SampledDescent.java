package io.sordino.train;

import io.sordino.engine.sample.RecordSampler;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Examples;
import io.sordino.train.gradient.WholeSums;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Noisy gradient descent on batches that a sampler draws; every step may be seen. The plan is the sampler's own.
 *
 * @param rounds how many rounds of the sampler are run
 * @param noise the noise multiplier, of all rounds or of each one
 */
public record SampledDescent(
        RecordSampler sampler, long rounds, Schedule noise, Bound bound, Model model, Steps descent)
        implements Training {
    public SampledDescent {
        if (!(rounds >= 1)) throw new InvalidException("rounds must be at least 1, was " + rounds);
        if (!(noise.isConstant() || noise.values().size() == rounds))
            throw new InvalidException("noise must be one number or a list of " + rounds + " (one a round), had "
                    + noise.values().size());
        int rates = descent.learningRate().values().size();
        if (!(rates == 1 || rates == rounds * sampler.stepsPerRound()))
            throw new InvalidException("the learning rate must be one number or a list of "
                    + rounds * sampler.stepsPerRound() + " (one a step), had " + rates);
        if (!(bound.gradient(model) < Double.POSITIVE_INFINITY))
            throw new InvalidException("gradients must have a finite bound");
    }

    @Override
    public Mechanism plan() {
        return plan(rounds);
    }

    @Override
    public Relation relation() {
        return sampler.relation();
    }

    @Override
    public long steps() {
        return rounds * sampler.stepsPerRound();
    }

    @Override
    public double expectedBatch() {
        return sampler.expectedSize();
    }

    /** Nothing: sums and noise are exact, and all else is done to what is released already. */
    @Override
    public double rounding() {
        return 0;
    }

    @Override
    public double noiseMultiplier() {
        return noise.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    @Override
    public double noiseLeft() {
        double squares = 0;
        for (double multiplier : noise.values()) squares += multiplier * multiplier;
        return Math.sqrt(squares / noise.values().size() / steps()) / expectedBatch();
    }

    Gaussian law(long round) {
        return new Gaussian(noise.at(round));
    }

    /** What the first rounds are. */
    Mechanism plan(long first) {
        if (noise.isConstant()) return repeated(first, sampler.plan(law(0)));
        List<Mechanism> parts = new ArrayList<>();
        long from = 0;
        for (long r = 1; r <= first; r++)
            if (r == first || noise.at(r) != noise.at(from)) {
                parts.add(repeated(r - from, sampler.plan(law(from))));
                from = r;
            }
        return parts.size() == 1 ? parts.get(0) : new Composed(parts);
    }

    private static Mechanism repeated(long count, Mechanism base) {
        return count == 1 ? base : new Repeated(count, base);
    }

    /** Begins a run that can be stopped between rounds. */
    public Run begin(Examples examples, RandomSource random) {
        return new Run(this, examples, random, 0, new double[model.parameters()]);
    }

    /** Begins a run on records that are elsewhere, so many of them. */
    public Run begin(long records, WholeSums gradients, RandomSource random) {
        return new Run(this, records, gradients, random, 0, new double[model.parameters()]);
    }

    /** Goes on from a checkpoint of this descent. */
    public Run resume(Checkpoint checkpoint, Examples examples, RandomSource random) {
        check(checkpoint);
        return new Run(this, examples, random, checkpoint.rounds(), checkpoint.weights());
    }

    /** As above, on records that are elsewhere. */
    public Run resume(Checkpoint checkpoint, long records, WholeSums gradients, RandomSource random) {
        check(checkpoint);
        return new Run(this, records, gradients, random, checkpoint.rounds(), checkpoint.weights());
    }

    private void check(Checkpoint checkpoint) {
        if (!(checkpoint.parameters() == model.parameters() && checkpoint.rounds() <= rounds))
            throw new InvalidException("the checkpoint is of another run: it has " + checkpoint.parameters()
                    + " weights after " + checkpoint.rounds() + " rounds");
    }

    @Override
    public Trained train(Examples examples, RandomSource random, LongConsumer progress) {
        Run run = begin(examples, random);
        while (!run.isDone()) run.round(progress);
        return run.trained();
    }
}
