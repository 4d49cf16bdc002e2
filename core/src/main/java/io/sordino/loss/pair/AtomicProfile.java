package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.numeric.Up;
import java.util.List;

/** The profile of many atoms, read in logarithmic time and rounded up. */
public final class AtomicProfile {
    /*
     * With A_k the mass of the atoms from k on and D_k delta at the loss of atom k, delta at an epsilon between the losses of k - 1
     * and k is e^(eps - l_k) D_k + (1 - e^(eps - l_k)) A_k: a recurrence of positive terms, too.
     */
    private static final double ULP = Math.ulp(1.0);

    private final double[] loss;
    private final double[] delta;
    private final double[] above;
    private final double infinity;
    private final double relative;
    private final double blur;

    public AtomicProfile(AtomicPair pair) {
        List<Atom> atoms = pair.atoms();
        int n = atoms.size();
        loss = new double[n];
        delta = new double[n + 1];
        above = new double[n + 1];
        for (int k = n - 1; k >= 0; k--) {
            loss[k] = atoms.get(k).loss();
            double gap = k + 1 < n ? loss[k + 1] - loss[k] : 0;
            delta[k] = Math.exp(-gap) * delta[k + 1] - Math.expm1(-gap) * above[k + 1];
            above[k] = above[k + 1] + atoms.get(k).mass();
        }
        infinity = pair.infinity().upper();
        relative = pair.massError() + 8 * ULP * (n + 8);
        blur = pair.lossError() + 2 * ULP;
    }

    /** At least log delta. */
    public double logDelta(double epsilon) {
        if (epsilon == Double.POSITIVE_INFINITY) return Up.log(infinity);
        // the atoms may lie a little higher than they say
        double at = epsilon - blur * Math.max(Math.abs(epsilon), loss.length == 0 ? 0 : Math.abs(loss[0]));
        int k = first(at);
        double sum = 0;
        if (k < loss.length) {
            double gap = loss[k] - at;
            sum = Math.exp(-gap) * delta[k] - Math.expm1(-gap) * above[k];
        }
        double value = sum * (1 + relative) + infinity * (1 + 4 * ULP);
        return value > 0 ? Math.min(0, Up.log(value)) : Double.NEGATIVE_INFINITY;
    }

    /** The first atom whose loss exceeds {@code epsilon}. */
    private int first(double epsilon) {
        int low = 0;
        int high = loss.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (loss[middle] > epsilon) high = middle;
            else low = middle + 1;
        }
        return low;
    }
}
