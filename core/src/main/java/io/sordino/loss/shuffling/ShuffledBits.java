package io.sordino.loss.shuffling;

import io.sordino.loss.HasPair;
import io.sordino.loss.Inversion;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import java.util.Arrays;

/**
 * Shuffled binary randomized response, by its datasets: the worst of them all, or the first few, which say what real neighbours
 * attain and nothing from above.
 *
 * <p>A dataset is the number of ones among the other users; m and n - 1 - m are mirror images, so half of them suffice.
 *
 * @param datasets how many values of m, from 0 on, count
 * @param tolerance how far apart, relatively, the ends may be where closer ones cost more looks
 */
public record ShuffledBits(int reports, double epsilon0, int datasets, double tolerance) implements HasPair {
    /** What is outside the window is this much rarer than delta. */
    private static final double LOG_MARGIN = 24;

    /** As above with many reports, where epsilon is small and what is outside counts that much less. */
    private static final double LOG_MARGIN_OF_MANY = 8;

    private static final int MANY = 1_000_000;

    /** Beyond this the masses of a window no longer fit into doubles. */
    private static final double LEAST_LOG = -300;

    private static final double OF_ONE_DATASET = 1e-12;
    private static final int GRID = 1200;

    public ShuffledBits {
        if (!(reports >= 2)) throw new IllegalArgumentException("reports must be at least 2, was " + reports);
        if (!(epsilon0 > 0 && epsilon0 <= 700))
            throw new IllegalArgumentException("epsilon0 must be in (0, 700], was " + epsilon0);
        if (!(datasets >= 1 && datasets <= reports))
            throw new IllegalArgumentException("datasets must be in [1, reports], was " + datasets);
        if (!(tolerance >= 0 && tolerance < 1))
            throw new IllegalArgumentException("tolerance must be in [0, 1), was " + tolerance);
    }

    /** All datasets count. */
    public static ShuffledBits all(int reports, double epsilon0, double tolerance) {
        return new ShuffledBits(reports, epsilon0, half(reports), tolerance);
    }

    /** Only the first datasets count, from below. */
    public static ShuffledBits first(int reports, double epsilon0, int datasets) {
        return new ShuffledBits(reports, epsilon0, Math.min(datasets, half(reports)), 0);
    }

    private static int half(int reports) {
        return (reports - 1) / 2 + 1;
    }

    private BitCounts counts(int ones, double logDelta) {
        return new BitCounts(reports, ones, epsilon0, logDelta - LOG_MARGIN);
    }

    private Bracket worst(WorstDatasetSearch.Question question, double logDelta) {
        if (datasets == half(reports))
            return new WorstDatasetSearch(
                            reports, epsilon0, logDelta - (reports > MANY ? LOG_MARGIN_OF_MANY : LOG_MARGIN))
                    .search(question);
        Bracket worst = question.answer(counts(0, logDelta), Double.NaN);
        for (int ones = 1; ones < datasets; ones++) {
            BitCounts one = counts(ones, logDelta);
            if (!question.isAtMost(one, worst.lower())) worst = worst.max(question.answer(one, worst.upper()));
        }
        return worst;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= epsilon0) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        double log = -20;
        while (log > LEAST_LOG && !(counts(0, log).logDelta(epsilon).lower() > log)) log = Math.max(LEAST_LOG, 2 * log);
        Bracket worst = worst(new OfEpsilon(epsilon), log);
        return Bracket.of(worst.lower(), Math.min(0, worst.upper()));
    }

    @Override
    public Bracket epsilon(double delta) {
        // every report the victim's symbol: possible, and e^epsilon0 times likelier for one neighbour
        if (delta == 0) return Bracket.exactly(epsilon0);
        return worst(new OfDelta(delta), Math.max(LEAST_LOG, Math.log(delta)));
    }

    /** The logarithm of delta at an epsilon. */
    private final class OfEpsilon implements WorstDatasetSearch.Question {
        private final double epsilon;

        OfEpsilon(double epsilon) {
            this.epsilon = epsilon;
        }

        @Override
        public Bracket answer(BitCounts counts, double guess) {
            return counts.logDelta(epsilon);
        }

        @Override
        public boolean isAtMost(BitCounts counts, double bound) {
            return counts.logDelta(epsilon).upper() <= bound;
        }

        @Override
        public double closeAbove(double attained) {
            return attained + tolerance;
        }
    }

    /** The epsilon at a delta. */
    private final class OfDelta implements WorstDatasetSearch.Question {
        private final double delta;
        private final double logDelta;

        OfDelta(double delta) {
            this.delta = delta;
            logDelta = Down.log(delta);
        }

        @Override
        public Bracket answer(BitCounts counts, double guess) {
            double first = 5 * Math.expm1(epsilon0) * Math.exp(-epsilon0 / 2) / Math.sqrt(reports);
            double start = Math.min(0.9 * epsilon0, guess > 0 ? guess : first);
            return Inversion.epsilon(counts::logDelta, delta, start, epsilon0, OF_ONE_DATASET);
        }

        @Override
        public boolean isAtMost(BitCounts counts, double bound) {
            return bound >= 0 && counts.logDelta(bound).upper() <= logDelta;
        }

        @Override
        public double closeAbove(double attained) {
            return Math.min(epsilon0, attained * (1 + tolerance));
        }
    }

    /** Upper: the largest of all profiles, by chords. Lower: one dataset, the others all holding a zero. */
    @Override
    public Pair pair(Side side) {
        if (side == Side.LOWER) return counts(0, -76).attained();
        double reach = 1e-9;
        BitCounts first = counts(0, -66);
        while (reach < epsilon0 && first.logDelta(reach).upper() > -70) reach *= 1.3;
        reach = Math.min(reach, epsilon0 * (1 - 1e-9));
        double[] epsilons = new double[GRID];
        for (int j = 0; j < GRID; j++) epsilons[j] = reach * j / (GRID - 1);
        double[] most = new double[GRID];
        new WorstDatasetSearch(reports, epsilon0, -66 - LOG_MARGIN)
                .raise(new BitCounts.Orders(epsilons, epsilon0), most);
        // no loss exceeds epsilon0: a last dot of height 0
        double[] dots = Arrays.copyOf(epsilons, GRID + 1);
        dots[GRID] = epsilon0;
        double[] heights = new double[GRID + 1];
        for (int j = 0; j < GRID; j++) heights[j] = Math.min(1, most[j]);
        return ConnectTheDots.symmetric(dots, heights);
    }
}
