package io.sordino.loss;

import java.util.Arrays;

/**
 * The finite part of a loss law on the lattice {@code offset + j * step}: either above the pair it was made from in the order
 * of privacy (its mass was spread) or below it (its mass was contracted), and exact up to {@code slack} in the loss and
 * {@code massError} in every mass.
 */
final class LatticeLaw {
    private final double offset;
    private final double step;
    private final long first;
    private final double[] mass;
    private final double slack;
    private final double massError;
    private final double beyond;

    LatticeLaw(
            double offset, double step, long first, double[] mass, double slack, double massError, double beyond) {
        this.offset = offset;
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.slack = slack;
        this.massError = massError;
        this.beyond = beyond;
    }

    double offset() {
        return offset;
    }

    double step() {
        return step;
    }

    long first() {
        return first;
    }

    double[] mass() {
        return mass;
    }

    double slack() {
        return slack;
    }

    double massError() {
        return massError;
    }

    double beyond() {
        return beyond;
    }

    /*
     * Upper side. A cell [a, b] with P-mass p and Q-mass q becomes masses at its two ends with the same p and q: the share
     *     beta = (e^-a - q/p) / (e^-a - e^-b)
     * goes to b. That is a mean-preserving spread of the likelihood ratio. The share is rounded up by what the masses may be
     * off: moving mass to the right can only raise delta, for any composition. What lies below the lattice is moved up to its
     * first point; what lies above it is reported as `beyond` and charged as infinite loss.
     *
     * Lower side. Every cell is first drawn together to its mean log(p/q) (a conditional expectation), then the points are
     * walked from both ends towards the lightest one, and grouped so that the mean of each group is a lattice point. Walking
     * from both ends keeps heavy bounded ends exact; only the group at the meeting point is moved down by less than a step.
     */
    static LatticeLaw of(Pair pair, double offset, double step, double from, double to, Side side) {
        long low = (long) Math.floor((from - offset) / step);
        long high = (long) Math.ceil((to - offset) / step);
        int cells = Math.toIntExact(high - low);
        double[] edges = new double[cells + 1];
        for (int j = 0; j <= cells; j++) edges[j] = offset + (low + j) * step;
        double[] p = new double[cells];
        double[] q = new double[cells];
        if (pair.continuous()) pair.cells(edges, p, q);
        double reach = Math.max(Math.abs(edges[0]), Math.abs(edges[cells]));
        double edgeError = pair.edgeError(reach) + 4 * Math.ulp(reach + Math.abs(offset));
        return side == Side.UPPER
                ? spread(pair, offset, step, low, edges, p, q, edgeError)
                : contract(pair, offset, step, low, edges, p, q, edgeError);
    }

    private static LatticeLaw spread(
            Pair pair, double offset, double step, long low, double[] edges, double[] p, double[] q, double edgeError) {
        int cells = p.length;
        double[] mass = new double[cells + 1];
        double full = -Math.expm1(-step);
        double error = (4 * pair.massError() + 4 * edgeError * (1 + 1 / step) + 8 * Math.ulp(1.0)) / full;
        for (int j = 0; j < cells; j++) {
            if (!(p[j] > 0)) continue;
            // (e^-a - q/p) / (e^-a - e^-b), with e^-a taken out
            double share = Math.min(1, Math.max(0, (1 - q[j] * Math.exp(edges[j]) / p[j]) / full + error));
            if (!(share >= 0)) share = 1; // q e^a overflowed or underflowed: everything to the right
            mass[j] += p[j] * (1 - share);
            mass[j + 1] += p[j] * share;
        }
        double beyond = pair.continuous() ? tail(pair, edges[cells]) : 0;
        if (pair.continuous()) mass[0] += head(pair, edges[0]);
        for (Atom atom : pair.atoms()) {
            double place = (atom.loss() - edges[0]) / step;
            if (place > cells + 1e-9) {
                beyond += atom.mass();
                continue;
            }
            int j = (int) Math.max(0, Math.min(cells, Math.floor(place)));
            double above = atom.loss() - edges[j];
            double snap = 4 * Math.ulp(Math.abs(atom.loss()) + Math.abs(edges[j]) + Math.abs(offset));
            if (above <= snap) mass[j] += atom.mass();
            else if (j + 1 <= cells && edges[j + 1] - atom.loss() <= snap) mass[j + 1] += atom.mass();
            else {
                double share = Math.min(1, -Math.expm1(-above) / full + 8 * Math.ulp(1.0) / full * (1 + Math.abs(atom.loss())));
                mass[j] += atom.mass() * (1 - share);
                mass[Math.min(cells, j + 1)] += atom.mass() * share;
            }
        }
        double slack = edgeError + 4 * Math.ulp(Math.abs(edges[0]) + Math.abs(edges[cells]) + Math.abs(offset));
        return new LatticeLaw(offset, step, low, mass, slack, pair.massError() + 8 * Math.ulp(1.0), beyond).trimmed();
    }

    private static double tail(Pair pair, double edge) {
        double[] p = new double[1];
        pair.cells(new double[] {edge, Double.POSITIVE_INFINITY}, p, new double[1]);
        return p[0] * (1 + pair.massError());
    }

    private static double head(Pair pair, double edge) {
        double[] p = new double[1];
        pair.cells(new double[] {Double.NEGATIVE_INFINITY, edge}, p, new double[1]);
        return p[0];
    }

    private static LatticeLaw contract(
            Pair pair, double offset, double step, long low, double[] edges, double[] p, double[] q, double edgeError) {
        int cells = p.length;
        Points points = new Points(cells + 1 + pair.atoms().size());
        for (int j = 0; j < cells; j++) {
            if (!(p[j] > 0 && q[j] > 0)) continue;
            double mean = Math.log(p[j] / q[j]);
            points.add(Math.min(edges[j + 1], Math.max(edges[j], mean)), p[j]);
        }
        if (pair.continuous()) points.add(edges[cells], tail(pair, edges[cells]) * (1 - 2 * pair.massError()));
        for (Atom atom : pair.atoms()) points.add(Math.min(edges[cells], atom.loss()), atom.mass());
        points.sort();
        double[] mass = Contraction.onto(points, offset, step, low, cells + 1);
        double slack = 2 * edgeError
                + (pair.continuous() ? 2 * edgeError / step + 4 * pair.massError() : 0)
                + 8 * Math.ulp(1 + Math.abs(edges[0]) + Math.abs(edges[cells]) + Math.abs(offset));
        return new LatticeLaw(offset, step, low, mass, slack, pair.massError() + 8 * Math.ulp(1.0), 0).trimmed();
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
