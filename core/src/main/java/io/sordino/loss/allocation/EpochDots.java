package io.sordino.loss.allocation;

import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Patience;
import java.util.Arrays;

/**
 * Upper bounds on a profile at rising epsilons from 0 on, each the least over a few choices of b and never above the profile
 * without amplification, so close together that the chords between them lose little.
 */
final class EpochDots {
    /** How far log delta may fall from one dot to the next. */
    private static final double FALL = 0.5;

    private static final int MOST_AMPLIFIED = 90;
    private static final int MOST = 400;
    /** After so many dots in a row where nothing is gained the rest is not asked for. */
    private static final int TRIES = 4;

    private static final double[] FIRST = {0.4, 0.8, 1.2, 1.6, 2, 2.5, 3, 3.5, 4, 4.5, 5};
    private static final double STRIDE = 0.16;

    private double[] epsilon = new double[64];
    private double[] height = new double[64];
    private int size;
    private double best;

    private EpochDots() {}

    /** @param deepest the logarithm of the smallest delta that may matter */
    static EpochDots of(EpochBound bound, double deepest) {
        EpochDots dots = new EpochDots();
        dots.march(bound, deepest);
        return dots;
    }

    private void march(EpochBound bound, double deepest) {
        double first = first(bound);
        add(0, first);
        double stride = 0.75 * first;
        double log = Math.log(first);
        int failures = 0;
        while (size < MOST && log > deepest && epsilon[size - 1] < bound.last()) {
            Patience.check();
            double next = Math.min(epsilon[size - 1] + stride, bound.last());
            double plain = bound.unamplified(next);
            double found = plain;
            if (failures < TRIES && size < MOST_AMPLIFIED) {
                found = Math.min(plain, least(bound, next, Math.exp(log - FALL)));
                failures = found < 0.99 * plain ? 0 : failures + 1;
            }
            add(next, Math.min(found, height[size - 1]));
            double now = Math.log(height[size - 1]);
            double fall = Math.max(log - now, 1e-3);
            stride *= Math.max(0.5, Math.min(1.6, FALL / fall));
            log = now;
        }
    }

    private double first(EpochBound bound) {
        double least = bound.unamplified(0);
        best = 2;
        for (double q : FIRST) {
            double value = bound.at(0, bound.distance(q), 0.5 * least);
            if (value < least) {
                least = value;
                best = q;
            }
        }
        return least;
    }

    /** The least bound near the choice that was best before. */
    private double least(EpochBound bound, double eps, double expected) {
        double least = bound.at(eps, bound.distance(best), expected);
        for (double step : new double[] {STRIDE, -STRIDE}) {
            boolean moved = false;
            while (best + step > 0.1 && best + step < 8) {
                double value = bound.at(eps, bound.distance(best + step), expected);
                if (!(value < least)) break;
                least = value;
                best += step;
                moved = true;
            }
            if (moved) break;
        }
        return least;
    }

    private void add(double eps, double value) {
        if (size == epsilon.length) {
            epsilon = Arrays.copyOf(epsilon, 2 * size);
            height = Arrays.copyOf(height, 2 * size);
        }
        epsilon[size] = eps;
        height[size++] = Math.min(1, value);
    }

    /** The pair of a symmetric relation. */
    Pair symmetric() {
        return ConnectTheDots.symmetric(Arrays.copyOf(epsilon, size), Arrays.copyOf(height, size));
    }

    /** The pair whose losses below 0 are those of the other direction, with P and Q swapped. */
    Pair with(EpochDots other) {
        int below = other.size - 1;
        double[] all = new double[below + size];
        double[] heights = new double[below + size];
        for (int i = 0; i < below; i++) {
            double eps = -other.epsilon[below - i];
            all[i] = eps;
            heights[i] = LogDelta.mirroredDelta(eps, Bracket.of(0, other.height[below - i]))
                    .upper();
        }
        System.arraycopy(epsilon, 0, all, below, size);
        System.arraycopy(height, 0, heights, below, size);
        double least = 1;
        for (int i = 0; i < all.length; i++) {
            least = Math.min(least, heights[i]);
            heights[i] = least;
        }
        return ConnectTheDots.connected(all, heights);
    }
}
