package io.sordino.engine.sample;

import io.sordino.engine.Guard;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;

/** Each record takes part in {@code selected} of the round's {@code steps} batches, a uniformly random choice of its own. */
public record AllocationSampler(int records, int selected, int steps) implements RecordSampler {
    public AllocationSampler {
        Guard.records(records);
        Guard.between("steps", 1, Integer.MAX_VALUE - 8, steps);
        Guard.between("selected", 1, steps, selected);
        Guard.between("records * selected", 1, Integer.MAX_VALUE - 8, (long) records * selected);
    }

    @Override
    public int stepsPerRound() {
        return steps;
    }

    @Override
    public double expectedSize() {
        return (double) records * selected / steps;
    }

    @Override
    public Mechanism plan(Mechanism base) {
        return new Allocated(selected, steps, base);
    }

    @Override
    public Relation relation() {
        return Relation.ADD_OR_REMOVE_ONE;
    }

    @Override
    public Round round(RandomSource random) {
        int[] choice = new int[records * selected];
        int[] sizes = new int[steps];
        for (int i = 0; i < records; i++) {
            int[] own = selected == 1 ? new int[] {(int) random.below(steps)} : Subsets.draw(selected, steps, random);
            for (int j = 0; j < selected; j++) {
                choice[i * selected + j] = own[j];
                sizes[own[j]]++;
            }
        }
        int[][] batches = new int[steps][];
        for (int s = 0; s < steps; s++) batches[s] = new int[sizes[s]];
        for (int i = choice.length - 1; i >= 0; i--) batches[choice[i]][--sizes[choice[i]]] = i / selected;
        return new Round(batches);
    }
}
