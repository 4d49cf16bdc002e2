package io.sordino.loss.lattice;

import io.sordino.loss.Pair;

/**
 * The continuous masses of a pair between points of a lattice, asked for once and read by both sides. Near the bulk of the law
 * the cells are one step wide; far from it they grow with the distance, since what is rare may be rounded more.
 */
public final class CellMasses {
    /** A window is trimmed once its masses are known, so more cells than points may be asked for. */
    private static final int MOST_CELLS = 4 * Convolution.MOST_POINTS;
    /** Each takes 28 bytes. */
    private static final int MOST_PLACES = 3 * Convolution.MOST_POINTS / 2;
    /** Beyond this a place is no longer a whole number. */
    private static final double LARGEST_PLACE = 0x1p50;

    final Pair pair;
    final double offset;
    final double step;
    /** Lattice index of the first edge, and places of all edges counted from it. */
    final long low;

    final int[] places;
    final double[] edges;
    final double[] p;
    final double[] q;
    /** P-mass below the first and above the last edge. */
    final double head;

    final double tail;

    /**
     * @param middle where the bulk is
     * @param growth width of a cell over its distance from the middle
     */
    public CellMasses(Pair pair, double step, double from, double to, double middle, double growth) {
        this.pair = pair;
        this.offset = pair.anchor();
        this.step = step;
        low = (long) Math.floor((from - offset) / step);
        double wanted = Math.max(1, Math.ceil((to - offset) / step) - low);
        // rounding must not leave the end of the law outside, where it would count as infinite loss
        if (offset + (low + wanted) * step < to) wanted++;
        boolean countable = wanted <= MOST_CELLS && Math.abs((double) low) <= LARGEST_PLACE;
        if (!(countable && (Math.abs((double) low) + wanted) * step < Double.MAX_VALUE))
            throw new Convolution.TooWide(wanted);
        int count = (int) wanted;
        int centre = (int) Math.max(0, Math.min(count, Math.rint((middle - offset) / step) - low));
        places = pair.continuous() ? places(count, centre, growth) : new int[] {0, count};
        edges = new double[places.length];
        for (int j = 0; j < places.length; j++) edges[j] = offset + (low + places[j]) * step;
        p = new double[places.length - 1];
        q = new double[places.length - 1];
        if (pair.continuous()) {
            pair.cells(edges, p, q);
            head = outside(Double.NEGATIVE_INFINITY, edges[0]);
            tail = outside(edges[edges.length - 1], Double.POSITIVE_INFINITY);
        } else {
            head = 0;
            tail = 0;
        }
    }

    private static int[] places(int count, int centre, double growth) {
        int left = 0;
        for (int j = centre; j > 0; j = before(j, centre, growth)) left++;
        int right = 0;
        for (int j = centre; j < count; j = after(j, centre, growth, count)) right++;
        if (left + right > MOST_PLACES) throw new Convolution.TooWide((double) left + right);
        int[] all = new int[left + 1 + right];
        all[left] = centre;
        for (int i = left; i > 0; i--) all[i - 1] = before(all[i], centre, growth);
        for (int i = left; i < left + right; i++) all[i + 1] = after(all[i], centre, growth, count);
        return all;
    }

    private static int before(int j, int centre, double growth) {
        return (int) Math.max(0, j - cells(growth * (centre - j)));
    }

    private static int after(int j, int centre, double growth, int count) {
        return (int) Math.min(count, j + cells(growth * (j - centre)));
    }

    /** One at least, or a walk would never end. */
    private static long cells(double wide) {
        return wide > 1 ? (long) Math.min(wide, MOST_CELLS) : 1;
    }

    private double outside(double from, double to) {
        double[] mass = new double[1];
        pair.cells(new double[] {from, to}, mass, new double[1]);
        return mass[0];
    }

    int count() {
        return p.length;
    }

    /** Number of lattice points from the first edge to the last. */
    int points() {
        return places[places.length - 1] + 1;
    }

    double first() {
        return edges[0];
    }

    double last() {
        return edges[edges.length - 1];
    }

    /** Width of a cell. */
    double width(int cell) {
        return (places[cell + 1] - places[cell]) * step;
    }

    /** How far the edges of this cell may be from where they should be. */
    double edgeError(int cell) {
        return pair.edgeError(edges[cell])
                + pair.edgeError(edges[cell + 1])
                + 2 * Math.ulp(edges[cell])
                + 2 * Math.ulp(edges[cell + 1]);
    }

    double largestEdgeError() {
        double reach = Math.max(Math.abs(first()), Math.abs(last()));
        return 2 * Math.max(pair.edgeError(first()), pair.edgeError(last())) + 8 * Math.ulp(reach + Math.abs(offset));
    }
}
