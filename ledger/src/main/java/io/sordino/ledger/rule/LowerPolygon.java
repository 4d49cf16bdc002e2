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

    /** Atoms with less mass are left out, which a bound from below may. */
    private static final double LEAST_ATOM = 1e-26;

    /** Cells of a continuous loss before neighbours are taken together. */
    private static final int FINE = 8192;

    private final double[] knots;
    private final double[] values;
    private final double infinity;

    /** @param near about the logarithm of the ratio, by which cells are put together */
    private record Cell(double ratio, double mass, double near) {}

    private LowerPolygon(double[] knots, double[] values, double infinity) {
        this.knots = knots;
        this.values = values;
        this.infinity = infinity;
    }

    /** @param most how many knots it may have, beside that at order 1 */
    static LowerPolygon of(Pair pair, int most) {
        List<Cell> fine = new ArrayList<>();
        addAtoms(pair, fine);
        if (pair.continuous()) addCells(pair, FINE, fine);
        fine.sort(Comparator.comparingDouble(Cell::ratio));
        List<Cell> cells = new ArrayList<>(fine.size() <= most ? fine : merged(fine, most));
        // orders above 1 and below it are looked at apart
        cells.add(new Cell(1, 0, 0));
        cells.sort(Comparator.comparingDouble(Cell::ratio));
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

    /** With the smallest error that leaves no more cells than these, among the powers of 2. */
    private static List<Cell> merged(List<Cell> fine, int most) {
        double[] scale = scale(fine);
        int tooFine = -80;
        int coarse = 90;
        List<Cell> cells = merged(fine, scale, Math.scalb(1.0, coarse));
        while (coarse - tooFine > 1) {
            int middle = Math.floorDiv(coarse + tooFine, 2);
            List<Cell> found = merged(fine, scale, Math.scalb(1.0, middle));
            if (found.size() > most) {
                tooFine = middle;
            } else {
                coarse = middle;
                cells = found;
            }
        }
        return cells;
    }

    /**
     * About how much the profile is above (1 - x)+ at every cell: what an error is compared with. Above 1 that is the profile, below 1
     * the one of the other direction.
     */
    private static double[] scale(List<Cell> fine) {
        double[] scale = new double[fine.size()];
        double p = 0;
        double q = 0;
        for (int i = fine.size() - 1; i >= 0; i--) {
            Cell cell = fine.get(i);
            if (cell.ratio >= 1) scale[i] = Math.max(0, p - cell.ratio * q) + LEAST_MASS;
            p += cell.mass;
            q += cell.mass / cell.ratio;
        }
        p = 0;
        q = 0;
        for (int i = 0; i < scale.length && fine.get(i).ratio < 1; i++) {
            Cell cell = fine.get(i);
            scale[i] = Math.max(0, cell.ratio * q - p) + LEAST_MASS;
            p += cell.mass;
            q += cell.mass / cell.ratio;
        }
        return scale;
    }

    /**
     * Runs of neighbouring cells become one: to forget which of them it was is a kernel. What it costs at an order inside the run is
     * about its mass times its width in loss, which is kept below one share of the profile for all.
     */
    private static List<Cell> merged(List<Cell> fine, double[] scale, double error) {
        List<Cell> runs = new ArrayList<>();
        double p = 0;
        double q = 0;
        int from = 0;
        for (int i = 0; i < scale.length; i++) {
            Cell cell = fine.get(i);
            boolean far = p > 0
                    && (p + cell.mass) * (cell.near - fine.get(from).near) > error * Math.min(scale[from], scale[i]);
            if (far) {
                add(p, q, runs);
                p = 0;
                q = 0;
            }
            if (p == 0) from = i;
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
            if (least > LEAST_ATOM && ratio > 0 && ratio < Double.POSITIVE_INFINITY)
                cells.add(new Cell(ratio, least, atom.loss()));
        }
    }

    private static void add(double p, double q, List<Cell> cells) {
        if (!(p > 0 && q > 0)) return;
        double ratio = Down.div(p, q);
        if (ratio > 0 && ratio < Double.POSITIVE_INFINITY) cells.add(new Cell(ratio, p, Math.log(ratio)));
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

    /** Increasing. */
    double[] knots() {
        return knots.clone();
    }

    /** At the knots, no more than the profile. */
    double[] values() {
        return values.clone();
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
