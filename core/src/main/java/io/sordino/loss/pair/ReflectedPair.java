package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.List;

/**
 * The symmetric pair whose profile is that of {@code right} for epsilon of at least 0, and its reflection
 * 1 - e^eps + e^eps delta(-eps) below: what a bound that is proved for epsilon of at least 0 alone gives under a symmetric
 * relation. Losses above 0 are those of {@code right}; losses below 0 mirror them with P and Q swapped; the rest sits at 0.
 *
 * <p>A bound from above only: the mass at 0 is rounded up.
 */
public final class ReflectedPair implements Pair {
    private final Pair right;
    private final List<Atom> atoms;

    public ReflectedPair(Pair right) {
        this.right = right;
        this.atoms = reflected(right);
    }

    private static List<Atom> reflected(Pair right) {
        double[] p = new double[1];
        double[] q = new double[1];
        if (right.continuous()) right.cells(new double[] {0, Double.POSITIVE_INFINITY}, p, q);
        double above = p[0] + right.infinity().lower();
        double below = q[0];
        List<Atom> atoms = new ArrayList<>();
        for (Atom atom : right.atoms()) {
            if (!(atom.loss() > 0)) continue;
            double mirrored = atom.qMass();
            atoms.add(atom);
            atoms.add(new Atom(-atom.loss(), mirrored));
            above += atom.mass();
            below += mirrored;
        }
        double doubt = 2 * (right.massError() + 8 * Ulp.ONE) * (above + below) + 4 * Ulp.ONE;
        atoms.add(new Atom(0, Math.min(1, Math.max(0, 1 - above - below) + doubt)));
        atoms.sort((a, b) -> Double.compare(a.loss(), b.loss()));
        return List.copyOf(atoms);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        return ReflectedProfile.logDelta(right, epsilon);
    }

    @Override
    public List<Atom> atoms() {
        return atoms;
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        int n = edges.length;
        int zero = 0;
        while (zero < n && edges[zero] < 0) zero++;
        mirrored(edges, zero, p, q);
        straight(edges, zero, p, q);
        // a cell across 0 has a part on either side
        if (zero > 0 && zero < n && edges[zero] > 0) {
            double[] p2 = new double[1];
            double[] q2 = new double[1];
            right.cells(new double[] {0, edges[zero]}, p2, q2);
            p[zero - 1] = p2[0];
            q[zero - 1] = q2[0];
            right.cells(new double[] {0, -edges[zero - 1]}, p2, q2);
            p[zero - 1] += q2[0];
            q[zero - 1] += p2[0];
        }
    }

    private void straight(double[] edges, int zero, double[] p, double[] q) {
        int count = edges.length - zero - 1;
        if (count < 1) return;
        double[] side = new double[count + 1];
        System.arraycopy(edges, zero, side, 0, count + 1);
        double[] p2 = new double[count];
        double[] q2 = new double[count];
        right.cells(side, p2, q2);
        System.arraycopy(p2, 0, p, zero, count);
        System.arraycopy(q2, 0, q, zero, count);
    }

    private void mirrored(double[] edges, int zero, double[] p, double[] q) {
        int last = zero < edges.length && edges[zero] == 0 ? zero : zero - 1;
        if (last < 1) return;
        double[] side = new double[last + 1];
        for (int i = 0; i <= last; i++) side[i] = -edges[last - i] + 0.0;
        double[] p2 = new double[last];
        double[] q2 = new double[last];
        right.cells(side, p2, q2);
        for (int i = 0; i < last; i++) {
            p[i] = q2[last - 1 - i];
            q[i] = p2[last - 1 - i];
        }
    }

    @Override
    public boolean continuous() {
        return right.continuous();
    }

    @Override
    public double massError() {
        return right.massError() + 4 * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        return right.edgeError(Math.abs(loss));
    }

    @Override
    public Bracket infinity() {
        return right.infinity();
    }

    @Override
    public double lossMin() {
        return -right.lossMax();
    }

    @Override
    public double lossMax() {
        return Math.max(0, right.lossMax());
    }

    @Override
    public double anchor() {
        return 0;
    }

    /** Half the range, so that both ends and 0 are lattice points. */
    @Override
    public double unit() {
        return lossMax() > 0 && lossMax() < Double.POSITIVE_INFINITY ? lossMax() : Double.NaN;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReflectedPair pair && pair.right.equals(right);
    }

    @Override
    public int hashCode() {
        return right.hashCode() * 31 + 7;
    }
}
