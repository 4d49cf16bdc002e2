package io.sordino.loss.allocation;

import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.loss.pair.TabledPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import java.util.Arrays;

/** Upper bounds on a likelihood ratio and their masses without the record, in cells that end at doubles with few digits, so that the cell is read off the bits. */
final class RatioCells {
    /** Digits of a double that are left out: an edge is 1 to 2 thousandths below the next. */
    private static final int SHIFT = 43;

    /** Smaller ratios are spread to this one and 0. */
    private static final double LEAST = 0x1p-30;

    private static final long FIRST = Double.doubleToRawLongBits(LEAST) >>> SHIFT;
    /** Ten million terms of a sum are off by no more. */
    private static final double ROUNDING = 2e-9;

    private final ValueCells cells;

    /** @param logMost log of a ratio that none exceeds */
    RatioCells(double logMost) {
        int last = (int) ((Double.doubleToRawLongBits(Math.exp(Math.min(700, logMost))) >>> SHIFT) - FIRST) + 2;
        double[] edges = new double[last + 2];
        for (int i = 0; i <= last; i++) edges[i + 1] = Double.longBitsToDouble((FIRST + i) << SHIFT);
        cells = new ValueCells(edges);
    }

    void add(double ratio, double mass) {
        int cell = ratio >= LEAST ? (int) ((Double.doubleToRawLongBits(ratio) >>> SHIFT) - FIRST) + 1 : 0;
        if (!(cell < cells.mass.length)) throw new IllegalStateException(ratio + " is above the largest ratio");
        cells.mass[cell] += mass;
        cells.moment[cell] += mass * ratio;
    }

    WeightedPoints points() {
        WeightedPoints points = cells.points(Side.UPPER, 2 * ROUNDING);
        for (int i = 0; i < points.size(); i++) points.weight()[i] *= 1 + ROUNDING;
        return points;
    }

    /** At most what points leave out, with the record. */
    double unplaced() {
        return cells.unplaced();
    }

    /** @param lost mass with the record that has no place */
    Pair pair(double lost) {
        WeightedPoints points = points();
        int n = points.size();
        double[] loss = new double[n];
        double[] p = new double[n];
        int size = 0;
        double missing = 0;
        for (int i = 0; i < n; i++) {
            double value = points.x()[i];
            if (!(value > 0)) {
                missing += points.weight()[i];
                continue;
            }
            double log = Math.log(value);
            loss[size] = log + 8 * Ulp.ONE * (1 + Math.abs(log));
            p[size++] = points.weight()[i] * value;
        }
        double infinity = Math.min(1, (lost + unplaced()) * (1 + 1e-9));
        return TabledPair.of(
                Side.UPPER,
                Arrays.copyOf(loss, size),
                Arrays.copyOf(p, size),
                Bracket.of(0, infinity),
                Math.min(1, missing),
                false);
    }
}
