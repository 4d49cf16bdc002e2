package io.sordino.train.gradient;

import io.sordino.engine.sample.Batch;
import io.sordino.noise.RandomSource;
import io.sordino.noise.RoundedGaussian;
import io.sordino.numeric.Up;

/**
 * Mean gradients with noise for a descent that releases its end alone. A gradient that is rounded record by record is no longer a
 * contraction's, so sums are taken in doubles and rounded once, to a grid that is far finer than the noise; {@link io.sordino.train.Rounding} charges for it.
 */
public final class IterateGradients {
    private static final int RECORDS_A_BLOCK = 32;
    private static final int RECORDS_A_PART = 1024;

    private final Prepared data;
    private final double largest;
    private final int batchSize;

    /** Of records that were prepared, each with a gradient of at most {@code largest}. */
    public IterateGradients(Prepared data, double largest, int batchSize) {
        this.data = data;
        this.largest = largest;
        this.batchSize = batchSize;
    }

    /** How many additions the longest chain of a sum over a batch has. */
    public static double depth(int batchSize) {
        return RECORDS_A_BLOCK
                + (double) RECORDS_A_PART / RECORDS_A_BLOCK
                + Math.ceil((double) batchSize / RECORDS_A_PART);
    }

    /** The grid of sums: noise is at most 2^49 steps, and what the batch adds up to at most 2^60. */
    public static double step(double multiplier, double largest, int batchSize) {
        double noise = Math.scalb(1.0, Math.getExponent(multiplier * largest) - 48);
        double room = Math.scalb(1.0, Math.getExponent(batchSize * largest) - 59);
        return Math.max(noise, room);
    }

    /** The mean gradient of a batch at the weights, with noise of {@code multiplier} times one record's part of it. */
    public double[] noisyMean(Batch batch, double[] weights, double multiplier, RandomSource random) {
        double[] sum = sum(batch, weights);
        double step = step(multiplier, largest, batchSize);
        RoundedGaussian noise = new RoundedGaussian(Up.div(Up.mul(multiplier, largest), step));
        for (int j = 0; j < sum.length; j++)
            sum[j] = (double) (Math.round(sum[j] / step) + noise.draw(random)) * step / batchSize;
        return sum;
    }

    double[] sum(Batch batch, double[] weights) {
        int length = data.model().parameters();
        int parts = (batch.size() + RECORDS_A_PART - 1) / RECORDS_A_PART;
        return Parts.sum(parts, length, (part, sum) -> {
            Prepared.Worker worker = data.new Worker(weights);
            double[] block = new double[length];
            int end = Math.min(batch.size(), (part + 1) * RECORDS_A_PART);
            for (int from = part * RECORDS_A_PART; from < end; from += RECORDS_A_BLOCK) {
                int to = Math.min(end, from + RECORDS_A_BLOCK);
                worker.add(batch, from, to, block);
                for (int j = 0; j < length; j++) {
                    sum[j] += block[j];
                    block[j] = 0;
                }
            }
        });
    }
}
