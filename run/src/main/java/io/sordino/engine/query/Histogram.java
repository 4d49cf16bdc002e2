package io.sordino.engine.query;

import io.sordino.engine.Estimate;
import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.GridNoise;
import io.sordino.noise.NoiseStock;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;

/**
 * How many records lie in each of several cells. One record moves one count by one. The noise says which notion of privacy is kept:
 * discrete_laplace (pure), truncated_laplace (epsilon and delta), discrete_gaussian (zero-concentrated) or sinh_normal (truncated
 * concentrated), the canonical noises of Dwork's Remark 4.6.
 */
public final class Histogram {
    /** Noise on fractions of a count, so that rounding it costs nothing. */
    private static final long CELLS = 1024;

    private final long[] counts;

    private Histogram(long[] counts) {
        this.counts = counts;
    }

    /** Of records that say in which of {@code cells} cells they lie. */
    public static Histogram of(int[] cellOfRecord, int cells) {
        if (!(cells >= 1)) throw new InvalidException("cells must be at least 1, was " + cells);
        long[] counts = new long[cells];
        for (int cell : cellOfRecord) {
            if (!(cell >= 0 && cell < cells))
                throw new InvalidException("a record's cell must be in [0, " + cells + ")");
            counts[cell]++;
        }
        return new Histogram(counts);
    }

    /** All counts; with the given probability every interval holds its count at once. */
    public Release<List<Estimate>> release(Mechanism noise, double confidence, RandomSource random) {
        return release(noise, confidence, Draws.from(random));
    }

    /** As above, with noise that was drawn ahead, so that the time of an answer says nothing of it. */
    public Release<List<Estimate>> release(Mechanism noise, double confidence, NoiseStock stock) {
        return release(noise, confidence, Draws.from(stock));
    }

    private Release<List<Estimate>> release(Mechanism noise, double confidence, Draws draws) {
        Guard.confidence(confidence);
        long cells = GridNoise.isDiscrete(noise) ? 1 : CELLS;
        GridNoise drawn = draws.of(noise, cells);
        // a union bound over the cells
        double each = 1 - (1 - confidence) / counts.length;
        double error = drawn.reach(each) / cells;
        List<Estimate> estimates = new ArrayList<>(counts.length);
        for (long count : counts) {
            double value = (double) (count * cells + draws.take(drawn)) / cells;
            estimates.add(Estimate.around(value, error, confidence));
        }
        return Release.of(List.copyOf(estimates), noise, Relation.ADD_OR_REMOVE_ONE, Seal.OURS);
    }
}
