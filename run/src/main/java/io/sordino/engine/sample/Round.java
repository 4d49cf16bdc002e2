package io.sordino.engine.sample;

/** The batches of one round, which only {@link Sampling} opens: it counts what it hands out. */
public final class Round {
    private final int[][] batches;

    Round(int[]... batches) {
        this.batches = batches;
    }

    int[][] batches() {
        return batches;
    }
}
