package io.sordino.loss.sampling;

import io.sordino.numeric.Normal;
import io.sordino.numeric.Ulp;

/**
 * From above, the profile at x of at least 1 of (1-q) N(o) + q N(t) against (1-q) N(o) + q N(t') in the plane, t and t' given by their squared distances a and b from o
 * and the product c of the two ways.
 *
 * <p>Along the line through t and t' the two laws differ, across it both see the same factor f, whose mean is 1. Given f the profile is that of a line, and it is convex
 * and rising in f; so f may be split between the ends of cells with its mean kept, and lies above where it is rounded.
 */
final class TripleHeights implements Places.Heights {
    private static final double CELL = 0.15;
    private static final double FARTHEST = 6.5;
    /** More than the rounding of four probabilities, in units of their sum. */
    private static final double ROUNDING = 64 * Ulp.ONE;

    private final double rate;
    /** Where t and t' are, on the line, seen from o. */
    private final double ahead;

    private final double behind;
    private final double[] factor;
    private final double[] weight;
    /** Of the factor beyond the last cell; there the profile is at most q times the factor. */
    private final double rest;

    TripleHeights(double rate, double a, double b, double c) {
        this.rate = rate;
        // were t between o and t', it would count from one crossing to another; a smaller product lies above, and there
        // is one crossing
        double product = Math.min(a, c);
        double apart = Math.sqrt(a + b - 2 * product);
        ahead = (a - product) / apart;
        behind = (product - b) / apart;
        double across = Math.sqrt(Math.max(0, a - ahead * ahead));
        if (across < 1e-9) {
            // so near the line that the factor is 1 but for less than the rounding allows
            factor = new double[] {1 + 20 * across};
            weight = new double[] {1};
            rest = Normal.sf(19);
            return;
        }
        int cells = (int) Math.ceil((2 * FARTHEST + across) / CELL);
        factor = new double[cells + 1];
        weight = new double[cells + 1];
        double last = -FARTHEST;
        factor[0] = Math.exp(across * (last - across / 2));
        weight[0] = Normal.cdf(last);
        for (int i = 1; i <= cells; i++) {
            double next = -FARTHEST + i * CELL;
            factor[i] = Math.exp(across * (next - across / 2));
            double mass = Normal.between(last, next);
            double mean = Normal.between(last - across, next - across) / mass;
            double share = (mean - factor[i - 1]) / (factor[i] - factor[i - 1]) + 1e-12 / Math.min(1, across * CELL);
            share = Math.min(1, Math.max(0, share));
            weight[i - 1] += mass * (1 - share);
            weight[i] += mass * share;
            last = next;
        }
        rest = Normal.sf(last - across);
    }

    @Override
    public double at(double above) {
        double x = 1 + above;
        double none = (1 - rate) * above;
        double sum = 0;
        double z = 0;
        for (int i = factor.length - 1; i >= 0; i--) {
            double hit = rate * factor[i];
            z = crossing(x, none / hit, z);
            double p = hit * Normal.sf(z - ahead);
            double q = hit * x * Normal.sf(z - behind) + none * Normal.sf(z);
            sum += weight[i] * (Math.max(0, p - q) + ROUNDING * (p + q));
        }
        double height = sum * (1 + 1e-12) + rate * rest;
        // a crossing that was not found tells nothing
        return height >= 0 ? height : 1;
    }

    /**
     * Where e^(ahead z - ahead^2/2) = x e^(behind z - behind^2/2) + level. The difference of the logarithms is concave and rises, so that Newton's method comes from
     * the left after its first step; a wrong crossing costs the square of its error.
     */
    private double crossing(double x, double level, double start) {
        double z = start;
        for (int i = 0; i < 60; i++) {
            double other = x * Math.exp(behind * (z - behind / 2));
            double slope = ahead - behind * other / (other + level);
            double step = (ahead * (z - ahead / 2) - Math.log(other + level)) / slope;
            z -= step;
            if (Math.abs(step) < 1e-8) break;
        }
        return z;
    }
}
