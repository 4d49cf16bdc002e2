package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.OptionalDouble;

/**
 * Contractive noisy iteration that releases only its end:
 * x becomes Proj[x - stepSize (mean gradient of the batch + N(0, noise^2 I))], for {@code steps} steps.
 *
 * @param noise standard deviation of the noise in each coordinate of a mean gradient
 * @param lipschitz the longest gradient that the loss of one record has
 * @param smoothness how fast gradients may change: the largest curvature
 * @param strongConvexity the least curvature, 0 for a loss that is merely convex
 * @param diameter of the set that iterates are projected onto, infinite for none
 * @param position whose guarantee is asked for
 */
public record LastIterate(
        long steps,
        Schedule stepSize,
        Schedule noise,
        double lipschitz,
        double smoothness,
        double strongConvexity,
        double diameter,
        long datasetSize,
        long batchSize,
        Order order,
        Position position)
        implements Mechanism {
    public LastIterate {
        Check.atLeast("steps", 1, steps);
        Check.given("step_size", stepSize);
        Check.given("noise", noise);
        Check.positive("lipschitz", lipschitz);
        Check.positive("smoothness", smoothness);
        Check.nonNegative("strong_convexity", strongConvexity);
        if (!(strongConvexity <= smoothness))
            throw new InvalidException(
                    "strong_convexity must be at most smoothness = " + smoothness + ", was " + strongConvexity);
        if (!(diameter > 0)) throw new InvalidException("diameter must be above 0, was " + diameter);
        Check.atLeast("dataset_size", 1, datasetSize);
        Check.atLeast("batch_size", 1, batchSize);
        if (!(batchSize <= datasetSize))
            throw new InvalidException(
                    "batch_size must be at most dataset_size = " + datasetSize + ", was " + batchSize);
        Check.given("position", position);
        if (!(position.record() <= datasetSize))
            throw new InvalidException(
                    "position must be at most dataset_size = " + datasetSize + ", was " + position.record());
        stepSize.fits("step_size", steps);
        noise.fits("noise", steps);
    }

    /** A step size typed as 2/smoothness may exceed it by the rounding of decimals. */
    private static final double TWO = 2 * (1 + 4 * Math.ulp(1.0));

    /** The largest step size, if it is above 2 / smoothness: such a step may push iterates apart. */
    public OptionalDouble expandingStep() {
        double largest = 0;
        for (double step : stepSize.values()) largest = Math.max(largest, step);
        return largest * smoothness <= TWO ? OptionalDouble.empty() : OptionalDouble.of(largest);
    }

    /** Which records a step looks at. */
    public enum Order {
        /** Every step looks at all records. */
        FULL,
        /** Fixed batches in turn, over and over. */
        CYCLIC,
        /** Fixed batches, each looked at once. */
        ONE_PASS,
        /** A fresh random subset at every step. */
        SAMPLED
    }

    /**
     * Whose guarantee is asked for: the record used first, the one used last, the worst one, or the one with this number, from
     * 1 on, in the order in which records are used.
     */
    public record Position(Which which, long record) {
        /** The record used first. */
        public static final Position FIRST = new Position(Which.FIRST, 0);
        /** The record used last. */
        public static final Position LAST = new Position(Which.LAST, 0);
        /** The record that is hidden least. */
        public static final Position WORST = new Position(Which.WORST, 0);

        /** How a record is picked. */
        public enum Which {
            /** The one used first. */
            FIRST,
            /** The one used last. */
            LAST,
            /** The one that is hidden least. */
            WORST,
            /** The one with a given number. */
            NUMBERED
        }

        public Position {
            Check.given("position", which);
            if (which == Which.NUMBERED) Check.atLeast("position", 1, record);
            else if (record != 0) throw new InvalidException("position has a number or a word, not both");
        }

        /** The record with this number, from 1 on. */
        public static Position of(long record) {
            return new Position(Which.NUMBERED, record);
        }
    }
}
