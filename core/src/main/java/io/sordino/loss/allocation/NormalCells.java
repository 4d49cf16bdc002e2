package io.sordino.loss.allocation;

import io.sordino.numeric.Normal;
import java.util.Arrays;

/**
 * The line in cells, with their masses under N(-mu, 1), N(0, 1) and N(mu, 1) and, at the nodes between them, the two likelihood
 * ratios against N(0, 1). The first and the last cell are the tails.
 */
final class NormalCells {
    private static final int CELLS = 1024;
    private static final double FAR = 11;

    /**
     * Relative error of a mass: an edge that is shifted by mu is off by an ulp of 16 at most, a cell is no narrower than 2^-7 but
     * where it was split, and neighbours share their edges.
     */
    static final double ERROR = 5e-13;

    final double mu;
    final double[] node;
    /** e^(u mu - mu^2 / 2) at the nodes, the density of N(mu, 1). */
    final double[] rising;
    /** e^(-u mu - mu^2 / 2) at the nodes, the density of N(-mu, 1). */
    final double[] falling;

    final double[] minus;
    final double[] zero;
    final double[] plus;

    private NormalCells(
            double mu, double[] node, double[] rising, double[] falling, double[] minus, double[] zero, double[] plus) {
        this.mu = mu;
        this.node = node;
        this.rising = rising;
        this.falling = falling;
        this.minus = minus;
        this.zero = zero;
        this.plus = plus;
    }

    static NormalCells of(double mu) {
        double reach = FAR + 2 * mu;
        double[] node = new double[CELLS + 1];
        for (int i = 0; i <= CELLS; i++) node[i] = reach * (2.0 * i / CELLS - 1);
        int n = node.length;
        NormalCells cells = new NormalCells(
                mu, node, new double[n], new double[n], new double[n + 1], new double[n + 1], new double[n + 1]);
        for (int i = 0; i < n; i++) cells.weigh(i);
        for (int i = 0; i <= n; i++) cells.measure(i);
        return cells;
    }

    private void weigh(int i) {
        rising[i] = StrictMath.exp(mu * (node[i] - mu / 2));
        falling[i] = StrictMath.exp(-mu * (node[i] + mu / 2));
    }

    private void measure(int cell) {
        double from = cell == 0 ? Double.NEGATIVE_INFINITY : node[cell - 1];
        double to = cell == node.length ? Double.POSITIVE_INFINITY : node[cell];
        minus[cell] = Normal.between(from + mu, to + mu);
        zero[cell] = Normal.between(from, to);
        plus[cell] = Normal.between(from - mu, to - mu);
    }

    /** The same cells, one of them split where a node is wanted; far out there is nothing to split. */
    NormalCells splitAt(double u) {
        int n = node.length;
        if (!(u > node[0] && u < node[n - 1])) return this;
        int place = Arrays.binarySearch(node, u);
        if (place >= 0) return this;
        int at = -place - 1;
        NormalCells split = new NormalCells(
                mu,
                widened(node, at),
                widened(rising, at),
                widened(falling, at),
                widened(minus, at),
                widened(zero, at),
                widened(plus, at));
        split.node[at] = u;
        split.weigh(at);
        split.measure(at);
        split.measure(at + 1);
        return split;
    }

    private static double[] widened(double[] from, int at) {
        double[] to = new double[from.length + 1];
        System.arraycopy(from, 0, to, 0, at);
        System.arraycopy(from, at, to, at + 1, from.length - at);
        return to;
    }
}
