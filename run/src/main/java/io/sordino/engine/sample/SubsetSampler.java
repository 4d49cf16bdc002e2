package io.sordino.engine.sample;

import io.sordino.engine.Guard;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.noise.RandomSource;

/** Each batch is a uniformly random subset of fixed size. */
public record SubsetSampler(int records, int size) implements RecordSampler {
    public SubsetSampler {
        Guard.records(records);
        Guard.between("size", 1, records, size);
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
        return new SampledWithoutReplacement(size, records, base);
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE_ONE;
    }

    @Override
    public Round round(RandomSource random) {
        return new Round(Subsets.draw(size, records, random));
    }
}
