package io.sordino.loss.iteration;

import java.util.Arrays;

/**
 * The least concave curve from the origin above points whose abscissas grow, and its energy: the sum of rise^2 / run over its
 * pieces.
 *
 * <p>Among all curves from the origin that stay above the points and end in the last one it has the least energy, as a string
 * that is pulled tight.
 */
final class Majorant {
    private double[] x = new double[16];
    private double[] y = new double[16];
    /** Energy of the curve from the origin to each corner. */
    private double[] energy = new double[16];

    private int corners = 1;

    void clear() {
        corners = 1;
    }

    /** Adds a point at or to the right of all others, which becomes the end of the curve. */
    void add(double abscissa, double height) {
        int last = before(abscissa, height);
        if (last + 1 == x.length) grow();
        energy[last + 1] = energyFrom(last, abscissa, height);
        x[last + 1] = abscissa;
        y[last + 1] = height;
        corners = last + 2;
    }

    double energy() {
        return energy[corners - 1];
    }

    /** The energy that the curve would have with this point as its end. */
    double energyTo(double abscissa, double height) {
        int last = before(abscissa, height);
        return energyFrom(last, abscissa, height);
    }

    private double energyFrom(int corner, double abscissa, double height) {
        double rise = height - y[corner];
        return rise > 0 ? energy[corner] + rise * rise / (abscissa - x[corner]) : energy[corner];
    }

    /**
     * The corner from which the last piece to a new end starts. Pieces get flatter to the right, so a point above the line of
     * one piece is above the lines of all later ones, and the first such piece can be found by halving.
     */
    private int before(double abscissa, double height) {
        // most new points undo few corners
        for (int i = corners - 1; i > 0 && i > corners - 4; i--) if (!isAbove(i, abscissa, height)) return i;
        int low = 0;
        int high = Math.max(0, corners - 4);
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (isAbove(middle, abscissa, height)) high = middle - 1;
            else low = middle;
        }
        return low;
    }

    /** Whether the point is on or above the line through corners i - 1 and i. */
    private boolean isAbove(int i, double abscissa, double height) {
        return (height - y[i]) * (x[i] - x[i - 1]) >= (y[i] - y[i - 1]) * (abscissa - x[i]);
    }

    private void grow() {
        x = Arrays.copyOf(x, 2 * x.length);
        y = Arrays.copyOf(y, 2 * y.length);
        energy = Arrays.copyOf(energy, 2 * energy.length);
    }
}
