package io.sordino.loss.shuffling;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Patience;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds how much shuffled binary randomized response tells for the worst dataset, without looking at each: ranges of datasets
 * are bounded together, and those that may hold the worst are split.
 *
 * <p>A dataset is the number m of ones among the other users. All datasets with m in [a, a + s] share a ones and n - 1 - a - s
 * zeros. Whoever sees the reports of the s users in which they differ sees no less, and then the rest is the dataset with a
 * ones among n - s reports: its loss bounds that of the whole range.
 */
final class WorstDatasetSearch {
    /** How many masses may be worked out for one answer. */
    private static final double MOST_WORK = 4e6;

    /** Ranges of fewer datasets than this share of the reports cost more looks than they are worth at first. */
    private static final double NARROWEST = 2e-4;

    /** What is asked of a dataset; the more it tells, the larger the answer. */
    interface Question {
        Bracket answer(BitCounts counts, double guess);

        boolean isAtMost(BitCounts counts, double bound);

        /** A bound close enough above an attained answer. */
        double closeAbove(double attained);
    }

    /** The datasets with {@code ones} to {@code ones + spare} ones, and a bound for what they tell. */
    private record Range(int ones, int spare, double bound) {}

    private final int reports;
    private final double epsilon0;
    private final double logOutside;
    private double work;

    WorstDatasetSearch(int reports, double epsilon0, double logOutside) {
        this.reports = reports;
        this.epsilon0 = epsilon0;
        this.logOutside = logOutside;
    }

    /** Encloses the largest answer, m up to (n - 1)/2: the others are mirror images. */
    Bracket search(Question question) {
        double attained = Double.NEGATIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        PriorityQueue<Range> open =
                new PriorityQueue<>(Comparator.comparingDouble(Range::bound).reversed());
        List<Range> next = ranges(1, (int) (NARROWEST * reports), Integer.MAX_VALUE);
        double guess = Double.NaN;
        while (!next.isEmpty()) {
            for (Range range : next) {
                Patience.check();
                BitCounts counts = counts(range);
                double close = question.closeAbove(attained);
                if (question.isAtMost(counts, close)) {
                    most = Math.max(most, close);
                    continue;
                }
                Bracket answer = question.answer(counts, guess);
                if (range.spare == 0) {
                    if (answer.lower() > attained) guess = answer.upper();
                    attained = Math.max(attained, answer.lower());
                    most = Math.max(most, answer.upper());
                } else open.add(new Range(range.ones, range.spare, answer.upper()));
            }
            next = List.of();
            Range worst = open.poll();
            if (worst == null) break;
            if (worst.bound <= Math.max(most, question.closeAbove(attained)) || work > MOST_WORK)
                most = Math.max(most, worst.bound);
            else next = halves(worst);
        }
        return Bracket.of(attained, most);
    }

    private static List<Range> halves(Range range) {
        int left = range.spare / 2;
        return List.of(
                new Range(range.ones, left, range.bound),
                new Range(range.ones + left + 1, range.spare - left - 1, range.bound));
    }

    private BitCounts counts(Range range) {
        BitCounts counts = new BitCounts(reports - range.spare, range.ones, epsilon0, logOutside);
        work += counts.size() + 200;
        return counts;
    }

    /** Raises {@code most[j]} to a bound at the j-th order for all datasets, taken in about so many ranges. */
    void raise(BitCounts.Orders orders, double[] most) {
        BitCounts first = new BitCounts(reports, 0, epsilon0, logOutside);
        double affordable = MOST_WORK / (first.size() + 2.0 * most.length);
        int half = (reports - 1) / 2;
        int widest = (int) Math.ceil(2 * half / Math.max(40, affordable));
        double ratio = affordable > half ? 0 : 2 * Math.log(half + 1.0) / affordable;
        for (Range range : ranges(ratio, 0, affordable > half ? 0 : widest)) {
            Patience.check();
            counts(range).raise(orders, most);
        }
    }

    /** All datasets: the first one alone, then ranges that widen with the number of ones, between two widths. */
    private List<Range> ranges(double ratio, int narrowest, int widest) {
        int half = (reports - 1) / 2;
        List<Range> ranges = new ArrayList<>();
        for (int ones = 0; ones <= half; ) {
            int spare = ones == 0 ? 0 : (int) Math.min(widest, Math.max(narrowest, ones * ratio));
            spare = Math.min(spare, half - ones);
            ranges.add(new Range(ones, spare, Double.POSITIVE_INFINITY));
            ones += spare + 1;
        }
        return ranges;
    }
}
