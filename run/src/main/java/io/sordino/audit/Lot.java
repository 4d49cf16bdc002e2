package io.sordino.audit;

import io.sordino.noise.RandomSource;

/** A number drawn by weights that are known as doubles: right to 2^-50, which no count of runs can show. The noise itself is exact. */
final class Lot {
    private static final int BITS = 53;

    private final double[] upTo;

    /** @param weights not negative, at least one of them above 0 */
    Lot(double[] weights) {
        upTo = weights.clone();
        for (int i = 1; i < upTo.length; i++) upTo[i] += upTo[i - 1];
    }

    /** The place of a weight. */
    int draw(RandomSource random) {
        double at = random.bits(BITS) * 0x1p-53 * upTo[upTo.length - 1];
        int low = 0;
        int high = upTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] > at) high = middle;
            else low = middle + 1;
        }
        return low;
    }
}
