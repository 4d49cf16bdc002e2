package io.sordino.loss.composition;

import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.sampling.TripleCover;
import io.sordino.numeric.Ulp;
import java.util.function.DoubleUnaryOperator;

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

    /** A profile that is nowhere below what every place may reach, by chords between nodes: where it is, masses are added. */
    CoveredStep atLeast(int[] nodes, DoubleUnaryOperator most) {
        double[] raised = mass.clone();
        double shrink = -Math.expm1(-step);
        int node = nodes.length - 1;
        double left = least(most, nodes[node]);
        double right = left;
        double beyond = Math.max(infinity, left);
        double p = beyond;
        double height = beyond;
        for (int k = last() - 1; k >= 0; k--) {
            if (k < nodes[node]) {
                right = left;
                left = least(most, nodes[--node]);
            }
            double share = Math.expm1((k - nodes[node]) * step) / Math.expm1((nodes[node + 1] - nodes[node]) * step);
            double least = left + Math.min(1, share * (1 - ABOVE)) * (right - left);
            p += raised[k + 1 - first];
            height += (p - height) * shrink;
            if (height < least) {
                double added = (least - height) / shrink * (1 + ABOVE);
                raised[k + 1 - first] += added;
                p += added;
                height = least;
            }
        }
        return new CoveredStep(step, first, raised, beyond);
    }

    private double least(DoubleUnaryOperator most, int place) {
        return most.applyAsDouble(Math.expm1(place * step)) * (1 + ABOVE);
    }

    /** More than sums over all places round away, so that what was raised stays above. */
    private static final double ABOVE = 1e-10;

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
