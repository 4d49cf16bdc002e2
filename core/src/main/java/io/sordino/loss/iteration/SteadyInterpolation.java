package io.sordino.loss.iteration;

import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * {@link ShiftedInterpolation} for steps that are all alike, in closed form and for any number of steps: the record is used
 * {@code uses} times, every {@code stride} steps, and {@code after} steps follow the last use.
 *
 * @param gap 1 - c for the contraction factor c, rounded down
 * @param shift how far a step that uses the record moves two equal points apart, in units of a step's noise, rounded up
 * @param diameter of the set that iterates stay in, in the same unit, rounded up, or infinity
 */
public record SteadyInterpolation(
        long steps, double gap, double shift, double diameter, long stride, long uses, long after) {
    /*
     * From the end, the point of use i (0 is the last) is at X = 1 + c^2 + ..., of after + i stride + 1 terms, and
     * U = shift c^after (1 + c^stride + ...), of i + 1 terms. From the first point on slopes never fall (they are equal for c = 1), so
     * the points between the first and the last are never corners: the curve has at most three pieces, with a restart.
     *
     * Every sum is (1 - c^n) / (1 - c) from n log c, so its relative error is a few ulps times 1 + n |log c| at most, and
     * n |log c| above 700 means an underflow, which is lifted where it matters.
     */
    private static final double TINY = 1e-300;
    private static final double ERROR = 1 + 16 * 1000 * Ulp.ONE;

    /** The cost of every plan is evaluated at this many numbers of uses between two powers of two. */
    private static final int PER_DOUBLING = 8;

    public SteadyInterpolation {
        if (!(gap >= 0 && gap <= 1)) throw new IllegalArgumentException("gap must be in [0, 1], was " + gap);
        if (!(uses >= 1 && stride >= 1 && after >= 0 && after + (uses - 1) * stride < steps))
            throw new IllegalArgumentException(
                    uses + " uses every " + stride + " steps and " + after + " more do not fit in " + steps);
    }

    /** An upper bound on the distance. */
    public double distance() {
        double best = energy(uses);
        if (diameter < Double.POSITIVE_INFINITY) best = Math.min(best, bestRestart());
        double mu = Up.sqrt(best) * ERROR;
        return mu >= 0 ? Math.max(mu, TINY) : Double.POSITIVE_INFINITY;
    }

    private double energy(long counted) {
        return curve(counted).energy();
    }

    private Majorant curve(long counted) {
        Majorant curve = new Majorant();
        if (counted >= 1) curve.add(noise(after + 1), height(1));
        if (counted >= 2) curve.add(noise(after + (counted - 1) * stride + 1), height(counted));
        return curve;
    }

    /** The cost of a run that begins at the diameter right after a use and sees the last {@code counted} uses. */
    private double restarted(long counted) {
        long length = after + counted * stride;
        if (!(length >= 1 && length < steps)) return Double.POSITIVE_INFINITY;
        return curve(counted).energyTo(noise(length), height(counted) + Math.max(TINY, diameter * power(length)));
    }

    /** Any number of uses gives a bound; the cost falls, then rises, so a coarse look finds where to look closely. */
    private double bestRestart() {
        double best = Double.POSITIVE_INFINITY;
        long at = 0;
        for (long counted = 0; counted < uses; counted = next(counted)) {
            double cost = restarted(counted);
            if (cost < best) {
                best = cost;
                at = counted;
            }
        }
        double last = restarted(uses);
        if (last < best) {
            best = last;
            at = uses;
        }
        long low = Math.max(0, at - at / PER_DOUBLING - 2);
        long high = Math.min(uses, next(at));
        while (high - low > 8) {
            long third = (high - low) / 3;
            double left = restarted(low + third);
            double right = restarted(high - third);
            best = Math.min(best, Math.min(left, right));
            if (left <= right) high -= third;
            else low += third;
        }
        for (long counted = low; counted <= high; counted++) best = Math.min(best, restarted(counted));
        return best;
    }

    private static long next(long counted) {
        return counted + Math.max(1, counted / PER_DOUBLING);
    }

    /** 1 + c^2 + ... + c^(2n - 2). */
    private double noise(long n) {
        return Geometric.sum(2 * rate(), n);
    }

    /** The shift that n uses leave at the end. */
    private double height(long n) {
        if (n == 0) return 0;
        return Math.max(TINY * n, shift * power(after) * Geometric.sum(stride * rate(), n));
    }

    private double power(long n) {
        return n == 0 ? 1 : Math.exp(-n * rate());
    }

    /** -log c. */
    private double rate() {
        return -Math.log1p(-gap);
    }
}
