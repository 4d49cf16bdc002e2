package io.sordino.train.gradient;

import io.sordino.engine.sample.Batch;
import io.sordino.mechanism.Gaussian;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.function.IntConsumer;

/**
 * Sums of bounded gradients with the noise that is accounted for. Every record adds a vector of integers whose length is at most
 * {@link #CELLS}, so sums are exact in whatever order they are taken, and rounded Gaussian noise on them is the Gaussian mechanism's own
 * release, rounded.
 */
public final class GradientGrid {
    /** The most steps of the grid that a record's gradient is long; times 2^26 records it is an exact double. */
    static final long CELLS = 1L << 26;

    /** Relative: more than the rounding of a norm of 2^24 squares. */
    private static final double SLACK = 1e-8;

    /** A part should be worth a thread's while: so many numbers are looked at in tens of microseconds. */
    private static final int NUMBERS_A_PART = 1 << 15;

    private static final int RECORDS_A_PART = 2048;

    private final Prepared data;
    private final double step;
    private final double longest;

    /** @param largest the length that gradients are held to */
    public GradientGrid(Prepared data, double largest) {
        this.data = data;
        step = step(largest);
        // rounding to integers adds at most half a step in each direction
        longest = (CELLS - Math.sqrt(data.model().parameters()) / 2 - 1) * (1 - SLACK);
        if (!(longest > CELLS / 2.0)) throw new InvalidException("the model has too many weights");
    }

    private static double step(double largest) {
        return largest / CELLS;
    }

    /**
     * The noisy sum over the batch.
     *
     * @param largest the length that gradients are held to
     */
    public static double[] noisySum(
            WholeSums sums, double largest, Batch batch, double[] weights, Gaussian law, RandomSource random) {
        double step = step(largest);
        double[] sum = sums.of(batch, weights);
        GridNoise noise = GridNoise.of(law, CELLS);
        // as integers: noise that is rounded to a double before it is added leaves the last bit of the sum to be seen
        for (int j = 0; j < sum.length; j++) sum[j] = (double) ((long) sum[j] + noise.draw(random)) * step;
        return sum;
    }

    /** The noisy sum over the batch. */
    double[] noisySum(Batch batch, double[] weights, Gaussian law, RandomSource random) {
        return noisySum(this::wholeSum, step * CELLS, batch, weights, law, random);
    }

    /** Adds what a record adds, in steps of the grid, to a sum. */
    IntConsumer adder(double[] weights, double[] sum) {
        Prepared.Worker worker = data.new Worker(weights);
        return record -> worker.addWhole(record, 1 / step, longest, sum);
    }

    /** In steps of the grid. */
    public double[] wholeSum(Batch batch, double[] weights) {
        int size = batch.size();
        int most = Math.max(
                1, Math.min(RECORDS_A_PART, NUMBERS_A_PART / data.model().parameters()));
        int parts = (size + most - 1) / most;
        return Parts.sum(parts, data.model().parameters(), (part, sum) -> {
            Prepared.Worker worker = data.new Worker(weights);
            int from = (int) ((long) size * part / parts);
            int end = (int) ((long) size * (part + 1) / parts);
            worker.addWhole(batch, from, end, 1 / step, longest, sum);
        });
    }
}
