package io.sordino.noise;

import io.sordino.mechanism.Exponential;

/**
 * Permute and flip: candidates in random order, each taken with probability e^(epsilon (score - best) / 2). It is epsilon-private, and
 * its expected loss is never above that of the exponential mechanism; it does not have that mechanism's bounded range, so it is
 * accounted for as {@code dp(epsilon)}.
 *
 * <p>McKenna and Sheldon 2020 (arXiv:2010.12603), Algorithm 1.
 */
public final class PermuteAndFlip {
    private final Exponential law;

    /** Prepares choices with this epsilon. */
    public PermuteAndFlip(double epsilon) {
        law = new Exponential(epsilon);
    }

    /** The index of a candidate. One record moves every score by at most {@code perRecord}. */
    public int choose(long[] scores, long perRecord, RandomSource random) {
        return (int) prepared(scores, perRecord).draw(random);
    }

    /** As {@link #choose}, for many choices by the same scores. */
    public IntegerNoise prepared(long[] scores, long perRecord) {
        Scores candidates = new Scores(law, perRecord, scores);
        return random -> choose(candidates, random);
    }

    private static int choose(Scores candidates, RandomSource random) {
        int[] order = new int[candidates.size()];
        for (int i = 0; i < order.length; i++) order[i] = i;
        for (int left = order.length; ; left--) {
            int at = (int) random.below(left);
            if (candidates.kept(order[at], random)) return order[at];
            order[at] = order[left - 1];
        }
    }
}
