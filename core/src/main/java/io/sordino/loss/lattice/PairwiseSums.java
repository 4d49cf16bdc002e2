package io.sordino.loss.lattice;

import io.sordino.loss.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Many different laws made into fewer: short ones are added up in small windows first, and those of a few points without any
 * transform, so that not every one of them needs a transform of the whole window.
 */
final class PairwiseSums {
    /** With fewer laws than this, one window is as cheap. */
    static final int LEAST = 10;

    private static final int TOGETHER = 8;
    private static final int FEW_POINTS = 6;
    /** Sums without a transform stay below this length. */
    private static final int LONGEST = 1 << 17;

    private final Side side;
    private final double outside;
    private final List<TiltedLaw> blocks = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();

    PairwiseSums(List<TiltedLaw> all, long[] times, Side side, double outside) {
        this.side = side;
        this.outside = outside;
        List<TiltedLaw> sparse = new ArrayList<>();
        List<TiltedLaw> dense = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            TiltedLaw block = all.get(i);
            if (times[i] > 1) add(block, times[i]);
            else if (support(block) <= FEW_POINTS) sparse.add(block);
            else dense.add(block);
        }
        addSparse(sparse);
        addDense(dense);
    }

    List<TiltedLaw> blocks() {
        return blocks;
    }

    long[] counts() {
        return counts.stream().mapToLong(Long::longValue).toArray();
    }

    private void add(TiltedLaw block, long count) {
        blocks.add(block);
        counts.add(count);
    }

    private static int support(TiltedLaw block) {
        int points = 0;
        for (double w : block.weight()) if (w > 0) points++;
        return points;
    }

    private void addSparse(List<TiltedLaw> sparse) {
        if (sparse.isEmpty()) return;
        TiltedLaw sum = sparse.get(0);
        for (TiltedLaw next : sparse.subList(1, sparse.size())) {
            if (sum.weight().length + next.weight().length > LONGEST) {
                add(sum, 1);
                sum = next;
            } else sum = sum.plusSparse(next);
        }
        add(sum, 1);
    }

    private void addDense(List<TiltedLaw> dense) {
        dense.sort(Comparator.comparingInt(block -> block.weight().length));
        for (int i = 0; i < dense.size(); i += TOGETHER) {
            List<TiltedLaw> group = dense.subList(i, Math.min(dense.size(), i + TOGETHER));
            long points =
                    group.stream().mapToLong(block -> block.weight().length).sum();
            if (group.size() == TOGETHER && points <= LONGEST) {
                long[] once = new long[TOGETHER];
                java.util.Arrays.fill(once, 1);
                add(Convolution.one(group, once, side, outside / (1 + dense.size()), Convolution.MOST_POINTS), 1);
            } else group.forEach(block -> add(block, 1));
        }
    }
}
