package io.sordino.train;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.util.function.LongConsumer;

/**
 * A way to train that owns its plan: who trains by it gets the plan of what was run and no other. There are two kinds. A
 * {@link SampledDescent} releases every step and is accounted for by composition; an {@link IterateDescent} releases its end alone.
 */
public sealed interface Training permits SampledDescent, IterateDescent {
    /** What is trained. */
    Model model();

    /** How a record's influence is bounded. */
    Bound bound();

    /** What a whole run is. */
    Mechanism plan();

    /** What neighbours are, for the plan. */
    Relation relation();

    /** How many steps a whole run takes. */
    long steps();

    /** What the mean gradient of a step is divided by: a public number. */
    double expectedBatch();

    /**
     * How far the run as computed can be from the one that the plan speaks of: no easier to tell apart than N(0, 1) and N(this, 1).
     * {@link CalibratedTraining} charges for it.
     */
    double rounding();

    /** The largest noise multiplier of the run. */
    double noiseMultiplier();

    /** The noise of a mean gradient, as a share of the largest gradient, averaged as over independent steps. */
    double noiseLeft();

    /** Trains. @param progress is told of every step that is done, and of nothing else */
    Trained train(Examples examples, RandomSource random, LongConsumer progress);
}
