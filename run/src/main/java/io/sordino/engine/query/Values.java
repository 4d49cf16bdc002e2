package io.sordino.engine.query;

import io.sordino.mechanism.InvalidException;
import java.util.Arrays;

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

    /** Copies the numbers; refused if there are none, too many, or one that is not finite. */
    public static Values of(double... values) {
        if (!(values.length >= 1)) throw new InvalidException("values must not be empty", "give at least one record");
        if (!(values.length <= MOST)) throw new InvalidException("there may be at most 2^26 values");
        for (double value : values)
            if (!Double.isFinite(value))
                throw new InvalidException(
                        "values must be finite numbers", "drop or mend NaN and infinities before loading them");
        return new Values(values.clone());
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
