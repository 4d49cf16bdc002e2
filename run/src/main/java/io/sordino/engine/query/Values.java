package io.sordino.engine.query;

import io.sordino.refusal.InvalidException;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Numbers in memory, one a record. What is not a number is refused at the door, where the owner of the data stands, so that no query
 * has to refuse it later in a way that an analyst could see. Messages say nothing of the numbers.
 */
public final class Values {
    /** Sums of so many contributions on the finest grid fit a long. */
    public static final int MOST = 1 << 26;

    private final double[] values;

    private Values(double[] values) {
        this.values = values;
    }

    /** Copies the numbers; refused if there are too many, or one that is not finite. No numbers at all are an ordinary dataset. */
    public static Values of(double... values) {
        if (!(values.length <= MOST)) throw new InvalidException("there may be at most 2^26 values");
        for (double value : values)
            if (!Double.isFinite(value))
                throw new InvalidException(
                        "values must be finite numbers", "drop or mend NaN and infinities before loading them");
        return new Values(values.clone());
    }

    /** Those at the given places, which may be none. */
    public Values at(IntStream places) {
        return new Values(places.mapToDouble(i -> values[i]).toArray());
    }

    /** How many there are: for whoever holds the data, not for whoever asks. */
    public int count() {
        return values.length;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return values.length == 0;
    }

    int size() {
        return values.length;
    }

    double at(int i) {
        return values[i];
    }

    /** In rising order, as steps of a grid. */
    long[] sortedSteps(Contribution contribution) {
        long[] steps = Arrays.stream(values).mapToLong(contribution::steps).toArray();
        Arrays.sort(steps);
        return steps;
    }

    double[] block(int from, int to) {
        return Arrays.copyOfRange(values, from, to);
    }
}
