package io.sordino.loss.composition;

import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.sampling.TripleCover;
import io.sordino.numeric.Ulp;

/** The losses of one step in the corner, on whole multiples of a step; above the truth. */
final class CoveredStep {
    final double step;
    final int first;
    final double[] mass;
    final double infinity;

    private CoveredStep(double step, int first, double[] mass, double infinity) {
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.infinity = infinity;
    }

    int last() {
        return first + mass.length - 1;
    }

    /**
     * A loss that may be larger by a slack is split between its place and the next one, as chords of the profile do; masses are rounded up.
     *
     * @param infinity P-mass at infinite loss
     */
    static CoveredStep of(LatticeLaw law, double infinity) {
        if (law.offset() != 0) throw new IllegalArgumentException("the lattice must go through 0");
        double step = law.step();
        int count = law.mass().length;
        double[] mass = new double[count + 1];
        double up = 1 + law.massError() + 4 * Ulp.ONE;
        double doubt = law.slack() + 4 * Ulp.ONE * step * (Math.abs((double) law.first()) + count);
        double share = Math.min(1, Math.expm1(doubt) / -Math.expm1(-step));
        for (int i = 0; i < count; i++) {
            mass[i] += law.mass()[i] * up * (1 - share);
            mass[i + 1] += law.mass()[i] * up * share;
        }
        return new CoveredStep(step, (int) law.first(), mass, (infinity + law.beyond()) * up);
    }

    private static final double ROUNDING = 1e-13;

    /** The profile at places of at least 0, and that of the swap, rounded down. */
    TripleCover.Corner corner(int[] nodes) {
        int last = last();
        double[] up = new double[last + 1];
        double[] down = new double[last + 1];
        // sum of p (1 - e^(s - l)) over l > s: from place to place all of it so far shrinks towards the new one
        double p = infinity;
        double height = infinity;
        for (int k = last; k >= 0; k--) {
            up[k] = height * (1 - ROUNDING);
            p += at(k);
            // height(s - h) = tail - e^-h (tail - height(s)), tail the mass from s on
            height = height + (p - height) * -Math.expm1(-step);
        }
        double q = 0;
        height = 0;
        for (int k = Math.max(-first, last); k >= 0; k--) {
            if (k <= last) down[k] = Math.max(0, height * (1 - ROUNDING) - ROUNDING);
            q += at(-k) * Math.exp(k * step);
            height = height + (q - height) * -Math.expm1(-step);
        }
        return new TripleCover.Corner(step, up, down, nodes);
    }

    private double at(int place) {
        int i = place - first;
        return i >= 0 && i < mass.length ? mass[i] : 0;
    }
}
