package io.sordino.loss.composition;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Hyperbolic;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * A few hundred points that stand for a loss law when a tilt and a grid are chosen. Only choices depend on it, never a bound.
 */
final class LossSketch {
    private static final int CELLS = 240;
    /** Log of the P-mass that may lie above the range, counted as infinite loss by the upper side. */
    final double from;

    final double to;
    /** The median. */
    final double middle;
    /** The distance of the quartiles. */
    final double scale;

    private final double[] loss;
    private final double[] mass;
    /** Width of the cell that a point stands for; 0 for an atom. */
    private final double[] width;

    /** Cells come first, atoms after them. */
    private final int continuous;

    private final int size;
    /** Of the cells next to each atom. */
    private final double[] density;

    /** The tilts asked for last: a plan goes back and forth between two. */
    private Optional<Tilted> last = Optional.empty();

    private Optional<Tilted> before = Optional.empty();

    LossSketch(Pair pair, double logTail) {
        double tail = Math.exp(Math.max(-690, logTail));
        from = lowEnd(pair, tail);
        to = highEnd(pair, tail, from);
        middle = quantile(pair, 0.5, from, to);
        scale = pair.continuous()
                ? Math.max(quantile(pair, 0.75, from, to) - quantile(pair, 0.25, from, to), 1e-9 * (to - from))
                : to - from;
        List<Atom> atoms = pair.atoms();
        WeightedPoints points = new WeightedPoints(CELLS + atoms.size());
        double[] widths = new double[CELLS + atoms.size()];
        if (pair.continuous()) continuous(pair, points, widths);
        continuous = points.size();
        for (Atom atom : atoms) if (atom.loss() >= from && atom.loss() <= to) points.add(atom.loss(), atom.mass());
        size = points.size();
        loss = points.x();
        mass = points.weight();
        width = widths;
        for (int i = continuous; i < size; i++) width[i] = 0;
        density = new double[size - continuous];
        for (int i = continuous; i < size; i++) density[i - continuous] = densityNextTo(i);
    }

    private void continuous(Pair pair, WeightedPoints points, double[] widths) {
        double[] edges = edges(CELLS);
        double[] p = new double[edges.length - 1];
        double[] q = new double[edges.length - 1];
        pair.cells(edges, p, q);
        for (int i = 0; i < p.length; i++) {
            // Q's mass underflows beyond losses of 700, which are no less likely for that
            if (!(p[i] > 0)) continue;
            widths[points.size()] = edges[i + 1] - edges[i];
            points.add(Math.min(edges[i + 1], Math.max(edges[i], Math.log(p[i] / q[i]))), p[i]);
        }
    }

    /** Edges of so many cells between both ends, dense around the median and sparse far from it. */
    double[] edges(int cells) {
        double low = Hyperbolic.asinh((from - middle) / scale);
        double high = Hyperbolic.asinh((to - middle) / scale);
        double[] edges = new double[cells + 1];
        for (int i = 0; i <= cells; i++) edges[i] = middle + scale * Math.sinh(low + (high - low) * i / cells);
        edges[0] = from;
        edges[cells] = to;
        for (int i = 1; i <= cells; i++) edges[i] = Math.max(edges[i], Math.nextUp(edges[i - 1]));
        return edges;
    }

    private static double quantile(Pair pair, double share, double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < 40 && high - low > 1e-9 * (to - from); i++) {
            double x = (low + high) / 2;
            if (pair.notAbove(x) < share) low = x;
            else high = x;
        }
        return high;
    }

    private static double lowEnd(Pair pair, double tail) {
        if (pair.lossMin() > Double.NEGATIVE_INFINITY) return pair.lossMin();
        double top = pair.lossMax() < Double.POSITIVE_INFINITY ? pair.lossMax() : 0;
        double enough = Math.max(tail, 1e-40);
        return top - reach(distance -> pair.notAbove(top - distance) <= enough);
    }

    private static double highEnd(Pair pair, double tail, double from) {
        if (pair.lossMax() < Double.POSITIVE_INFINITY) return Math.max(pair.lossMax(), from + 1e-300);
        return reach(distance -> pair.above(distance) <= tail);
    }

    /** A distance, not much more than the least, that is far enough; losses of any size must not look coarse. */
    private static double reach(DoublePredicate isFarEnough) {
        double far = 1e-18;
        while (!isFarEnough.test(far) && far < 1e12) far *= 4;
        double near = far / 4;
        for (int i = 0; i < 14; i++) {
            double middle = (near + far) / 2;
            if (isFarEnough.test(middle)) far = middle;
            else near = middle;
        }
        return far;
    }

    /** The weights of the points under one tilt, and what is asked of them again and again. */
    private final class Tilted {
        final double theta;
        final double[] weight = new double[size];
        final double total;
        final double[] cumulants;
        private double span = Double.NaN;

        Tilted(double theta) {
            this.theta = theta;
            double top = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < size; i++) top = Math.max(top, theta * loss[i]);
            double m0 = 0;
            double m1 = 0;
            for (int i = 0; i < size; i++) {
                weight[i] = mass[i] * Math.exp(theta * loss[i] - top);
                m0 += weight[i];
                m1 += weight[i] * loss[i];
            }
            double mean = m1 / m0;
            double variance = 0;
            for (int i = 0; i < size; i++) {
                double d = loss[i] - mean;
                variance += weight[i] * d * d;
            }
            total = m0;
            cumulants = new double[] {Math.log(m0) + top, mean, variance / m0};
        }

        double span() {
            if (Double.isNaN(span)) {
                double most = 0;
                for (double w : weight) most = Math.max(most, w);
                double low = Double.POSITIVE_INFINITY;
                double high = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < size; i++)
                    if (weight[i] > most * 1e-11) {
                        low = Math.min(low, loss[i]);
                        high = Math.max(high, loss[i]);
                    }
                span = high - low;
            }
            return span;
        }
    }

    private Tilted under(double theta) {
        if (last.filter(tilted -> tilted.theta == theta).isPresent()) return last.get();
        Optional<Tilted> found = before.filter(tilted -> tilted.theta == theta);
        before = last;
        last = Optional.of(found.orElseGet(() -> new Tilted(theta)));
        return last.get();
    }

    /** Log moment generating function of the loss under P, and its first two derivatives. */
    double[] cumulants(double theta) {
        return under(theta).cumulants;
    }

    /** How far apart the losses are that a tilted law still takes with a weight of 1e-11. */
    double span(double theta) {
        return under(theta).span();
    }

    /** How far an atom must reach to be balanced, where it lies {@code off} beside a place: to another atom, or into cells. */
    private double reach(int atom, double off) {
        double nearest = Double.POSITIVE_INFINITY;
        if (atom > continuous) nearest = Math.abs(loss[atom] - loss[atom - 1]);
        if (atom + 1 < size) nearest = Math.min(nearest, Math.abs(loss[atom + 1] - loss[atom]));
        double beside = density[atom - continuous];
        // mass of this density, up to the distance d, has the moment density d^2 / 2
        if (beside > 0) nearest = Math.min(nearest, Math.sqrt(2 * mass[atom] * off / beside));
        return nearest < Double.POSITIVE_INFINITY ? nearest : 0;
    }

    /** The density of the cells next to an atom; 0 where there are none. */
    private double densityNextTo(int atom) {
        int nearest = -1;
        for (int i = 0; i < continuous; i++)
            if (nearest < 0 || Math.abs(loss[i] - loss[atom]) < Math.abs(loss[nearest] - loss[atom])) nearest = i;
        return nearest >= 0 && Math.abs(loss[nearest] - loss[atom]) <= width[nearest]
                ? mass[nearest] / width[nearest]
                : 0;
    }

    /** Variance that rounding onto the lattice adds to the tilted law. */
    double added(double theta, double offset, double step) {
        Tilted tilted = under(theta);
        double sum = 0;
        for (int i = 0; i < size; i++) {
            double w = tilted.weight[i];
            double place = (loss[i] - offset) / step;
            double share = place - Math.floor(place);
            double off = Math.min(share, 1 - share);
            if (width[i] > step) sum += w / 6;
            else if (width[i] > 0) sum += w * share * (1 - share);
            // an atom off the lattice can only be balanced with its neighbour, however far that is
            else if (off > 1e-9) sum += w * off * Math.max(1, reach(i, off * step) / step);
        }
        double added = sum / tilted.total * step * step;
        // wider than the law itself, a lattice leaves the lower side nothing to balance a group with
        double deviation = Math.sqrt(tilted.cumulants[2]);
        return added > 0 && step > deviation ? added + step * deviation : added;
    }
}
