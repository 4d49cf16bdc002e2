package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.BelowWindow;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Ulp;

/** The sum of t likelihood ratios on a geometric grid, by repeated doubling: for wide laws, of few steps or little noise. */
final class GeometricRatioSum {
    private static final double MOST_POINTS = 12_000;

    private final LikelihoodRatio ratio;
    private final long steps;
    private final double logTail;
    private final double from;
    private final double to;
    private final double step;

    /**
     * @param roughness variance that rounding may add to the loss, relative to the whole
     * @param logTail log of a mass that may be given up
     */
    GeometricRatioSum(LikelihoodRatio ratio, long steps, double roughness, double logTail) {
        this.ratio = ratio;
        this.steps = steps;
        this.logTail = logTail;
        double allowed = Math.exp(logTail) / 8;
        to = Math.min(ratio.most, largest(allowed, roughness));
        from = Math.max(ratio.least, Math.min(to / 4, least(roughness)));
        double variance = Math.min(1, ratio.variance() / steps);
        double wanted = Math.sqrt(4 * roughness * variance);
        double range = Math.log(to / from) + Math.log((double) steps);
        step = Math.max(wanted, range / MOST_POINTS);
    }

    private double largest(double allowed, double roughness) {
        return LinearRatioSum.reach(v -> {
            double[] above = ratio.above(v);
            return ratio.added()
                    ? steps * above[0] <= 1e-3 * roughness && v > 4.0 * steps
                    : above[1] + steps * above[0] <= allowed;
        });
    }

    /** Below this a ratio may be taken as nothing. */
    private double least(double roughness) {
        double[] m = new double[1];
        double[] w = new double[1];
        double all = Math.exp(Math.max(-690, logTail) / steps) / 16;
        double low = 1;
        for (int i = 0; i < 900 && low > 1e-270; i++) {
            m[0] = 0;
            w[0] = 0;
            if (ratio.continuous()) ratio.cells(new double[] {0, low}, m, w);
            for (int k = 0; k < ratio.value.length; k++)
                if (ratio.value[k] < low) {
                    m[0] += ratio.mass[k];
                    w[0] += ratio.mass[k] * ratio.value[k];
                }
            boolean rare = ratio.added() ? m[0] <= Math.min(1e-3, all) : w[0] <= 1e-3 * roughness;
            if (rare) return low;
            low /= 1.5;
        }
        return low;
    }

    /** About how many seconds one side takes. */
    double seconds() {
        double points = (Math.log(to / from) + Math.log((double) steps)) / step;
        double runs = Math.min(points, Math.log(2) / step);
        double doublings = 63 - Long.numberOfLeadingZeros(steps) + Long.bitCount(steps) - 1.0;
        return 5e-9 * points * Math.max(16, runs) * doublings;
    }

    SumLaw law(Side side) {
        Change change = ratio.change();
        double tail = Math.exp(logTail) / 64 / (64 - Long.numberOfLeadingZeros(steps)) / steps;
        GeometricLaw one = GeometricLaw.of(ratio, step, from, to, side);
        GeometricLaw sum = one;
        for (long bit = Long.highestOneBit(steps) >> 1; bit > 0; bit >>= 1) {
            sum = sum.plus(sum, side, change).trimmed(tail, side, change);
            if ((steps & bit) != 0) sum = sum.plus(one, side, change).trimmed(tail, side, change);
        }
        return law(sum, side);
    }

    private SumLaw law(GeometricLaw sum, Side side) {
        int n = sum.mass.length;
        Change change = ratio.change();
        double sign = side == Side.UPPER ? 1 : -1;
        double factor = side == Side.UPPER ? Math.exp(sum.error) : Math.exp(-sum.error);
        WeightedPoints points = new WeightedPoints(n + 1);
        if (change == Change.REMOVED) points.add(0, sum.zero * factor);
        double far = 0;
        for (int k = 0; k < n; k++) {
            int i = change == Change.ADDED ? n - 1 - k : k;
            double log = sum.logValue(i);
            far = Math.max(far, Math.abs(log));
            points.add((change == Change.ADDED ? -1 : 1) * Math.exp(log), sum.mass[i] * factor);
        }
        if (change == Change.ADDED) points.add(0, sum.zero * factor);
        double lost = change == Change.ADDED ? 0 : ratio.infinity(side);
        if (side == Side.UPPER && change == Change.REMOVED) lost += sum.lostMoment / steps;
        double scale = 2 * Math.max(ratio.valueError(from), ratio.valueError(to)) + 16 * Ulp.ONE * (1 + far);
        return new SumLaw(points, Math.min(1, lost * (1 + sign * 1e-12)), side, scale, 0, BelowWindow.NOTHING);
    }
}
