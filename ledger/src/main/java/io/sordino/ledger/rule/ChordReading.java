package io.sordino.ledger.rule;

import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.DoubleUnaryOperator;

/**
 * Reads a curve that is slow to ask at few of many orders. A profile is convex, so between two orders it lies below the chord of what it is
 * at most there; it is asked again only where a chord is farther above the coupons than any order that was asked, and the largest
 * difference comes out as if every order had been asked.
 */
final class ChordReading {
    private final DoubleUnaryOperator curve;
    private final double[] knots;
    private final double[] floor;
    private final double[] values;
    private double worst;

    /** Two neighbours that were asked, and the knot between them whose chord is farthest above the floor. */
    private record Gap(int from, int to, int knot, double excess) {}

    private ChordReading(DoubleUnaryOperator curve, double[] knots, double[] floor) {
        this.curve = curve;
        this.knots = knots;
        this.floor = floor;
        this.values = new double[knots.length];
    }

    /**
     * No less than the curve at every knot.
     *
     * @param curve no less than a profile, at an order
     * @param knots increasing, 1 among them; below it the chord from order 0 will do, since the other direction's orders above 1 say what those below are
     * @param floor what the curve is compared with
     * @param most how often the curve is asked; what is not asked by then stays with its chord
     */
    static double[] of(DoubleUnaryOperator curve, double[] knots, double[] floor, int most) {
        ChordReading reading = new ChordReading(curve, knots, floor);
        reading.read(most);
        return reading.values;
    }

    private void read(int most) {
        int one = Arrays.binarySearch(knots, 1);
        if (one < 0) throw new IllegalArgumentException("order 1 is not among the knots");
        int last = knots.length - 1;
        ask(one);
        for (int i = 0; i < one; i++) values[i] = chord(0, 1, knots[one], values[one], knots[i]);
        if (last > one) ask(last);
        PriorityQueue<Gap> gaps =
                new PriorityQueue<>(Comparator.comparingDouble(Gap::excess).reversed());
        addGap(gaps, one, last);
        for (int asked = 2; asked < most && !gaps.isEmpty(); asked++) {
            Gap gap = gaps.remove();
            if (gap.excess <= worst) break;
            ask(gap.knot);
            addGap(gaps, gap.from, gap.knot);
            addGap(gaps, gap.knot, gap.to);
        }
    }

    private void ask(int i) {
        values[i] = curve.applyAsDouble(knots[i]);
        worst = Math.max(worst, values[i] - floor[i]);
    }

    private void addGap(PriorityQueue<Gap> gaps, int from, int to) {
        int farthest = -1;
        double excess = Double.NEGATIVE_INFINITY;
        for (int i = from + 1; i < to; i++) {
            values[i] = chord(knots[from], values[from], knots[to], values[to], knots[i]);
            if (values[i] - floor[i] > excess) {
                excess = values[i] - floor[i];
                farthest = i;
            }
        }
        if (farthest >= 0) gaps.add(new Gap(from, to, farthest, excess));
    }

    /** The line through two points, rounded up, for a value that falls. */
    private static double chord(double x0, double y0, double x1, double y1, double x) {
        if (!(y1 < y0)) return Math.max(y0, y1);
        double share = Up.div(Up.sub(x1, x), Down.sub(x1, x0));
        return Math.min(y0, Up.add(y1, Up.mul(share, Up.sub(y0, y1))));
    }
}
