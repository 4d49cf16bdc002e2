package io.sordino.engine.sample;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The records of one step, as a sampler drew them. Nobody else can make one, so a computation that asks for a batch gets one that is
 * accounted for. A batch that is looked at by two releases is one step whose base is the composition of both.
 */
public final class Batch {
    private final int[] records;

    Batch(int[] records) {
        this.records = records;
    }

    /** How many records were drawn, repetitions included. */
    public int size() {
        return records.length;
    }

    /** The i-th record of the batch; sampling with replacement may give a record more than once. */
    public int record(int i) {
        return records[i];
    }

    /** All of them, as they were drawn. */
    public IntStream records() {
        return Arrays.stream(records);
    }
}
