package io.sordino.loss.allocation;

import java.util.ArrayList;
import java.util.List;

/**
 * Sums over runs of neighbouring points of a geometric grid, plain and with weights that fall by e^(-step) from point to point,
 * from runs of powers of two: nothing is ever subtracted, so a sum is as good in relative terms as the points are.
 */
final class DyadicRunSums {
    private final double step;
    /** At j the sum over the run of 2^level points that ends there. */
    private final List<double[]> plain = new ArrayList<>();

    private final List<double[]> falling = new ArrayList<>();

    DyadicRunSums(double[] mass, double step) {
        this.step = step;
        plain.add(mass);
        falling.add(mass);
    }

    /**
     * Adds all pairs of a point at {@code j} and one of these between {@code from} and {@code to} (exclusive) places below, at
     * which their sum is {@code k} cells above the larger one: masses, and excesses over the lower end of the cell.
     */
    void addPairs(double[] larger, double times, int from, int to, int k, double[] mass, double[] excess) {
        // the excess at distance d is e^(-k step) (1 + e^(-d step)) - 1
        double constant = Math.expm1(-k * step);
        int near = from;
        while (near < to) {
            int level = 31 - Integer.numberOfLeadingZeros(to - near);
            add(larger, times, near, k, level, constant, Math.exp(-(k + (double) near) * step), mass, excess);
            near += 1 << level;
        }
    }

    private void add(
            double[] larger,
            double times,
            int near,
            int k,
            int level,
            double constant,
            double decayed,
            double[] mass,
            double[] excess) {
        double[] sum = sums(level);
        double[] fallen = falling.get(level);
        for (int j = near; j < larger.length; j++) {
            double weight = times * larger[j];
            double one = sum[j - near];
            mass[j + k] += weight * one;
            excess[j + k] += weight * (constant * one + decayed * fallen[j - near]);
        }
    }

    private double[] sums(int level) {
        while (plain.size() <= level) {
            int last = plain.size() - 1;
            plain.add(doubled(plain.get(last), 1 << last, 1));
            falling.add(doubled(falling.get(last), 1 << last, Math.exp(-(1 << last) * step)));
        }
        return plain.get(level);
    }

    private static double[] doubled(double[] runs, int length, double factor) {
        double[] twice = runs.clone();
        for (int j = length; j < runs.length; j++) twice[j] += factor * runs[j - length];
        return twice;
    }
}
