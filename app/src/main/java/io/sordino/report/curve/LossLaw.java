package io.sordino.report.curve;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import java.util.List;
import java.util.function.DoublePredicate;

/** The law of the loss under P, for the eye: probabilities of bins, to the accuracy of a drawing. */
final class LossLaw {
    private static final double WIDEST = 1e6;

    private LossLaw() {}

    /** Losses with less than this probability on either side. */
    static double[] range(Pair pair, double rare) {
        double high = pair.lossMax() < WIDEST ? pair.lossMax() : edge(loss -> pair.above(loss) > rare, 1);
        double low = pair.lossMin() > -WIDEST ? pair.lossMin() : -edge(loss -> pair.notAbove(-loss) > rare, 1);
        // a lattice keeps rare losses far out: cut where they cannot be seen
        if (pair.above(high) <= rare) high = Math.min(high, edgeBelow(loss -> pair.above(loss) > rare, low, high));
        if (pair.notAbove(low) <= rare)
            low = Math.max(low, -edgeBelow(loss -> pair.notAbove(-loss) > rare, -high, -low));
        return new double[] {low, high};
    }

    /** About the largest place at which the predicate holds, which falls from true to false. */
    private static double edge(DoublePredicate holds, double start) {
        double reach = start;
        while (reach < WIDEST && holds.test(reach)) reach *= 2;
        return edgeBelow(holds, -reach, reach);
    }

    private static double edgeBelow(DoublePredicate holds, double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < 40; i++) {
            double middle = (low + high) / 2;
            if (holds.test(middle)) low = middle;
            else high = middle;
        }
        return high;
    }

    /** The probability of every bin between neighbouring edges; the last bin holds its right edge too. */
    static double[] masses(Pair pair, double[] edges) {
        int bins = edges.length - 1;
        double[] masses = new double[bins];
        if (pair.continuous()) pair.cells(edges, masses, new double[bins]);
        // an even lattice stands for what lies around its points: as atoms they would beat against the bins
        double gap = gap(pair);
        double step = edges[1] - edges[0];
        for (Atom atom : pair.atoms()) {
            double from = (atom.loss() - gap / 2 - edges[0]) / step;
            double to = (atom.loss() + gap / 2 - edges[0]) / step;
            int first = (int) Math.max(0, Math.floor(from));
            for (int bin = first; bin < bins && bin <= to; bin++) {
                double inside = Math.min(to, bin + 1) - Math.max(from, bin);
                masses[bin] += gap > 0 ? atom.mass() * Math.max(0, inside) / (to - from) : atom.mass();
                if (!(gap > 0)) break;
            }
        }
        return masses;
    }

    private static double gap(Pair pair) {
        if (pair.continuous()) return 0;
        double least = Double.POSITIVE_INFINITY;
        List<Atom> atoms = pair.atoms();
        for (int i = 1; i < atoms.size(); i++) {
            double gap = atoms.get(i).loss() - atoms.get(i - 1).loss();
            if (gap > 0) least = Math.min(least, gap);
        }
        return least < Double.POSITIVE_INFINITY ? least : 0;
    }
}
