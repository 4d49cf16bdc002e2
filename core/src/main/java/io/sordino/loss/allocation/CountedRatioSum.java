package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.BelowWindow;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import java.util.Optional;

/**
 * The sum of t likelihood ratios that take a few values each, by how often each value comes: a multinomial law, exact up to
 * rounding where any lattice would have to round.
 */
final class CountedRatioSum {
    private static final double MOST_POINTS = 40_000;

    private final long steps;
    private final double[] value;
    private final double[] logMass;
    private final double[] logFactorial;
    private final Side side;
    private final Change change;
    private final double massError;
    private final WeightedPoints points = new WeightedPoints(64);
    /** P-mass of sums whose mass is no double. */
    private double unplaced;

    private CountedRatioSum(LikelihoodRatio ratio, long steps, Side side) {
        this.steps = steps;
        this.side = side;
        this.change = ratio.change();
        double zero = ratio.zero(side);
        int n = ratio.value.length + (zero > 0 ? 1 : 0);
        value = new double[n];
        logMass = new double[n];
        if (zero > 0) logMass[0] = Math.log(zero);
        for (int i = 0; i < ratio.value.length; i++) {
            value[n - ratio.value.length + i] = ratio.value[i];
            logMass[n - ratio.value.length + i] = Math.log(ratio.mass[i]);
        }
        logFactorial = new double[(int) steps + 1];
        double rest = 0;
        for (int k = 2; k <= steps; k++) {
            // compensated, so that the last one is as good as the first
            double log = Math.log(k) + rest;
            logFactorial[k] = logFactorial[k - 1] + log;
            rest = log - (logFactorial[k] - logFactorial[k - 1]);
        }
        massError = steps * (ratio.massError() + 4 * Ulp.ONE);
    }

    /** Empty where the values are many, or come in too many ways. */
    static Optional<SumLaw> of(LikelihoodRatio ratio, long steps, Side side) {
        int kinds = ratio.value.length + (ratio.zero(side) > 0 ? 1 : 0);
        if (ratio.continuous() || ratio.value.length == 0) return Optional.empty();
        // a mass without accuracy has no logarithm
        for (double mass : ratio.mass) if (!(mass >= GeometricLaw.INACCURATE)) return Optional.empty();
        double ways = 1;
        for (int i = 1; i < kinds && ways <= MOST_POINTS; i++) ways *= (steps + i) / (double) i;
        if (!(ways <= MOST_POINTS) || !(ratio.most * steps < 1e280)) return Optional.empty();
        Patience.check();
        CountedRatioSum sum = new CountedRatioSum(ratio, steps, side);
        sum.add(0, steps, 0, sum.logFactorial[(int) steps], Math.abs(sum.logFactorial[(int) steps]));
        return Optional.of(sum.law(ratio));
    }

    /** @param size the sum of the absolute values of all terms of {@code log}, of which each rounding is a small part */
    private void add(int kind, long left, double sum, double log, double size) {
        if (kind == value.length - 1) {
            place(sum + left * value[kind], plus(kind, left, log), plusSize(kind, left, size));
            return;
        }
        for (long k = 0; k <= left; k++)
            add(kind + 1, left - k, sum + k * value[kind], plus(kind, k, log), plusSize(kind, k, size));
    }

    private double plus(int kind, long k, double log) {
        return k == 0 ? log : log + (k * logMass[kind] - logFactorial[(int) k]);
    }

    private double plusSize(int kind, long k, double size) {
        return k == 0 ? size : size + k * Math.abs(logMass[kind]) + logFactorial[(int) k];
    }

    private void place(double sum, double log, double size) {
        double doubt = massError + 8 * Ulp.ONE * (1 + size);
        double m = Math.exp(side == Side.UPPER ? log + doubt : log - doubt);
        if (m >= GeometricLaw.INACCURATE) points.add(change == Change.ADDED ? -sum : sum, Math.min(1, m));
        else if (side == Side.UPPER && change == Change.ADDED) points.add(-sum, m + Double.MIN_VALUE);
        else if (sum > 0) unplaced += Math.exp(log + doubt + Math.log(sum / steps)) + Double.MIN_VALUE;
    }

    private SumLaw law(LikelihoodRatio ratio) {
        points.sort();
        double sign = side == Side.UPPER ? 1 : -1;
        double lost = change == Change.ADDED ? 0 : ratio.infinity(side);
        if (side == Side.UPPER && change == Change.REMOVED) lost += unplaced;
        double least = value[value.length - ratio.value.length];
        double scale = 2 * Math.max(ratio.valueError(least), ratio.valueError(ratio.most))
                + (16 + 4.0 * value.length) * Ulp.ONE;
        return new SumLaw(points, Math.min(1, lost * (1 + sign * 1e-12)), side, scale, 0, BelowWindow.NOTHING);
    }
}
