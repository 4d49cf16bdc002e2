package io.sordino.engine.sample;

import io.sordino.engine.Guard;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Shuffle;
import java.util.Arrays;

/** One epoch: the records in a uniformly random order, cut into {@code steps} batches whose sizes differ by at most one. */
public record EpochSampler(int records, int steps) implements RecordSampler {
    public EpochSampler {
        Guard.records(records);
        Guard.between("steps", 1, records, steps);
    }

    @Override
    public int stepsPerRound() {
        return steps;
    }

    @Override
    public double expectedSize() {
        return (double) records / steps;
    }

    @Override
    public Mechanism plan(Mechanism base) {
        return new ShuffledBatches(steps, base);
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE_SPECIAL;
    }

    @Override
    public Round round(RandomSource random) {
        int[] order = Guard.all(records);
        Shuffle.ints(order, random);
        int[][] batches = new int[steps][];
        for (int s = 0; s < steps; s++)
            batches[s] = Arrays.copyOfRange(
                    order, (int) ((long) records * s / steps), (int) ((long) records * (s + 1) / steps));
        return new Round(batches);
    }
}
