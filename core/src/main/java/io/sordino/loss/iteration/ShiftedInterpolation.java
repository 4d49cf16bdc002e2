package io.sordino.loss.iteration;

import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * The least distance mu such that the ends of two noisy iterations are as hard to tell apart as N(0, 1) and N(mu, 1):
 * mu^2 is the minimum of the sum of (a_k / v_k)^2 over shifts a_k with z_k = c_k z_(k-1) + s_k - a_k at least 0 and z_T = 0,
 * where z starts at 0, or at the diameter after any number of steps.
 *
 * <p>Theory: docs/theory/LastIterateOfFixedOrder.md
 */
public final class ShiftedInterpolation {
    /*
     * Count from the end. Let g_k be the product of the c after step k, X_k the sum of (g_i v_i)^2 and U_k that of g_i s_i over
     * i >= k, and A_k that of g_i a_i. The constraints say A_k >= U_k for all k with equality at the start, and the cost is the
     * energy of A as a curve over X: the answer is the energy of the least concave majorant of the points (X_k, U_k). Only steps
     * that use the record raise U, so only they can be corners. A restart at the diameter D before step k ends the curve at
     * (X_k, U_k + g D); between two uses a longer run has more noise and a smaller g D, so it is enough to restart right after a use.
     *
     * Rounding. X and U are sums of positive terms, known to a relative error e of a few ulps a step. Take the slopes of the
     * computed curve, (1 + d) times as large, as the shifts. By Abel's summation the height they reach is a sum of positive
     * multiples of X (slopes fall), so it is off by e too and above the true U once d is 2e and some; the cost is off by e again.
     * Terms that underflow are left out of X (less noise) and lifted in U (more shift).
     */
    private static final double TINY = 1e-300;
    private static final double LARGEST_RATIO = 1e100;

    private final double diameter;
    private final double unit;
    /** Products of the factors after each step, and noise gathered from each step on; the last entry is the end. */
    private final double[] factor;

    private final double[] noise;

    /**
     * @param contraction factor c of every step, rounded up
     * @param noise standard deviation v of every step's noise, rounded down
     * @param diameter of the set that iterates stay in, or infinity
     */
    public ShiftedInterpolation(double[] contraction, double[] noise, double diameter) {
        int steps = contraction.length;
        this.diameter = diameter;
        unit = noise[steps - 1];
        factor = new double[steps + 1];
        this.noise = new double[steps + 1];
        double product = 1;
        for (int k = steps - 1; k >= 0; k--) {
            factor[k] = product;
            double share = product * Math.min(LARGEST_RATIO, noise[k] / unit);
            this.noise[k] = this.noise[k + 1] + share * share;
            product *= contraction[k];
        }
    }

    /**
     * An upper bound on the distance for a record that is used at step {@code first} and every {@code stride} steps after it.
     *
     * @param shift how far the step can move two equal points apart when it uses the record, rounded up
     */
    public double distance(int first, int stride, double[] shift) {
        int steps = shift.length;
        if (!(first < steps)) return 0;
        Majorant curve = new Majorant();
        double height = 0;
        double best = Double.POSITIVE_INFINITY;
        for (int k = first + (steps - 1 - first) / stride * stride; k >= first; k -= stride) {
            best = Math.min(best, restarted(curve, k + 1, height));
            height += Math.max(TINY, factor[k] * (shift[k] / unit));
            curve.add(noise[k], height);
        }
        return rounded(Math.min(best, curve.energy()), steps);
    }

    /** The cost of a run that starts after {@code from} steps at the diameter. */
    private double restarted(Majorant curve, int from, double height) {
        if (!(diameter < Double.POSITIVE_INFINITY && from < factor.length - 1)) return Double.POSITIVE_INFINITY;
        return curve.energyTo(noise[from], height + Math.max(TINY, factor[from - 1] * (diameter / unit)));
    }

    private static double rounded(double energy, int steps) {
        double mu = Up.sqrt(energy) * (1 + (16.0 * steps + 64) * Ulp.ONE);
        return mu >= 0 ? Math.max(mu, TINY) : Double.POSITIVE_INFINITY;
    }
}
