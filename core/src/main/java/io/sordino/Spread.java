package io.sordino;

import io.sordino.OwnPair.Cell;

/** A cell's masses at its two extreme losses. */
final class Spread {
    private static final int WIDENINGS = 60;
    /** More than logarithms of probabilities are off, and than lists that nearly add up to 1 are divided by. */
    private static final double MARGIN = 3e-12;

    private Spread() {}

    /**
     * p and q of the smaller loss, then of the larger one. Their sums are the cell's to the last digit, and the losses surround those of the cell: two points of the same sums that lie farther apart
     * are a mean-preserving spread, so rounding costs nothing but width.
     */
    static double[] of(Cell cell) {
        if (cell.p() == 0 || cell.q() == 0) return new double[] {cell.p(), cell.q(), 0, 0};
        double widening = 1e-12;
        for (int i = 0; i < WIDENINGS; i++, widening *= 3) {
            double room = widening * (1 + Math.min(1e3, cell.largestLoss() - cell.leastLoss()));
            double[] parts = split(cell, cell.leastLoss() - room, cell.largestLoss() + room);
            boolean below = parts[0] == 0 || loss(parts[0], parts[1]) <= cell.leastLoss() - MARGIN;
            boolean above = parts[3] == 0 || loss(parts[2], parts[3]) >= cell.largestLoss() + MARGIN;
            if (below && above) return parts;
        }
        return new double[] {0, cell.q(), cell.p(), 0};
    }

    private static double loss(double p, double q) {
        return Math.log(p) - Math.log(q);
    }

    private static double[] split(Cell cell, double low, double high) {
        double p = cell.p();
        double q = cell.q();
        double least = Math.exp(low);
        double most = Math.exp(high);
        // without a largest loss all that the smaller one does not explain is infinite
        if (!(most < 1e300)) {
            double finite = Math.min(p, least * q);
            return new double[] {finite, q, p - finite, 0};
        }
        double upper = least > 0 ? Math.max(0, (p - least * q) / (most - least)) : p / most;
        double qHigh = Math.min(q, upper);
        double pHigh = least > 0 ? Math.min(p, qHigh * most) : p;
        return new double[] {p - pHigh, q - qHigh, pHigh, qHigh};
    }
}
