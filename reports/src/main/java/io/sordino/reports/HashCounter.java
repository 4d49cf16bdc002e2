package io.sordino.reports;

import io.sordino.client.PublicCoins;

/**
 * Counts hashed reports. A report supports the values that its function sends to the image it names. The function is affine over bits, so these
 * are the solutions of as many linear equations as an image has bits, and need not be looked for among all values.
 */
abstract class HashCounter extends Counter {
    final int l;
    final int bits;
    private final int[] images;

    private HashCounter(int cells, int k, int l) {
        super(cells);
        this.l = l;
        this.bits = bitsOf(k);
        this.images = new int[1 + bits];
    }

    /** The one that has least to do for a report: one step where there are few functions, about k / l solutions, or l characters. */
    static HashCounter of(int k, int l) {
        if (ByFunctions.bits(k, l) <= ByFunctions.MOST_BITS) return new ByFunctions(k, l);
        return (long) l * l <= k ? new ByCharacters(k, l) : new BySolutions(k, l);
    }

    /** How many bits a value has. */
    private static int bitsOf(int k) {
        return 32 - Integer.numberOfLeadingZeros(k - 1);
    }

    @Override
    final boolean take(byte[] message, byte[] id) {
        int image = number(message);
        if (!(image >= 0 && image < l)) return false;
        PublicCoins.hash(id, l).write(images);
        count(image ^ images[0], images);
        return true;
    }

    /**
     * Counts the values whose bits add up to this difference.
     *
     * @param added what bit i - 1 of a value adds stands at i
     */
    abstract void count(int difference, int[] added);

    /** Few functions differ on few values: counts how often each was met with each difference, and asks each for its values at the end. */
    private static final class ByFunctions extends HashCounter {
        /** Two MiB of counts. */
        static final int MOST_BITS = 18;

        private final int equations;

        ByFunctions(int k, int l) {
            super(1 << bits(k, l), k, l);
            this.equations = Integer.numberOfTrailingZeros(l);
        }

        /** Of a difference and of what each bit of a value adds. */
        static int bits(int k, int l) {
            return (1 + bitsOf(k)) * Integer.numberOfTrailingZeros(l);
        }

        @Override
        void count(int difference, int[] added) {
            int met = difference;
            for (int i = 1; i < added.length; i++) met = met << equations | added[i];
            counts[met]++;
        }

        @Override
        long[] supports(int values) {
            long[] supports = new long[values];
            int[] left = new int[values];
            for (int met = 0; met < counts.length; met++) {
                if (counts[met] == 0) continue;
                // what the bits of a value add stands behind the difference, that of the highest one last
                left[0] = met >>> (bits * equations);
                for (int v = 0; v < values; v++) {
                    int added = met >>> ((bits - 1 - Integer.numberOfTrailingZeros(v)) * equations) & (l - 1);
                    if (v > 0) left[v] = left[v & (v - 1)] ^ added;
                    if (left[v] == 0) supports[v] += counts[met];
                }
            }
            return supports;
        }
    }

    /** Finds the solutions, by elimination, and counts each. */
    private static final class BySolutions extends HashCounter {
        private final int k;
        private final long[] pivots;
        private final int[] kernel;

        BySolutions(int k, int l) {
            super(k, k, l);
            this.k = k;
            this.pivots = new long[32];
            this.kernel = new int[bits];
        }

        @Override
        void count(int difference, int[] added) {
            int free = 0;
            int leading = 0;
            // what values add stands above, the values below
            for (int i = 0; i < bits; i++) {
                long row = reduced((long) added[i + 1] << 32 | 1L << i, leading);
                int rest = (int) (row >>> 32);
                if (rest == 0) {
                    kernel[free++] = (int) row;
                } else {
                    int at = 31 - Integer.numberOfLeadingZeros(rest);
                    pivots[at] = row;
                    leading |= 1 << at;
                }
            }
            long solved = reduced((long) difference << 32, leading);
            if (solved >>> 32 != 0) return;
            int value = (int) solved;
            // in the order of Gray's code, where neighbours differ in one of the kernel
            for (int i = 1; ; i++) {
                if (value < k) counts[value]++;
                if (i == 1 << free) return;
                value ^= kernel[Integer.numberOfTrailingZeros(i)];
            }
        }

        private long reduced(long row, int leading) {
            long left = row;
            for (int at = (int) (left >>> 32) & leading; at != 0; ) {
                int top = 31 - Integer.numberOfLeadingZeros(at);
                left ^= pivots[top];
                // only what is below the pivot may have changed
                at = (int) (left >>> 32) & leading & ((1 << top) - 1);
            }
            return left;
        }
    }

    /**
     * The solutions are the mean, over all l sets of equations, of characters of the value: plus one where it solves an even number of them wrongly.
     * Characters are counted, and Walsh and Hadamard's transform turns them into values at the end.
     */
    private static final class ByCharacters extends HashCounter {
        private final int equations;
        private final int[] rows;

        ByCharacters(int k, int l) {
            super(1 << bitsOf(k), k, l);
            this.equations = Integer.numberOfTrailingZeros(l);
            this.rows = new int[equations];
        }

        @Override
        void count(int difference, int[] added) {
            for (int j = 0; j < equations; j++) {
                int row = 0;
                for (int i = 1; i < added.length; i++) row |= (added[i] >>> j & 1) << (i - 1);
                rows[j] = row;
            }
            int character = 0;
            int sign = 1;
            for (int i = 1; ; i++) {
                counts[character] += sign;
                if (i == l) return;
                int j = Integer.numberOfTrailingZeros(i);
                character ^= rows[j];
                sign *= 1 - 2 * (difference >>> j & 1);
            }
        }

        @Override
        long[] supports(int values) {
            long[] all = counts.clone();
            transform(all);
            long[] supports = new long[values];
            for (int v = 0; v < values; v++) supports[v] = all[v] / l;
            return supports;
        }
    }
}
