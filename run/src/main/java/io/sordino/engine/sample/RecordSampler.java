package io.sordino.engine.sample;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;

/**
 * A way to choose which records take part in each step of a computation. It owns its plan: whoever draws batches from it accounts for
 * them through {@link Sampling#plan}, so batches cannot be drawn one way and accounted for another.
 *
 * <p>Batches come in rounds. Poisson samples and subsets are rounds of one batch; allocation and shuffled epochs are rounds of many,
 * which are private together.
 */
public sealed interface RecordSampler
        permits PoissonSampler, SubsetSampler, ReplacementSampler, AllocationSampler, EpochSampler, CyclicSampler {
    /** How many records there are; they are called 0, 1, 2, ... */
    int records();

    /** How many batches one round has. */
    int stepsPerRound();

    /** How many records a batch has on average; a mean is normalised by this public number, never by the size of a drawn batch. */
    double expectedSize();

    /** What one round is, if {@code base} is what each step does with its batch. */
    Mechanism plan(Mechanism base);

    /** What neighbours are, for the plan: batches of fixed size would tell whether a record was added. */
    Relation relation();

    /** Draws one round; {@link Sampling} alone can open it, and counts what it hands out. */
    Round round(RandomSource random);

    /** Begins to draw. */
    default Sampling start(RandomSource random) {
        return new Sampling(this, random);
    }
}
