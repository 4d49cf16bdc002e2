package io.sordino.loss.allocation;

import io.sordino.loss.Side;
import io.sordino.loss.lattice.BelowWindow;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Ulp;

/**
 * The law of a sum of signed likelihood ratios on one side, as points, and the expected excess of the sum over any value: a
 * convex curve of straight pieces, by a recurrence of positive terms.
 */
final class SumLaw {
    final double[] value;
    final double[] mass;
    /** Mass that counts in full whatever is asked: the upper side could not place it. */
    final double lost;

    private final Side side;
    private final BelowWindow strayed;
    private final double scaleError;
    private final double shiftError;
    private final double[] excess;
    private final double[] above;

    /**
     * @param points by increasing value
     * @param scaleError relative error of the values
     * @param shiftError absolute error of the values
     * @param strayed what lies below all points
     */
    SumLaw(WeightedPoints points, double lost, Side side, double scaleError, double shiftError, BelowWindow strayed) {
        int n = points.size();
        this.strayed = strayed;
        this.scaleError = scaleError;
        this.shiftError = shiftError;
        this.side = side;
        this.lost = lost;
        value = new double[n];
        mass = java.util.Arrays.copyOf(points.weight(), n);
        double sign = side == Side.UPPER ? 1 : -1;
        for (int i = 0; i < n; i++) {
            double x = points.x()[i];
            value[i] = x + sign * (Math.abs(x) * scaleError + shiftError);
        }
        excess = new double[n];
        above = new double[n];
        double sum = 0;
        double over = 0;
        for (int i = n - 1; i >= 0; i--) {
            if (i < n - 1) over += (value[i + 1] - value[i]) * sum;
            excess[i] = over;
            sum += mass[i];
            above[i] = sum;
        }
    }

    /** A law of which nothing is known. */
    static SumLaw unknown(Side side) {
        return new SumLaw(new WeightedPoints(1), side == Side.UPPER ? 1 : 0, side, 0, 0, BelowWindow.NOTHING);
    }

    /** E (sum - v)+, rounded to this side. */
    double excess(double v) {
        return side == Side.LOWER ? found(v) : found(v) + strayed.excess(v - (Math.abs(v) * scaleError + shiftError));
    }

    private double found(double v) {
        int n = value.length;
        if (n == 0) return 0;
        int place = java.util.Arrays.binarySearch(value, v);
        int next = place >= 0 ? place : -place - 1;
        if (next >= n) return 0;
        double sum = excess[next] + (value[next] - v) * above[next];
        double rounding = (4.0 * n + 64) * Ulp.ONE;
        return side == Side.UPPER ? sum * (1 + rounding) + Double.MIN_NORMAL : sum * (1 - rounding);
    }
}
