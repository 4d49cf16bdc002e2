package io.sordino.loss.selection;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the best of a random number of runs shows where an output is the better the larger its loss, or the smaller: outputs of about the same loss are merged. */
public final class SelectedPair {
    /*
     * With u above a part and p in it under P, the best run is in the part with probability f(1-u) - f(1-u-p), and likewise under Q. All of that
     * is known to a relative error of DOUBT; P's masses are made smaller and losses lower by twice as much, so that with k = 2 DOUBT the made
     * masses are at most (1-k) P and at least (1-k) Q, and the profile at most 1-k of the true one.
     */
    private static final int CELLS = 3000;
    private static final double DOUBT = 1e-10;
    private static final double MOST_DOUBT = 1e-5;
    private static final double LOG_TAIL = -80;
    private static final double FARTHEST = 1e5;

    private SelectedPair() {}

    /** One part of the outputs, by its loss and its masses. */
    private record Part(double loss, double p, double q) {}

    /** Which outputs are the best. */
    public enum Best {
        /** Those that one neighbour makes more often. */
        LARGEST_LOSS,
        /** Those that the other one does. */
        SMALLEST_LOSS
    }

    /** A pair that is attained if the base is; nothing where its masses are not known well enough. */
    public static Optional<AtomicPair> below(RunLaw law, Pair base, Best best) {
        double spread = law.isPoisson() ? law.mean() : 1 + law.shape();
        double doubt = DOUBT * (1 + spread) + 4 * base.massError() * (1 + spread);
        List<Part> parts = new ArrayList<>();
        for (Atom atom : base.atoms()) parts.add(new Part(atom.loss(), atom.mass(), atom.qMass()));
        if (base.continuous()) doubt += addCells(base, parts) * (1 + spread);
        // what lies above a part is known no better than the mass at infinity
        doubt += base.infinity().width() * law.steepest();
        if (!(doubt < MOST_DOUBT)) return Optional.empty();
        boolean largest = best == Best.LARGEST_LOSS;
        parts.sort(
                largest ? Comparator.comparingDouble(Part::loss).reversed() : Comparator.comparingDouble(Part::loss));
        double lost = base.infinity().lower();
        // what the other neighbour never does is the best of all, or the worst
        double above = largest ? lost : 0;
        double aboveOfQ = 0;
        List<Atom> atoms = new ArrayList<>();
        for (Part part : parts) {
            double p = law.best(Math.min(1, above), part.p);
            double q = law.best(Math.min(1, aboveOfQ), part.q);
            above += part.p;
            aboveOfQ += part.q;
            if (!(p > 1e-290 && q > 1e-290)) continue;
            atoms.add(new Atom(Math.log(p / q) - 2 * doubt, p * (1 - 2 * doubt)));
        }
        if (law.none() > 0) atoms.add(new Atom(0, law.none() * (1 - 2 * doubt)));
        if (atoms.isEmpty()) return Optional.empty();
        double seen = law.best(largest ? 0 : Math.min(1, above), lost);
        double sure = seen > 0 ? seen * (1 - 4 * doubt) : 0;
        return Optional.of(new AtomicPair(
                atoms, Bracket.exactly(sure), Bracket.exactly(0), Ulp.ONE * (16 + atoms.size()), 4 * Ulp.ONE));
    }

    /** Cells of equal width in loss; returns how far their masses may be off because their edges are. */
    private static double addCells(Pair base, List<Part> parts) {
        double low = Math.max(base.lossMin(), -reach(base));
        double high = Math.min(base.lossMax(), reach(base));
        if (!(high > low)) return 1;
        double[] edges = new double[CELLS + 3];
        edges[0] = Double.NEGATIVE_INFINITY;
        for (int i = 0; i <= CELLS; i++) edges[i + 1] = low + (high - low) * i / CELLS;
        edges[CELLS + 2] = Double.POSITIVE_INFINITY;
        double[] p = new double[CELLS + 2];
        double[] q = new double[CELLS + 2];
        base.cells(edges, p, q);
        for (int i = 0; i < p.length; i++) {
            double middle = i == 0 ? low : i == CELLS + 1 ? high : 0.5 * (edges[i] + edges[i + 1]);
            // the ends of the range may also be atoms, which are parts of their own
            if (p[i] > 0 || q[i] > 0) parts.add(new Part(middle, p[i], q[i]));
        }
        return 16 * base.edgeError(Math.max(-low, high)) * CELLS / (high - low);
    }

    private static double reach(Pair base) {
        double reach = 1e-9;
        while (reach < FARTHEST && base.logDelta(reach).upper() > LOG_TAIL) reach *= 1.25;
        return reach;
    }
}
