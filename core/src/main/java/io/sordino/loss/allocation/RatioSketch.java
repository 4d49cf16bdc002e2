package io.sordino.loss.allocation;

import io.sordino.loss.lattice.WeightedPoints;

/**
 * A few hundred points that stand for a likelihood ratio when a lattice is chosen. Only choices depend on it, never a bound.
 */
final class RatioSketch {
    private static final int CELLS = 600;
    private static final double NEGLIGIBLE = 1e-13;

    private final LikelihoodRatio ratio;
    private final double[] value;
    private final double[] mass;
    private final double[] width;
    private final int size;

    RatioSketch(LikelihoodRatio ratio, double top) {
        this.ratio = ratio;
        WeightedPoints points = new WeightedPoints(CELLS + 2 + ratio.value.length);
        double[] widths = new double[CELLS + 2 + ratio.value.length];
        if (ratio.continuous()) {
            double low = Math.max(Double.MIN_NORMAL, Math.min(top / 2, bottom(ratio)));
            ValueCells cells = ValueCells.geometric(low, top, (Math.log(top) - Math.log(low)) / CELLS);
            ratio.cells(cells.edges, cells.mass, cells.moment);
            for (int i = 0; i < cells.mass.length; i++) {
                if (!(cells.mass[i] > 0)) continue;
                widths[points.size()] = cells.edges[i + 1] - cells.edges[i];
                points.add(cells.moment[i] / cells.mass[i], cells.mass[i]);
            }
        }
        for (int i = 0; i < ratio.value.length; i++)
            if (ratio.value[i] <= top) points.add(ratio.value[i], ratio.mass[i]);
        value = points.x();
        mass = points.weight();
        width = widths;
        size = points.size();
    }

    private static double bottom(LikelihoodRatio ratio) {
        if (ratio.least > 0) return ratio.least;
        double low = 1;
        double[] m = new double[1];
        double[] w = new double[1];
        for (int i = 0; i < 700; i++) {
            ratio.cells(new double[] {0, low}, m, w);
            if (m[0] <= NEGLIGIBLE || low < 1e-280) return low;
            low /= 2;
        }
        return low;
    }

    double variance() {
        double m0 = 0;
        double m1 = 0;
        for (int i = 0; i < size; i++) {
            m0 += mass[i];
            m1 += mass[i] * value[i];
        }
        double mean = m0 > 0 ? m1 / m0 : 0;
        double sum = 0;
        for (int i = 0; i < size; i++) sum += mass[i] * (value[i] - mean) * (value[i] - mean);
        return sum;
    }

    /** Variance that rounding to a lattice through the least value adds. */
    double added(double step) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            double place = (value[i] - ratio.least) / step;
            double share = place - Math.floor(place);
            double off = Math.min(share, 1 - share) < 1e-9 ? 0 : share * (1 - share);
            sum += mass[i] * (width[i] > step ? 1 / 6.0 : off);
        }
        return sum * step * step;
    }
}
