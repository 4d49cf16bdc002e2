package io.sordino.noise;

/** A uniformly random order, by Fisher and Yates. */
public final class Shuffle {
    private Shuffle() {}

    /** Puts the items into a random order, in place. */
    public static void longs(long[] items, RandomSource random) {
        for (int left = items.length; left > 1; left--) {
            int at = (int) random.below(left);
            long item = items[at];
            items[at] = items[left - 1];
            items[left - 1] = item;
        }
    }

    /** Puts the items into a random order, in place. */
    public static void ints(int[] items, RandomSource random) {
        for (int left = items.length; left > 1; left--) {
            int at = (int) random.below(left);
            int item = items[at];
            items[at] = items[left - 1];
            items[left - 1] = item;
        }
    }
}
