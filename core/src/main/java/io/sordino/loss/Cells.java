package io.sordino.loss;

/** The continuous masses of a pair between the points of a lattice, asked for once and read by both sides. */
final class Cells {
    final Pair pair;
    final double offset;
    final double step;
    final long low;
    final double[] edges;
    final double[] p;
    final double[] q;
    /** P-mass below the first and above the last edge. */
    final double head;

    final double tail;

    Cells(Pair pair, double step, double from, double to) {
        this.pair = pair;
        this.offset = pair.anchor();
        this.step = step;
        low = (long) Math.floor((from - offset) / step);
        int count = Math.toIntExact(Math.max(1, (long) Math.ceil((to - offset) / step) - low));
        edges = new double[count + 1];
        for (int j = 0; j <= count; j++) edges[j] = offset + (low + j) * step;
        p = new double[count];
        q = new double[count];
        if (pair.continuous()) {
            pair.cells(edges, p, q);
            head = outside(Double.NEGATIVE_INFINITY, edges[0]);
            tail = outside(edges[count], Double.POSITIVE_INFINITY);
        } else {
            head = 0;
            tail = 0;
        }
    }

    private double outside(double from, double to) {
        double[] mass = new double[1];
        pair.cells(new double[] {from, to}, mass, new double[1]);
        return mass[0];
    }

    int count() {
        return p.length;
    }

    /** How far the edges of this cell may be from where they should be. */
    double edgeError(int cell) {
        return pair.edgeError(edges[cell])
                + pair.edgeError(edges[cell + 1])
                + 2 * Math.ulp(edges[cell])
                + 2 * Math.ulp(edges[cell + 1]);
    }

    double largestEdgeError() {
        double reach = Math.max(Math.abs(edges[0]), Math.abs(edges[count()]));
        return 2 * Math.max(pair.edgeError(edges[0]), pair.edgeError(edges[count()]))
                + 8 * Math.ulp(reach + Math.abs(offset));
    }
}
