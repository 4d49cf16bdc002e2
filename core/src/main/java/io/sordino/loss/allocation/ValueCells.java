package io.sordino.loss.allocation;

import io.sordino.loss.Side;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Ulp;

/** Masses and moments gathered in cells of values, drawn out to the ends of the cells for one side or together to their means for the other. */
final class ValueCells {
    final double[] edges;
    final double[] mass;
    final double[] moment;

    /** @param edges increasing */
    ValueCells(double[] edges) {
        this.edges = edges;
        mass = new double[edges.length - 1];
        moment = new double[edges.length - 1];
    }

    /** Cells from {@code from} to at least {@code to} whose ends grow by a factor of e^step. */
    static ValueCells geometric(double from, double to, double step) {
        int count = (int) Math.max(1, Math.ceil((Math.log(to) - Math.log(from)) / step));
        double[] edges = new double[count + 1];
        for (int i = 0; i <= count; i++) edges[i] = from * Math.exp(i * step);
        edges[count] = Math.max(edges[count], to * (1 + 4 * Ulp.ONE));
        return new ValueCells(edges);
    }

    /** Adds all sums of a value of {@code a} and a value of {@code b}, times a factor; both increase. */
    void addSums(WeightedPoints a, WeightedPoints b, double factor) {
        if (a.size() == 0) return;
        for (int j = 0; j < b.size(); j++) {
            double other = b.x()[j];
            int cell = find(a.x()[0] + other);
            double weight = b.weight()[j] * factor;
            int i = 0;
            while (i < a.size()) {
                double end = cell < mass.length - 1 ? edges[cell + 1] : Double.POSITIVE_INFINITY;
                double held = 0;
                double moments = 0;
                for (; i < a.size(); i++) {
                    double v = a.x()[i] + other;
                    if (v > end) break;
                    double m = a.weight()[i] * weight;
                    held += m;
                    moments += m * v;
                }
                mass[cell] += held;
                moment[cell] += moments;
                cell++;
            }
        }
    }

    private int find(double v) {
        int place = java.util.Arrays.binarySearch(edges, v);
        int cell = place >= 0 ? place - 1 : -place - 2;
        return Math.max(0, Math.min(mass.length - 1, cell));
    }

    /** At most what is held by cells whose masses underflowed, as the mean of the value over it: no point is made of them. */
    double unplaced() {
        double sum = 0;
        // of the products that make up a cell each is off by less than the least double
        double off = 1e9 * Double.MIN_VALUE;
        for (int j = 0; j < mass.length; j++)
            if (mass[j] < GeometricLaw.INACCURATE) sum += Math.max(moment[j], (mass[j] + off) * edges[j + 1]);
        return sum * (1 + 1e-9);
    }

    /** What the cells hold, on either side; a mean that rounding may have moved is moved back, and a little further. */
    WeightedPoints points(Side side, double doubt) {
        WeightedPoints points = new WeightedPoints(2 * mass.length);
        double carried = 0;
        for (int j = 0; j < mass.length; j++) {
            double m = mass[j] >= GeometricLaw.INACCURATE ? mass[j] : 0;
            double mean = m > 0 ? moment[j] / m : edges[j];
            if (side == Side.LOWER) {
                points.add(Math.min(edges[j + 1], mean * (1 - doubt - 16 * Ulp.ONE)), m);
                continue;
            }
            double wide = edges[j + 1] - edges[j];
            double share = (mean - edges[j] + (doubt + 16 * Ulp.ONE) * edges[j + 1]) / wide;
            share = Math.min(1, Math.max(0, share));
            points.add(edges[j], carried + m * (1 - share));
            carried = m * share;
        }
        if (side == Side.UPPER) points.add(edges[mass.length], carried);
        return points;
    }
}
