package io.sordino.loss.lattice;

import io.sordino.numeric.Ulp;

/**
 * Weight of a tilted law that lies below its window, wherever that is: the mean of y - v over what of it lies above v is at most
 * e^(log - theta v), since (y - v) e^(-theta y) is nowhere above e^(-theta v - 1) / theta.
 */
public record BelowWindow(double log, double theta) {
    public static final BelowWindow NOTHING = new BelowWindow(Double.NEGATIVE_INFINITY, 0);

    /** Of a law with a positive tilt; without a tilt what strays counts at the foot of the window. */
    public static BelowWindow of(TiltedLaw sum) {
        if (sum.stray() == 0) return NOTHING;
        double log = Math.log(sum.stray()) + sum.logScale() + sum.relative() - 1 - Math.log(sum.theta());
        double rounding = 16 * Ulp.ONE * (Math.abs(sum.logScale()) + Math.abs(log) + 1);
        return new BelowWindow(log + rounding, sum.theta());
    }

    public double excess(double v) {
        double rounding = 4 * Ulp.ONE * (Math.abs(theta * v) + 1);
        return Math.exp(log - theta * v + rounding);
    }
}
