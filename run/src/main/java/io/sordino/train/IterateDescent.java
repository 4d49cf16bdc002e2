package io.sordino.train;

import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.Sampling;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.RandomSource;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Examples;
import io.sordino.train.gradient.IterateGradients;
import io.sordino.train.gradient.Prepared;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Model;
import java.util.function.LongConsumer;

/**
 * Projected noisy gradient descent that releases its last iterate alone. Nothing of the iterates before it can be had from here.
 *
 * <p>Records are bounded by the norm of their features, never by clipping: steps must be contractions.
 *
 * @param noise the noise multiplier: the standard deviation of the noise on a sum of gradients over the largest gradient, of all steps or of each
 */
public record IterateDescent(
        Order order, int records, int batch, long steps, Schedule noise, FeatureNorm bound, Model model, Steps descent)
        implements Training {
    public IterateDescent {
        if (!(records >= 1)) throw new InvalidException("records must be at least 1, was " + records);
        if (!(batch >= 1 && batch <= records))
            throw new InvalidException("batch must be in [1, " + records + "], was " + batch);
        if (!(order != Order.FULL || batch == records))
            throw new InvalidException("a full batch has all " + records + " records, not " + batch);
        if (!(order != Order.ONE_PASS || steps <= records / batch))
            throw new InvalidException("one pass over " + records + " records in batches of " + batch + " has at most "
                    + records / batch + " steps, not " + steps);
        LastIterate plan = plan(order, records, batch, steps, noise, bound, model, descent);
        if (!plan.expandingStep().isEmpty())
            throw new InvalidException(
                    "the learning rate was "
                            + plan.expandingStep().getAsDouble()
                            + ", with which steps may push iterates apart",
                    "give at most 2 / smoothness = " + 2 / plan.smoothness());
    }

    /** The largest learning rate with which steps contract. */
    public static double largestRate(FeatureNorm bound, Model model) {
        return 2 / (bound.smoothness(model) + model.l2()) * (1 - 1e-12);
    }

    private static LastIterate plan(
            Order order,
            int records,
            int batch,
            long steps,
            Schedule noise,
            FeatureNorm bound,
            Model model,
            Steps descent) {
        double lipschitz = bound.gradient(model);
        Schedule ofMeans = new Schedule(noise.values().stream()
                .map(m -> m * lipschitz / batch * (1 - 0x1p-50))
                .toList());
        return new LastIterate(
                steps,
                descent.learningRate(),
                ofMeans,
                lipschitz,
                Up.add(bound.smoothness(model), model.l2()),
                model.l2(),
                2 * descent.radius(),
                order == Order.SAMPLED ? records : used(records, batch),
                batch,
                order,
                Position.WORST);
    }

    @Override
    public Mechanism plan() {
        return plan(order, records, batch, steps, noise, bound, model, descent);
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE_ONE;
    }

    @Override
    public double expectedBatch() {
        return batch;
    }

    @Override
    public double rounding() {
        return new Rounding(this).distance();
    }

    @Override
    public double noiseMultiplier() {
        return noise.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    @Override
    public double noiseLeft() {
        double squares = 0;
        for (double multiplier : noise.values()) squares += multiplier * multiplier;
        return Math.sqrt(squares / noise.values().size() / steps) / batch;
    }

    private RecordSampler sampler() {
        return order == Order.SAMPLED ? new SubsetSampler(records, batch) : new CyclicSampler(used(), records / batch);
    }

    /** How many records are looked at. */
    public int used() {
        return order == Order.SAMPLED ? records : used(records, batch);
    }

    /** Batches in a fixed order have one size: less than a batch may be left over, which is never looked at. */
    private static int used(int records, int batch) {
        return records / batch * batch;
    }

    @Override
    public Trained train(Examples examples, RandomSource random, LongConsumer progress) {
        if (!(examples.size() == records))
            throw new InvalidException("the descent is for " + records + " records, there are " + examples.size());
        IterateGradients gradients =
                new IterateGradients(new Prepared(examples, model, bound), bound.gradient(model), batch);
        double[] weights = new double[model.parameters()];
        Sampling sampling = sampler().start(random);
        for (long t = 0; t < steps; t++) {
            Batch drawn = sampling.next();
            double[] mean = gradients.noisyMean(drawn, weights, noise.at(t), random);
            descent.take(t, mean, model.l2(), weights);
            progress.accept(1);
        }
        return new Trained(this, plan(), weights);
    }
}
