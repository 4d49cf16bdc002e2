package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.numeric.CompensatedSum;
import io.sordino.numeric.Ulp;
import java.util.Arrays;

/**
 * Turns what is known to lie below a pair into a pair that is made from it by merging outcomes, so that whatever is done to both
 * of them next keeps the order.
 *
 * <p>With T for e^epsilon let H(T) be the profile of the true pair (P, Q) and G(T) = sum of (p - T q)+ that of points with masses
 * p and q = p e^-loss, and of mass at infinity. Contraction, windows and rounded masses promise G(T) <= H(T) for every T >= 0 and
 * no more: the points may have less mass than P and, because points were moved down, more than Q. That is enough for a
 * composition, which only asks for G. Sampling mixes Q into P, and then mass that Q does not have raises delta.
 *
 * <p>But (P, Q) are laws, so H(T) >= 1 - T as well. Keep the points from k on, with masses A and B in all under either law, and
 * replace all others by a single one with masses p <= 1 - A and q >= 1 - B whose loss log(p/q) is at most that of point k. Its
 * profile is A + p - T (B + q) <= 1 - T up to T = p/q, and that of the kept points, at most G, from there on: never above H.
 * With p = 1 - A and q = 1 - B both totals are 1. Any k will do; the best is where G and 1 - T cross, which gives the larger of
 * the two everywhere.
 */
public final class Garbling {
    private static final double ROUNDING = 8 * Ulp.ONE;
    /** A rest below this is not worth a point of its own, far from all others. */
    private static final double SMALL = 1e-11;

    final double[] loss;
    final double[] mass;
    /** Q-mass where P has none. */
    final double missing;

    /**
     * @param loss increasing
     * @param mass under P, of each loss
     * @param infinity P-mass at infinite loss, at most the true one
     */
    public Garbling(double[] loss, double[] mass, double infinity) {
        int n = loss.length;
        CompensatedSum p = new CompensatedSum();
        CompensatedSum q = new CompensatedSum();
        p.add(infinity);
        int k = n;
        for (; k > 0; k--) {
            double x = loss[k - 1];
            double other = Atom.qMass(x, mass[k - 1]);
            double left = 1 - q.value();
            if (1 - p.value() >= Math.exp(x) * left || !(left - other > SMALL)) break;
            p.add(mass[k - 1]);
            q.add(other);
        }
        double most = k < n ? loss[k] : Double.POSITIVE_INFINITY;
        double rest = 1 - q.value() + ROUNDING;
        double merged = Math.min(1 - p.value() - ROUNDING, rest * Math.exp(most));
        if (!(merged > 0)) {
            this.loss = Arrays.copyOfRange(loss, k, n);
            this.mass = Arrays.copyOfRange(mass, k, n);
            this.missing = Math.max(0, rest - 2 * ROUNDING);
            return;
        }
        double ratio = Math.log(merged / rest);
        this.loss = new double[n - k + 1];
        this.mass = new double[n - k + 1];
        System.arraycopy(loss, k, this.loss, 1, n - k);
        System.arraycopy(mass, k, this.mass, 1, n - k);
        this.loss[0] = Math.min(Math.nextDown(most), ratio - ROUNDING * (1 + Math.abs(ratio)));
        // the loss is rounded down at the expense of P's mass, not of Q's
        this.mass[0] = Math.min(merged, rest * Math.exp(this.loss[0]));
        this.missing = 0;
    }

    public double[] loss() {
        return loss;
    }

    public double[] mass() {
        return mass;
    }

    public double missing() {
        return missing;
    }
}
