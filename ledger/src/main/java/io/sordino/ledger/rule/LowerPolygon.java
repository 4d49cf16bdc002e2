package io.sordino.ledger.rule;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A convex polygon below the profile of a pair, as a function of the order x = e^epsilon: sum of p_j (1 - x / x_j)+, and the mass at
 * infinity.
 *
 * <p>The loss is told by cells only, which is a kernel, and every cell keeps less P-mass and a smaller ratio than it has. So the
 * knots x_j are doubles and the polygon through them is below the true profile everywhere.
 */
final class LowerPolygon {
    /** How far out a continuous loss is followed: what is beyond has less P-mass than any slack counts. */
    private static final double LEAST_MASS = 1e-19;

    /** Cells of a continuous loss before neighbours are taken together. */
    private static final int FINE = 4096;

    private final double[] knots;
    private final double[] values;
    private final double infinity;

    private record Cell(double ratio, double mass) {}

    private LowerPolygon(double[] knots, double[] values, double infinity) {
        this.knots = knots;
        this.values = values;
        this.infinity = infinity;
    }

    /** @param most how many knots it may have */
    static LowerPolygon of(Pair pair, int most) {
        List<Cell> fine = new ArrayList<>();
        addAtoms(pair, fine);
        if (pair.continuous()) addCells(pair, FINE, fine);
        fine.sort(Comparator.comparingDouble(Cell::ratio));
        List<Cell> cells = fine;
        for (double error = 1e-18; cells.size() > most; error *= 4) cells = merged(fine, error);
        int n = cells.size();
        double[] knots = new double[n];
        double[] values = new double[n];
        double infinity = Math.max(0, pair.infinity().lower());
        double mass = infinity;
        double lost = 0;
        for (int i = n - 1; i >= 0; i--) {
            Cell cell = cells.get(i);
            knots[i] = cell.ratio;
            // sum over the cells above of mass - x mass / ratio: what is kept rounds down, what is lost rounds up
            values[i] = Math.max(infinity, Down.sub(mass, Up.mul(cell.ratio, lost)));
            mass = Down.add(mass, cell.mass);
            lost = Up.add(lost, Up.div(cell.mass, cell.ratio));
        }
        return new LowerPolygon(knots, values, infinity);
    }

    /**
     * Runs of neighbouring cells become one: to forget which of them it was is a kernel. What it costs at an order inside the run is
     * about its mass times its width in loss, which is kept below one number for all.
     */
    private static List<Cell> merged(List<Cell> fine, double error) {
        List<Cell> runs = new ArrayList<>();
        double p = 0;
        double q = 0;
        double from = 0;
        for (Cell cell : fine) {
            boolean far = p > 0 && (p + cell.mass) * Math.log(cell.ratio / from) > error;
            if (far) {
                add(p, q, runs);
                p = 0;
                q = 0;
            }
            if (p == 0) from = cell.ratio;
            p = Down.add(p, cell.mass);
            q = Up.add(q, Up.div(cell.mass, cell.ratio));
        }
        add(p, q, runs);
        return runs;
    }

    private static void addAtoms(Pair pair, List<Cell> cells) {
        double error = Up.mul(2, pair.massError());
        for (Atom atom : pair.atoms()) {
            double doubt = Up.add(pair.edgeError(atom.loss()), 0x1p-48 * Math.abs(atom.loss()));
            double least = Down.mul(atom.mass(), Down.sub(1, error));
            double ratio = Down.exp(Down.sub(Down.add(atom.loss(), atom.rest()), doubt));
            if (least > 0 && ratio > 0 && ratio < Double.POSITIVE_INFINITY) cells.add(new Cell(ratio, least));
        }
    }

    private static void add(double p, double q, List<Cell> cells) {
        if (!(p > 0 && q > 0)) return;
        double ratio = Down.div(p, q);
        if (ratio > 0 && ratio < Double.POSITIVE_INFINITY) cells.add(new Cell(ratio, p));
    }

    private static void addCells(Pair pair, int most, List<Cell> cells) {
        double from = end(pair, -1);
        double to = end(pair, 1);
        double[] edges = new double[most + 1];
        for (int i = 0; i <= most; i++) edges[i] = from + (to - from) * i / most;
        edges[0] = Double.NEGATIVE_INFINITY;
        edges[most] = Double.POSITIVE_INFINITY;
        double[] p = new double[most];
        double[] q = new double[most];
        pair.cells(edges, p, q);
        double width = (to - from) / most;
        for (int i = 0; i < most; i++) {
            double shift = Up.mul(2, pair.edgeError(Math.max(reach(edges[i]), reach(edges[i + 1]))));
            // edges that are off let neighbouring cells share a sliver, which must not count twice
            double error = Up.add(Up.add(pair.massError(), 0x1p-45), Up.mul(4, Up.div(shift, width)));
            double least = Down.mul(p[i], Down.sub(1, error));
            double greatest = Up.mul(Up.mul(q[i], Up.add(1, error)), Up.exp(shift));
            add(least, greatest, cells);
        }
    }

    private static double reach(double edge) {
        return Double.isInfinite(edge) ? 0 : Math.abs(edge);
    }

    /** Where less than the least mass is further out. */
    private static double end(Pair pair, int sign) {
        double bound = sign > 0 ? pair.lossMax() : pair.lossMin();
        if (Double.isFinite(bound)) return bound;
        double far = 1;
        while (far < 1e6 && (sign > 0 ? pair.above(far) : pair.notAbove(-far)) > LEAST_MASS) far *= 1.25;
        double near = 0x1p-30;
        // narrow laws need cells where their mass is
        while (near < far && (sign > 0 ? pair.above(near) : pair.notAbove(-near)) > LEAST_MASS) near *= 1.25;
        return sign * Math.min(near, far);
    }

    int size() {
        return knots.length;
    }

    double knot(int i) {
        return knots[i];
    }

    /** No more than the profile at a knot. */
    double value(int i) {
        return values[i];
    }

    /** What the profile keeps at every order. */
    double infinity() {
        return infinity;
    }
}
