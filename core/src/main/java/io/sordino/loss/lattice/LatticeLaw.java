package io.sordino.loss.lattice;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Ulp;
import java.util.Arrays;

/**
 * The finite part of a loss law on the lattice {@code offset + j * step}: either above the pair it was made from in the order
 * of privacy (its mass was spread) or below it (its mass was contracted), and exact up to {@code slack} in the loss and
 * {@code massError} in every mass.
 */
public final class LatticeLaw {
    private final double offset;
    private final double step;
    private final long first;
    private final double[] mass;
    private final double slack;
    private final double massError;
    private final double beyond;

    public LatticeLaw(
            double offset, double step, long first, double[] mass, double slack, double massError, double beyond) {
        this.offset = offset;
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.slack = slack;
        this.massError = massError;
        this.beyond = beyond;
    }

    public double offset() {
        return offset;
    }

    public double step() {
        return step;
    }

    public long first() {
        return first;
    }

    public double[] mass() {
        return mass;
    }

    public double slack() {
        return slack;
    }

    public double massError() {
        return massError;
    }

    public double beyond() {
        return beyond;
    }

    /** Masses below are rounded more coarsely than others. */
    private static final double INACCURATE = Double.MIN_NORMAL / Ulp.ONE;

    /*
     * Upper side. A cell [a, b] with P-mass p and Q-mass q becomes masses at its two ends with the same p and q: the share
     *     beta = (e^-a - q/p) / (e^-a - e^-b)
     * goes to b. That is a mean-preserving spread of the likelihood ratio. The share is rounded up by what the masses may be
     * off: moving mass to the right can only raise delta, for any composition. What lies below the lattice is moved up to its
     * first point; what lies above it is reported as `beyond` and charged as infinite loss.
     *
     * Lower side. Every cell is first drawn together to its mean log(p/q) (a conditional expectation), rounded down by what
     * the masses may be off, then the points are walked from both ends towards the lightest one, and grouped so that the mean
     * of each group is a lattice point. The lattice goes through the heaviest point. Walking from both ends keeps heavy
     * bounded ends exact; only the group at the meeting point is moved down by less than a step.
     */
    public static LatticeLaw of(CellMasses cells, Side side) {
        return side == Side.UPPER ? spread(cells) : contract(cells);
    }

    private static LatticeLaw spread(CellMasses cells) {
        Pair pair = cells.pair;
        double[] mass = new double[cells.points()];
        double rounding = 4 * pair.massError() + 8 * Ulp.ONE;
        for (int j = 0; j < cells.count(); j++) {
            double p = cells.p[j];
            if (!(p > 0)) continue;
            double width = cells.width(j);
            double full = -Math.expm1(-width);
            double error = (rounding + 2 * cells.edgeError(j) * (1 + 1 / width)) / full;
            // (e^-a - q/p) / (e^-a - e^-b), with e^-a taken out
            double share = Math.min(1, Math.max(0, (1 - cells.q[j] * Math.exp(cells.edges[j]) / p) / full + error));
            // q e^a overflowed, or q has no accuracy left: everything to the right
            if (!(share >= 0 && cells.q[j] >= INACCURATE)) share = 1;
            mass[cells.places[j]] += p * (1 - share);
            mass[cells.places[j + 1]] += p * share;
        }
        // a bounded law reaches beyond the last edge by rounding alone, which the slack covers
        boolean bounded = pair.lossMax() < Double.POSITIVE_INFINITY;
        double beyond = bounded ? 0 : cells.tail * (1 + pair.massError());
        if (bounded) mass[mass.length - 1] += cells.tail;
        mass[0] += cells.head;
        for (Atom atom : pair.atoms()) {
            double place = (atom.loss() - cells.first()) / cells.step;
            if (place > mass.length - 1 && atom.loss() - cells.last() > 4 * Math.ulp(atom.loss()))
                beyond += atom.mass();
            else spread(atom, (int) Math.max(0, Math.min(mass.length - 1, Math.floor(place))), cells, mass);
        }
        return new LatticeLaw(
                        cells.offset,
                        cells.step,
                        cells.low,
                        mass,
                        cells.largestEdgeError(),
                        pair.massError() + 8 * Ulp.ONE,
                        beyond)
                .trimmed();
    }

    private static void spread(Atom atom, int j, CellMasses cells, double[] mass) {
        double edge = cells.offset + (cells.low + j) * cells.step;
        double next = cells.offset + (cells.low + j + 1) * cells.step;
        double above = atom.loss() - edge;
        double snap = 4 * Math.ulp(Math.abs(atom.loss()) + Math.abs(edge) + Math.abs(cells.offset));
        if (above <= snap) mass[j] += atom.mass();
        else if (j + 1 < mass.length && next - atom.loss() <= snap) mass[j + 1] += atom.mass();
        else {
            double full = -Math.expm1(-cells.step);
            double doubt = 8 * Math.ulp(1 + Math.abs(atom.loss())) / full;
            double share = Math.min(1, -Math.expm1(-above) / full + doubt);
            mass[j] += atom.mass() * (1 - share);
            mass[Math.min(mass.length - 1, j + 1)] += atom.mass() * share;
        }
    }

    private static LatticeLaw contract(CellMasses cells) {
        Pair pair = cells.pair;
        double[] edges = cells.edges;
        int count = cells.count();
        WeightedPoints points = new WeightedPoints(count + 1 + pair.atoms().size());
        for (int j = 0; j < count; j++) {
            if (!(cells.p[j] > 0 && (cells.q[j] > 0 || underflows(cells, j)))) continue;
            double error = 2 * cells.edgeError(j) / cells.width(j) + 4 * pair.massError();
            double mean = cells.q[j] >= INACCURATE ? Math.log(cells.p[j]) - Math.log(cells.q[j]) - error : edges[j];
            points.add(Math.min(edges[j + 1], Math.max(edges[j], mean)), cells.p[j]);
        }
        points.add(cells.last(), cells.tail * (1 - 2 * pair.massError()));
        for (Atom atom : pair.atoms()) points.add(Math.min(cells.last(), atom.loss()), atom.mass());
        points.sort();
        double offset = points.size == 0 ? cells.offset : points.x[points.heaviest()];
        long low = (long) Math.floor((cells.first() - offset) / cells.step) - 1;
        long high = (long) Math.ceil((cells.last() - offset) / cells.step) + 1;
        double[] mass = Contraction.onto(points, offset, cells.step, low, Math.toIntExact(high - low + 1));
        return new LatticeLaw(
                        offset, cells.step, low, mass, cells.largestEdgeError(), pair.massError() + 8 * Ulp.ONE, 0)
                .trimmed();
    }

    /** Whether Q's mass is 0 because the loss is so large that no double holds it; the cell's lower edge is then a loss below. */
    private static boolean underflows(CellMasses cells, int j) {
        return cells.p[j] * Math.exp(-cells.edges[j]) < INACCURATE;
    }

    /** Leaves out the empty ends. */
    private LatticeLaw trimmed() {
        int from = 0;
        int to = mass.length;
        while (to - from > 1 && mass[to - 1] == 0) to--;
        while (to - from > 1 && mass[from] == 0) from++;
        return from == 0 && to == mass.length
                ? this
                : new LatticeLaw(
                        offset, step, first + from, Arrays.copyOfRange(mass, from, to), slack, massError, beyond);
    }
}
