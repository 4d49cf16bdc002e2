package io.sordino.engine.sample;

import io.sordino.engine.Guard;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;

/**
 * The records in {@code steps} fixed batches, one after the other, whose sizes differ by at most one. A record is in one batch of a round,
 * so that one round costs it what one step does; nothing is hidden and nothing amplified. One step is the full batch.
 *
 * <p>A record has its place, and a missing one would move all others: neighbours have a record there that contributes nothing.
 */
public record CyclicSampler(int records, int steps) implements RecordSampler {
    public CyclicSampler {
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
        return base;
    }

    @Override
    public Relation relation() {
        return steps == 1 ? Relation.ADD_OR_REMOVE_ONE : Relation.REPLACE_SPECIAL;
    }

    @Override
    public Round round(RandomSource random) {
        int[][] batches = new int[steps][];
        for (int s = 0; s < steps; s++) {
            int from = (int) ((long) records * s / steps);
            batches[s] = new int[(int) ((long) records * (s + 1) / steps) - from];
            for (int i = 0; i < batches[s].length; i++) batches[s][i] = from + i;
        }
        return new Round(batches);
    }
}
