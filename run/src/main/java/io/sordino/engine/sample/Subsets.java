package io.sordino.engine.sample;

import io.sordino.noise.RandomSource;
import java.util.Arrays;

/** Uniformly random subsets of {0, ..., n-1}, in the time of their size. */
final class Subsets {
    private Subsets() {}

    /** Floyd's algorithm: the i-th of the last m numbers is taken, unless a smaller one that is still free is drawn. */
    static int[] draw(int m, int n, RandomSource random) {
        int[] chosen = new int[m];
        Seen seen = new Seen(m);
        for (int i = 0; i < m; i++) {
            int last = n - m + i;
            int drawn = (int) random.below(last + 1L);
            chosen[i] = seen.add(drawn) ? drawn : last;
            if (chosen[i] == last && drawn != last) seen.add(last);
        }
        return chosen;
    }

    /** A set of integers in an open table. */
    private static final class Seen {
        private final int[] table;
        private final int mask;

        Seen(int most) {
            int size = Integer.highestOneBit(Math.max(8, most)) * 4;
            table = new int[size];
            Arrays.fill(table, -1);
            mask = size - 1;
        }

        /** False if it was there already. */
        boolean add(int value) {
            int at = ((value * 0x9E3779B9) >>> 7) & mask;
            while (table[at] != -1) {
                if (table[at] == value) return false;
                at = (at + 1) & mask;
            }
            table[at] = value;
            return true;
        }
    }
}
