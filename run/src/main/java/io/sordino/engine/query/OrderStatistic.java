package io.sordino.engine.query;

/**
 * The a-th smallest of n values on a grid, and how far it can move. Values below the first are the lower bound, above the last the upper
 * one. Within k replaced records the largest local sensitivity is A_k = max over 0 <= t <= k+1 of x(a+t) - x(a+t-k-1).
 */
final class OrderStatistic {
    private final long[] sorted;
    private final int rank;
    private final long most;

    /** Of values from 0 to {@code most}; ranks begin at 1. */
    OrderStatistic(long[] sorted, int rank, long most) {
        this.sorted = sorted;
        this.rank = rank;
        this.most = most;
    }

    long value() {
        return at(rank);
    }

    /** A_k. */
    long sensitivityWithin(int k) {
        long largest = 0;
        for (int t = 0; t <= k + 1; t++) largest = Math.max(largest, at((long) rank + t) - at((long) rank + t - k - 1));
        return largest;
    }

    private long at(long i) {
        return i < 1 ? 0 : i > sorted.length ? most : sorted[(int) i - 1];
    }
}
