package io.sordino.audit;

import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.LastIterate.Position.Which;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Noisy descent on losses of one number, of which only the last iterate is seen. Every loss is k x^2 / 2 plus a slope times x; the record
 * in question has the steepest slope, up on one input and down on the other.
 */
final class IterateRunners {
    private static final long MOST_STEPS = 1_000_000;

    /** Larger samples are looked at as if each step drew the record by a coin of the same probability, which is the same law. */
    private static final long LARGE_SAMPLE = 64;

    private static final long CELLS = 1L << 24;
    private static final GridNoise NOISE = GridNoise.of(new Gaussian(1), CELLS);

    private final LastIterate plan;
    private final int steps;
    private final double[] ownFactor;
    private final double[] otherFactor;
    private final double[] push;
    private final double[] deviation;
    private final boolean[] uses;
    private final long firstSlope;
    private final long secondSlope;
    private final double slopes;

    /** What the last iterate is weighed with: it is Gaussian with these means and this variance where nothing is projected. */
    private double middle;

    private double weight;

    private IterateRunners(LastIterate plan, Neighbours neighbours, double ownCurvature, double otherCurvature) {
        this.plan = plan;
        steps = (int) plan.steps();
        firstSlope = neighbours.first();
        secondSlope = neighbours.second();
        slopes = Math.min(neighbours.size(), plan.batchSize());
        ownFactor = new double[steps];
        otherFactor = new double[steps];
        push = new double[steps];
        deviation = new double[steps];
        uses = new boolean[steps];
        long stride = stride(plan);
        long first = firstUse(plan, stride);
        for (int k = 0; k < steps; k++) {
            double eta = plan.stepSize().at(k);
            ownFactor[k] = 1 - eta * ownCurvature;
            otherFactor[k] = 1 - eta * otherCurvature;
            push[k] = eta * plan.lipschitz() / plan.batchSize() * slopes;
            deviation[k] = eta * plan.noise().at(k);
            uses[k] = k >= first && (k - first) % stride == 0;
        }
        weigh();
    }

    /** The choices of curvature and of the other records' slopes that say most in one case or another. */
    static List<Runner> of(LastIterate plan, Neighbours neighbours) {
        if (!(plan.steps() <= MOST_STEPS))
            throw new InvalidException("steps must be at most 10^6 to be run, was " + plan.steps());
        double least = plan.strongConvexity();
        double largestStep = Collections.max(plan.stepSize().values());
        double forgetful = Math.max(least, Math.min(1 / largestStep, plan.smoothness()));
        List<Runner> runners = new ArrayList<>();
        runners.add(new IterateRunners(plan, neighbours, least, least).runner());
        boolean alike = plan.order() == Order.FULL || plan.order() == Order.SAMPLED;
        if (!alike) {
            runners.add(new IterateRunners(plan, neighbours, forgetful, least).runner());
            runners.add(new IterateRunners(plan, neighbours, forgetful, forgetful).runner());
        }
        if (plan.smoothness() * largestStep > 1)
            runners.add(new IterateRunners(plan, neighbours, plan.smoothness(), plan.smoothness()).runner());
        // all other records slope down: only where nothing is projected does their common slope not matter
        if (plan.order() == Order.SAMPLED && plan.diameter() == Double.POSITIVE_INFINITY)
            runners.add(new IterateRunners(plan, neighbours.among(true), least, least).runner());
        return runners;
    }

    private static long stride(LastIterate plan) {
        return switch (plan.order()) {
            case FULL, SAMPLED -> 1;
            case CYCLIC -> Math.max(1, plan.datasetSize() / plan.batchSize());
            case ONE_PASS -> plan.steps();
        };
    }

    /** In which step the record is used first; the last batch is the one that is seen best. */
    private static long firstUse(LastIterate plan, long stride) {
        if (stride == 1) return 0;
        Which which = plan.position().which();
        if (which == Which.FIRST) return 0;
        if (which == Which.NUMBERED) return (plan.position().record() - 1) / plan.batchSize();
        return (plan.steps() - 1) % stride;
    }

    private void weigh() {
        double meanOfOne = 0;
        double variance = 0;
        double rate = plan.order() == Order.SAMPLED ? (double) plan.batchSize() / plan.datasetSize() : 1;
        for (int k = 0; k < steps; k++) {
            double factor = uses[k] ? ownFactor[k] : otherFactor[k];
            meanOfOne = factor * meanOfOne - (uses[k] ? rate * push[k] : 0);
            variance = factor * factor * variance + deviation[k] * deviation[k];
        }
        middle = (firstSlope + secondSlope) / 2.0 * meanOfOne;
        weight = (firstSlope - secondSlope) * meanOfOne / variance;
    }

    private Runner runner() {
        boolean sampled = plan.order() == Order.SAMPLED;
        boolean large = plan.batchSize() > LARGE_SAMPLE;
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                double slope = copies == 0 ? 0 : first ? firstSlope : secondSlope;
                return Evidence.of(weight * (last(slope, sampled, random) - middle), 0);
            }

            @Override
            public double cost() {
                return steps * (sampled && !large ? 1.0 + plan.batchSize() : 1.0);
            }
        };
    }

    private double last(double slope, boolean sampled, RandomSource random) {
        double radius = plan.diameter() / 2;
        double x = 0;
        for (int k = 0; k < steps; k++) {
            boolean used = uses[k] && (!sampled || drawn(random));
            x = (used ? ownFactor[k] : otherFactor[k]) * x
                    - (used ? slope * push[k] : 0)
                    - deviation[k] * ((double) NOISE.draw(random) / CELLS);
            x = Math.min(radius, Math.max(-radius, x));
        }
        return x;
    }

    /** Whether a fresh sample holds record 0. */
    private boolean drawn(RandomSource random) {
        if (plan.batchSize() > LARGE_SAMPLE || plan.datasetSize() > Integer.MAX_VALUE / 2)
            return random.happens(plan.batchSize(), plan.datasetSize());
        Batch batch = new SubsetSampler((int) plan.datasetSize(), (int) plan.batchSize())
                .start(random)
                .next();
        for (int i = 0; i < batch.size(); i++) if (batch.record(i) == 0) return true;
        return false;
    }
}
