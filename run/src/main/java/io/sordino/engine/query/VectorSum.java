package io.sordino.engine.query;

import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;

/**
 * A sum of vectors, each clipped to an L2 norm, such as the gradients of a batch. A vector is clipped, rounded to a power-of-two grid and
 * added as integers; its length in steps is checked exactly, so {@link #cells()} is the implemented sensitivity. The release has Gaussian
 * noise of {@code noise_multiplier} times that length in every coordinate.
 */
public final class VectorSum {
    private static final int MOST_DIMENSIONS = 1 << 24;
    /** With at most 2^24 coordinates below 2^19 steps, squares add up below 2^62. */
    private static final int BITS = 18;

    private final double clip;
    private final int exponent;
    private final long cells;
    private final long[] total;

    /** Of vectors with so many coordinates, each clipped to this L2 norm. */
    public VectorSum(int dimensions, double clip) {
        Guard.between("dimensions", 1, MOST_DIMENSIONS, dimensions);
        if (!(clip >= 0x1p-900 && clip <= 0x1p900))
            throw new InvalidException("clip must be in [2^-900, 2^900], was " + clip);
        this.clip = clip;
        total = new long[dimensions];
        // rounding lengthens a vector by at most half a step a coordinate; the grid is finer where that would be much
        int bits = Math.max(14, Math.min(BITS, 10 + (Integer.SIZE - Integer.numberOfLeadingZeros(dimensions)) / 2));
        exponent = Math.getExponent(clip) + 1 - bits;
        cells = (long) Math.ceil(Math.scalb(clip, -exponent) + Math.sqrt(dimensions) / 2) + 1;
    }

    /** Adds one record's vector, clipped. Coordinates that are not numbers count as 0. */
    public void add(double[] vector) {
        if (!(vector.length == total.length))
            throw new InvalidException("a vector must have " + total.length + " coordinates, had " + vector.length);
        double factor = factor(vector);
        long[] steps = new long[vector.length];
        for (int i = 0; i < steps.length; i++) {
            double scaled = Math.scalb(finite(vector[i]) * factor, -exponent);
            steps[i] = (long) Math.rint(Math.min((double) cells, Math.max((double) -cells, scaled)));
        }
        // a clipped vector is short enough but for errors of floating point; whatever they are, this makes it so
        while (squares(steps) > cells * cells) for (int i = 0; i < steps.length; i++) steps[i] -= Long.signum(steps[i]);
        for (int i = 0; i < steps.length; i++) total[i] = Math.addExact(total[i], steps[i]);
    }

    private double factor(double[] vector) {
        double largest = 0;
        for (double x : vector) largest = Math.max(largest, Math.abs(finite(x)));
        if (largest == 0) return 0;
        double sum = 0;
        for (double x : vector) sum += (finite(x) / largest) * (finite(x) / largest);
        double ratio = clip / largest / Math.sqrt(sum);
        return Math.min(1, ratio);
    }

    private static double finite(double x) {
        return Double.isNaN(x) ? 0 : Math.min(Double.MAX_VALUE, Math.max(-Double.MAX_VALUE, x));
    }

    private static long squares(long[] steps) {
        long sum = 0;
        for (long step : steps) sum += step * step;
        return sum;
    }

    /** The most steps of L2 length that a record contributes. */
    public long cells() {
        return cells;
    }

    /** The sum so far, in steps; for tests. */
    double[] steps() {
        double[] steps = new double[total.length];
        for (int i = 0; i < steps.length; i++) steps[i] = (double) total[i];
        return steps;
    }

    /** The sum with noise, and a plan that holds where records are added, removed or replaced by nothing. */
    public Release<double[]> release(Gaussian noise, RandomSource random) {
        GridNoise drawn = GridNoise.of(noise, cells);
        double[] released = new double[total.length];
        for (int i = 0; i < released.length; i++)
            released[i] = Math.scalb((double) Math.addExact(total[i], drawn.draw(random)), exponent);
        return Release.of(released, noise, Relation.ADD_OR_REMOVE_ONE, Seal.OURS);
    }
}
