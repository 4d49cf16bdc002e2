package io.sordino.train;

import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.Sampling;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import io.sordino.train.data.Examples;
import io.sordino.train.gradient.GradientGrid;
import io.sordino.train.gradient.Prepared;
import io.sordino.train.gradient.WholeSums;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A {@link SampledDescent} on its way. What it is at any time is released and accounted for: a round counts from its beginning, whole, so that
 * weights that are looked at within it, or after it failed, come with its plan.
 */
public final class Run {
    private final SampledDescent descent;
    private final WholeSums gradients;
    private final double largest;
    private final RandomSource random;
    private final double[] weights;
    private long rounds;

    Run(SampledDescent descent, Examples examples, RandomSource random, long rounds, double[] weights) {
        this(descent, examples.size(), sums(descent, examples), random, rounds, weights);
    }

    Run(SampledDescent descent, long records, WholeSums gradients, RandomSource random, long rounds, double[] weights) {
        if (!(records == descent.sampler().records()))
            throw new InvalidException(
                    "the sampler is for " + descent.sampler().records() + " records, there are " + records);
        this.descent = descent;
        this.random = random;
        this.rounds = rounds;
        this.weights = weights;
        this.gradients = gradients;
        largest = descent.bound().gradient(descent.model());
    }

    private static WholeSums sums(SampledDescent descent, Examples examples) {
        Prepared prepared = new Prepared(examples, descent.model(), descent.bound());
        return new GradientGrid(prepared, descent.bound().gradient(descent.model()))::wholeSum;
    }

    /** Whether all planned rounds have been begun. */
    public boolean isDone() {
        return rounds == descent.rounds();
    }

    /** Runs one round, with all its steps. It counts even if the progress callback throws: what was left of it is not made up for. */
    public void round(LongConsumer progress) {
        if (!(rounds < descent.rounds())) throw new IllegalStateException("all rounds have been run");
        long round = rounds++;
        // a round that failed leaves batches behind, which belong to it and to its noise
        Sampling sampling = descent.sampler().start(random);
        int steps = descent.sampler().stepsPerRound();
        double expected = descent.expectedBatch();
        for (int s = 0; s < steps; s++) {
            Batch batch = sampling.next();
            double[] sum = GradientGrid.noisySum(gradients, largest, batch, weights, descent.law(round), random);
            for (int j = 0; j < sum.length; j++) sum[j] /= expected;
            descent.descent().take(round * steps + s, sum, descent.model().l2(), weights);
            progress.accept(1);
        }
        for (double weight : weights)
            if (!Double.isFinite(weight))
                throw new InvalidException(Refusal.of(
                        "the weights have grown beyond all numbers",
                        new Remedy(
                                "give a smaller %s or a %s", List.of(Remedy.Name.LEARNING_RATE, Remedy.Name.RADIUS))));
    }

    /** The state now, to go on from once, with the next round. */
    public Checkpoint checkpoint() {
        return new Checkpoint(rounds, weights);
    }

    /** The model as it is now, with the plan of the rounds that have been begun. */
    public Trained trained() {
        if (!(rounds >= 1)) throw new IllegalStateException("no round has been run");
        return new Trained(descent, descent.plan(rounds), weights);
    }
}
