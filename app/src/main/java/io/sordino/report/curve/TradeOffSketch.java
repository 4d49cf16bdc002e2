package io.sordino.report.curve;

import io.sordino.numeric.Bracket;
import io.sordino.report.TimeBudget;
import java.util.ArrayList;
import java.util.List;

/**
 * The trade-off of a profile that was read at a few places: beta(alpha) = sup over y = e^eps of 1 - delta - y alpha.
 *
 * <p>Every place proves a lower end. Delta is convex in y, so between two places the chords on either side, drawn on, bound the
 * rest from above. A whole curve costs a few dozen readings, where a search for every alpha would cost thousands.
 */
final class TradeOffSketch {
    private static final int FEWEST = 13;
    private static final int MOST_CORNERS = 16;
    private static final double SAME = 1e-6;
    private static final double NEAR = 1e-3;

    private final double[] y;
    private final double[] deltaLower;
    private final double[] deltaUpper;

    /** @param reach the largest epsilon that is read, on either side of 0 */
    TradeOffSketch(Evidence evidence, double reach, int places, TimeBudget pace) {
        List<double[]> found = new ArrayList<>();
        int count = FEWEST;
        // each round doubles the places while there is time
        double[] epsilons = Spacing.even(-reach, reach, count);
        for (double epsilon : epsilons) found.add(read(evidence, epsilon));
        // a pure mechanism has its corners here
        double corner = evidence.epsilon().upper();
        if (corner < reach && corner > 0) {
            found.add(read(evidence, corner));
            found.add(read(evidence, -corner));
        }
        while (count < places && pace.more()) {
            double[] finer = Spacing.even(-reach, reach, 2 * count - 1);
            for (int i = 1; i < finer.length && pace.more(); i += 2) found.add(read(evidence, finer[i]));
            count = 2 * count - 1;
        }
        found.sort((a, b) -> Double.compare(a[0], b[0]));
        y = found.stream().mapToDouble(one -> one[0]).toArray();
        deltaLower = found.stream().mapToDouble(one -> one[1]).toArray();
        deltaUpper = found.stream().mapToDouble(one -> one[2]).toArray();
    }

    private static double[] read(Evidence evidence, double epsilon) {
        Bracket log = evidence.logDelta(epsilon);
        return new double[] {Math.exp(epsilon), Math.exp(log.lower()), Math.exp(log.upper())};
    }

    /** Where the curve of a loss with atoms bends: lines of different slopes meet there, and a chord would cut the corner off. */
    double[] corners() {
        List<Double> found = new ArrayList<>();
        for (int i = 0; i + 2 < y.length && found.size() < MOST_CORNERS; i++) {
            double here = (deltaUpper[i] - deltaUpper[i + 1]) / (y[i + 1] - y[i]);
            double next = (deltaUpper[i + 1] - deltaUpper[i + 2]) / (y[i + 2] - y[i + 1]);
            boolean one = Math.abs(here - next) <= SAME * here && here < 1;
            if (one && found.stream().noneMatch(other -> Math.abs(other - here) <= NEAR)) found.add(here);
        }
        return found.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** How many members the best attacker misses who accuses wrongly this often. */
    Bracket missed(double alpha) {
        double lower = 0;
        double upper = 0;
        for (int i = 0; i < y.length; i++) {
            lower = Math.max(lower, 1 - deltaUpper[i] - y[i] * alpha);
            upper = Math.max(upper, 1 - deltaLower[i] - y[i] * alpha);
        }
        for (int i = 0; i + 1 < y.length; i++) upper = Math.max(upper, between(i, alpha));
        // outside all places: delta is at least 1 - y on the left, and falls on the right
        upper = Math.max(upper, y[0] * (1 - alpha));
        upper = Math.max(upper, 1 - y[y.length - 1] * alpha);
        double most = 1 - alpha;
        // who guesses misses no more
        return Bracket.of(Math.min(lower, most), Math.min(upper, most));
    }

    /** The largest value that chords allow between places i and i + 1: where the one from the left meets the one from the right. */
    private double between(int i, double alpha) {
        double[] left = i > 0 ? beyond(i, i - 1, alpha) : new double[] {1 - alpha * y[i], -alpha};
        double[] right = i + 2 < y.length ? beyond(i + 1, i + 2, alpha) : new double[] {1 - alpha * y[i + 1], -alpha};
        // left: a + s (t - y_i); right: b + r (t - y_(i+1))
        double width = y[i + 1] - y[i];
        double atLeft = Math.min(left[0], right[0] - right[1] * width);
        double atRight = Math.min(right[0], left[0] + left[1] * width);
        double meet = (right[0] - left[0] - right[1] * width) / (left[1] - right[1]);
        double top = Math.max(atLeft, atRight);
        return meet > 0 && meet < width ? Math.max(top, left[0] + left[1] * meet) : top;
    }

    /** A line above the concave function beyond a place, away from another one: its value there and its slope. */
    private double[] beyond(int place, int other, double alpha) {
        double here = 1 - deltaLower[place] - y[place] * alpha;
        double there = 1 - deltaUpper[other] - y[other] * alpha;
        return new double[] {here, (here - there) / (y[place] - y[other])};
    }
}
