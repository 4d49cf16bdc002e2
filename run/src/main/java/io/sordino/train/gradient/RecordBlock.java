package io.sordino.train.gradient;

import io.sordino.train.data.Examples;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** Some of the records, on one of several machines, with the numbers by which batches name them. */
public final class RecordBlock {
    private final int[] numbers;
    private final GradientGrid grid;

    /** @param numbers of the records, in the order of the examples */
    public RecordBlock(Examples examples, int[] numbers, Model model, Bound bound) {
        this.numbers = numbers.clone();
        grid = new GradientGrid(new Prepared(examples, model, bound), bound.gradient(model));
    }

    /**
     * What the records of this block add to a batch, in steps of the grid.
     *
     * @param batch the numbers of its records in rising order; one that is there several times counts as often
     */
    public double[] whole(int[] batch, double[] weights) {
        double[] sum = new double[weights.length];
        IntConsumer adder = grid.adder(weights, sum);
        for (int i = 0; i < numbers.length; i++) {
            int at = Arrays.binarySearch(batch, numbers[i]);
            if (at < 0) continue;
            int first = at;
            while (first > 0 && batch[first - 1] == numbers[i]) first--;
            int last = at;
            while (last + 1 < batch.length && batch[last + 1] == numbers[i]) last++;
            for (int times = first; times <= last; times++) adder.accept(i);
        }
        return sum;
    }
}
