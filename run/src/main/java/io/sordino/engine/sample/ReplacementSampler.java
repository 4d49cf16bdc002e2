package io.sordino.engine.sample;

import io.sordino.engine.Guard;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.noise.RandomSource;

/** Each batch consists of independent uniform draws, so that a record may come more than once. */
public record ReplacementSampler(int records, int size) implements RecordSampler {
    /** One record may be all of a batch: a sum carries so many contributions and no more. */
    private static final int MOST = 1 << 26;

    public ReplacementSampler {
        Guard.records(records);
        Guard.between("size", 1, MOST, size);
    }

    @Override
    public int stepsPerRound() {
        return 1;
    }

    @Override
    public double expectedSize() {
        return size;
    }

    @Override
    public Mechanism plan(Mechanism base) {
        return new SampledWithReplacement(size, records, base);
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE_ONE;
    }

    @Override
    public Round round(RandomSource random) {
        int[] batch = new int[size];
        for (int i = 0; i < size; i++) batch[i] = (int) random.below(records);
        return new Round(batch);
    }
}
