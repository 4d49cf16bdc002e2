package io.sordino.loss.pair;

import io.sordino.numeric.Ulp;

/** Delta of finitely many points of a loss law, read at any epsilon in logarithmic time. */
final class PointDeltas {
    /*
     * With A_k the mass of the points from k on and D_k delta at the loss of point k, delta at an epsilon between the losses of
     * k - 1 and k is e^(eps - l_k) D_k + (1 - e^(eps - l_k)) A_k. With the loss of k - 1 for epsilon that is D_(k-1): a recurrence
     * of positive terms.
     */
    private final double[] loss;
    private final double[] delta;
    private final double[] above;

    /** @param loss increasing; kept, as the caller keeps it */
    PointDeltas(double[] loss, double[] mass) {
        int n = loss.length;
        this.loss = loss;
        delta = new double[n + 1];
        above = new double[n + 1];
        for (int k = n - 1; k >= 0; k--) {
            delta[k] = k == n - 1 ? 0 : between(k + 1, loss[k]);
            above[k] = above[k + 1] + mass[k];
        }
    }

    /** To a relative error of {@link #error()}. */
    double delta(double epsilon) {
        int next = next(epsilon);
        return next < loss.length ? between(next, epsilon) : 0;
    }

    /** What delta may lose besides, to products that are no normal doubles; nothing where there is no delta. */
    double underflow(double epsilon) {
        return next(epsilon) < loss.length ? Double.MIN_NORMAL : 0;
    }

    private double between(int next, double epsilon) {
        double gap = loss[next] - epsilon;
        return Math.exp(-gap) * delta[next] - Math.expm1(-gap) * above[next];
    }

    /** Mass of the losses above x. */
    double above(double x) {
        return above[next(x)];
    }

    double whole() {
        return above[0];
    }

    /** Each point adds a difference, two exponentials, two products and two sums, all of positive terms. */
    double error() {
        return 8 * Ulp.ONE * (loss.length + 8);
    }

    /** The first point whose loss exceeds x. */
    private int next(double x) {
        int low = 0;
        int high = loss.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (loss[middle] > x) high = middle;
            else low = middle + 1;
        }
        return low;
    }
}
