package io.sordino.engine.query;

import io.sordino.engine.Estimate;
import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.noise.ExponentialSampler;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.Arrays;

/**
 * Quantiles by the exponential mechanism over the points of a grid. The score of a point y is less the number of records by which y
 * misses the rank q n: {@code max(0, #{x < y} - q n, q n - #{x <= y})}. One record moves it by at most 1 where it is replaced, and by
 * max(q, 1 - q) where it is added or removed.
 */
public final class Quantiles {
    private static final int BITS = 40;
    private static final int RANK_BITS = 20;
    private static final double LEAST_EPSILON = 1e-6;
    private static final long WHOLE = 1L << RANK_BITS;

    private final long[] sorted;
    private final Contribution contribution;
    private final double lower;
    private final double upper;

    /** On values clamped to [lower, upper]. */
    public Quantiles(Values values, double lower, double upper) {
        contribution = Contribution.above(lower, upper, BITS);
        sorted = values.sortedSteps(contribution);
        this.lower = lower;
        this.upper = upper;
    }

    /**
     * The q-quantile and, by two more choices on either side of it, an interval that holds it with the given probability: three runs of
     * the exponential mechanism.
     */
    public Release<Estimate> quantile(
            double q, Exponential law, Relation relation, double confidence, RandomSource random) {
        check(q, law);
        Guard.confidence(confidence);
        long share = Math.round(q * WHOLE);
        long perRecord = relation == Relation.REPLACE_ONE ? WHOLE : Math.max(share, WHOLE - share);
        long rank = Math.multiplyExact(share, sorted.length);
        long miss = mostMissed(law.epsilon(), perRecord, (1 - confidence) / 3);
        long middle = choose(rank, law, perRecord, random);
        long below = choose(Math.subtractExact(rank, 2 * miss), law, perRecord, random);
        long above = choose(Math.addExact(rank, 2 * miss), law, perRecord, random);
        double value = value(middle);
        Estimate estimate =
                new Estimate(value, Math.min(value, value(below)), Math.max(value, value(above)), confidence);
        Mechanism plan = new Repeated(3, law);
        return Release.of(estimate.within(lower, upper), plan, relation, Seal.OURS);
    }

    /** A smaller epsilon chooses at random, and its interval would not fit a long. */
    private static void check(double q, Exponential law) {
        if (!(q >= 0 && q <= 1)) throw new InvalidException("q must be in [0, 1], was " + q);
        if (!(law.epsilon() >= LEAST_EPSILON))
            throw new InvalidException("epsilon must be at least 1e-6 to choose by, was " + law.epsilon());
    }

    /** The q-quantile alone: one run of the exponential mechanism. */
    public Release<Double> choice(double q, Exponential law, Relation relation, RandomSource random) {
        check(q, law);
        long share = Math.round(q * WHOLE);
        long perRecord = relation == Relation.REPLACE_ONE ? WHOLE : Math.max(share, WHOLE - share);
        long chosen = choose(Math.multiplyExact(share, (long) sorted.length), law, perRecord, random);
        return Release.of(Math.max(lower, Math.min(upper, value(chosen))), law, relation, Seal.OURS);
    }

    /** A choice misses the best score by more than this, in 2^-20 of a rank, with at most the given probability. */
    private long mostMissed(double epsilon, long perRecord, double tail) {
        double logCandidates = Math.log((double) contribution.cells() + 1);
        return (long) Math.ceil(2 * (perRecord / epsilon) * (logCandidates - Math.log(tail)));
    }

    private double value(long step) {
        return contribution.centre() + contribution.value((double) step);
    }

    /**
     * Points between two neighbouring values all have the same score; a value itself stands between two ranks. The ends of the range
     * count as having any number of records beyond them, so that every rank is reached somewhere.
     */
    private long choose(long rank, Exponential law, long perRecord, RandomSource random) {
        Groups groups = new Groups(2 * sorted.length + 5);
        long last = contribution.cells();
        long next = 0;
        int i = 0;
        while (next <= last) {
            long point = next == 0 ? 0 : i < sorted.length ? Math.min(last, sorted[i]) : last;
            groups.add(next, point - next, -missed(rank, i, i));
            int end = i;
            while (end < sorted.length && sorted[end] == point) end++;
            groups.add(point, 1, -missed(rank, point == 0 ? NOBODY : i, point == last ? EVERYBODY : end));
            next = point + 1;
            i = end;
        }
        int chosen = new ExponentialSampler(law).chooseGroup(groups.scores(), groups.sizes(), perRecord, random);
        return groups.starts[chosen] + random.below(groups.sizes[chosen]);
    }

    private static final long NOBODY = -(1L << 40);
    private static final long EVERYBODY = 1L << 40;

    /** By how many 2^-20 of a record a point with so many records below it, and so many at or below it, misses the rank. */
    private static long missed(long rank, long below, long atMost) {
        return Math.max(0, Math.max((below << RANK_BITS) - rank, rank - (atMost << RANK_BITS)));
    }

    /** Runs of grid points that share a score. */
    private static final class Groups {
        private final long[] starts;
        private final long[] sizes;
        private final long[] scores;
        private int used;

        Groups(int most) {
            starts = new long[most];
            sizes = new long[most];
            scores = new long[most];
        }

        void add(long start, long size, long score) {
            if (size == 0) return;
            starts[used] = start;
            sizes[used] = size;
            scores[used] = score;
            used++;
        }

        long[] scores() {
            return Arrays.copyOf(scores, used);
        }

        long[] sizes() {
            return Arrays.copyOf(sizes, used);
        }
    }
}
