package io.sordino.loss.lattice;

import io.sordino.numeric.Ulp;
import java.util.Arrays;
import java.util.List;

/**
 * Several tilts of the same sum on one lattice. One tilt is accurate around its own mean only; but all of them bound the same
 * masses, so every mass is read off the tilt that knows it best: the least of the upper bounds, the largest of the lower ones.
 */
public final class TiltedSums {
    /** From one exponential to the next the factor of a place goes by multiplications, each wrong by an ulp. */
    private static final int STRIDE = 64;

    /** Covers STRIDE products of a ratio e^x with |x| at most MOST_EXPONENT. */
    private static final double MULTIPLIED = 1e-13;

    private static final double MOST_EXPONENT = 4;

    private final List<TiltedLaw> sums;
    private final TiltedLaw any;
    private final long low;
    private final int points;
    private final double slack;

    /**
     * @param mostPoints the windows of far tilts may lie far apart
     */
    public TiltedSums(List<TiltedLaw> sums, int mostPoints) {
        this.sums = List.copyOf(sums);
        this.any = sums.get(0);
        this.low = sums.stream().mapToLong(TiltedLaw::first).min().orElseThrow();
        long high = sums.stream()
                .mapToLong(sum -> sum.first() + sum.weight().length - 1)
                .max()
                .orElseThrow();
        double width = (double) high - low + 1;
        if (!(width <= mostPoints)) throw new Convolution.TooWide(width);
        this.points = (int) width;
        this.slack = sums.stream().mapToDouble(TiltedLaw::slack).max().orElseThrow();
        double farthest = Math.max(Math.abs(lowest()), Math.abs(highest())) + slack;
        if (!(farthest < Double.MAX_VALUE)) throw new Convolution.TooWide(width);
    }

    /** The place of the first mass on the lattice. */
    public long low() {
        return low;
    }

    /** By how much every value may be off. */
    public double slack() {
        return slack;
    }

    public double value(int i) {
        return any.offset() + (low + i) * any.step();
    }

    public double lowest() {
        return value(0);
    }

    public double highest() {
        return value(points - 1);
    }

    /** At most this mass is at each place: what a tilted law says, or all that may have strayed from its window. */
    public double[] atMost() {
        double[] mass = new double[points];
        Arrays.fill(mass, Double.POSITIVE_INFINITY);
        for (TiltedLaw sum : sums) {
            int start = (int) (sum.first() - low);
            int end = start + sum.weight().length;
            double[] factor = new double[STRIDE];
            for (int from = 0; from < points; from += STRIDE) {
                int to = Math.min(points, from + STRIDE);
                factors(sum, from, 1, factor);
                for (int i = from; i < to; i++) {
                    double weight = i >= start && i < end ? sum.weight()[i - start] : sum.stray();
                    double most = weight == 0 ? 0 : weight * factor[i - from];
                    // what is no number bounds nothing
                    if (most < mass[i]) mass[i] = most;
                }
            }
        }
        return mass;
    }

    /** At least this mass is at each place. */
    public double[] atLeast() {
        double[] mass = new double[points];
        for (TiltedLaw sum : sums) {
            int start = (int) (sum.first() - low);
            double[] weight = sum.weight();
            double[] factor = new double[STRIDE];
            for (int from = 0; from < weight.length; from += STRIDE) {
                int to = Math.min(weight.length, from + STRIDE);
                factors(sum, start + from, -1, factor);
                for (int i = from; i < to; i++) {
                    double sure = weight[i] - sum.stray();
                    if (sure > 0) mass[start + i] = Math.max(mass[start + i], sure * factor[i - from]);
                }
            }
        }
        return mass;
    }

    /** At most this mass of a tilted law was lost beyond a value, to the side on which the tilt makes values rarer. */
    public static double beyond(TiltedLaw sum, double value) {
        return sum.stray() == 0 ? 0 : sum.stray() * factor(sum, value, 1);
    }

    /** What turns weights from a place on into masses, rounded up for a sign of 1 and down for -1. */
    private void factors(TiltedLaw sum, int from, int sign, double[] into) {
        double exponent = sum.theta() * any.step();
        double ratio = Math.exp(-exponent);
        double factor = factor(sum, value(from), sign);
        for (int i = 0; i < into.length; i++) {
            into[i] = factor;
            factor *= ratio;
        }
        double last = into[into.length - 1];
        if (Math.abs(exponent) <= MOST_EXPONENT && last > Double.MIN_NORMAL && last < Double.MAX_VALUE) return;
        // products lose their accuracy at the ends of the range of doubles
        for (int i = 0; i < into.length; i++) into[i] = factor(sum, value(from + i), sign);
    }

    /** Mass for a weight at a value. */
    private static double factor(TiltedLaw sum, double value, int sign) {
        double log = sum.logScale() - sum.theta() * value;
        double wrong =
                sum.relative() + 4 * Ulp.ONE * (Math.abs(sum.logScale()) + Math.abs(sum.theta() * value)) + MULTIPLIED;
        return Math.exp(log + sign * wrong);
    }
}
