package io.sordino.account;

import io.sordino.loss.CountedPair;
import java.util.List;

/**
 * The accountant that everybody writes first: losses rounded up to a lattice, a Fourier transform in doubles, powers, and back.
 * No tilt, and no bound on what the transform gets wrong. A control: it must be caught.
 */
final class PlainFourier {
    private static final int POINTS = 1 << 15;

    private final double step;
    private final double[] mass;

    PlainFourier(List<CountedPair> parts, double reach) {
        step = 2 * reach / POINTS;
        double[][] product = {new double[POINTS], new double[POINTS]};
        java.util.Arrays.fill(product[0], 1);
        for (CountedPair part : parts) {
            double[][] law = {onLattice(part), new double[POINTS]};
            transform(law[0], law[1], false);
            for (int k = 0; k < POINTS; k++) {
                double size = Math.pow(Math.hypot(law[0][k], law[1][k]), (double) part.count());
                double angle = part.count() * Math.atan2(law[1][k], law[0][k]);
                double re = size * Math.cos(angle);
                double im = size * Math.sin(angle);
                double old = product[0][k];
                product[0][k] = old * re - product[1][k] * im;
                product[1][k] = old * im + product[1][k] * re;
            }
        }
        transform(product[0], product[1], true);
        mass = product[0];
    }

    /** The loss at a place of the circle. */
    private double at(int place) {
        return (place < POINTS / 2 ? place : place - POINTS) * step;
    }

    private double[] onLattice(CountedPair part) {
        double[] edges = new double[POINTS + 1];
        for (int i = 0; i <= POINTS; i++) edges[i] = (i - POINTS / 2.0 - 1) * step;
        double[] p = new double[POINTS];
        double[] q = new double[POINTS];
        part.pair().cells(edges, p, q);
        double[] law = new double[POINTS];
        for (int i = 0; i < POINTS; i++) law[(i + POINTS / 2) & (POINTS - 1)] += p[i];
        return law;
    }

    double delta(double epsilon) {
        double sum = 0;
        for (int i = 0; i < POINTS; i++) if (at(i) > epsilon) sum -= mass[i] * Math.expm1(epsilon - at(i));
        return sum;
    }

    /** A loss at which the curve was seen at or below delta. */
    double epsilon(double delta) {
        double low = 0;
        double high = POINTS / 2.0 * step;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (delta(middle) <= delta) high = middle;
            else low = middle;
        }
        return high;
    }

    private static void transform(double[] re, double[] im, boolean back) {
        for (int i = 1, j = 0; i < POINTS; i++) {
            int bit = POINTS >> 1;
            for (; (j & bit) != 0; bit >>= 1) j ^= bit;
            j ^= bit;
            if (i < j) {
                double t = re[i];
                re[i] = re[j];
                re[j] = t;
                t = im[i];
                im[i] = im[j];
                im[j] = t;
            }
        }
        for (int length = 2; length <= POINTS; length <<= 1) {
            double angle = 2 * Math.PI / length * (back ? -1 : 1);
            for (int j = 0; j < length / 2; j++) {
                double c = Math.cos(angle * j);
                double s = Math.sin(angle * j);
                for (int i = j; i < POINTS; i += length) {
                    int k = i + length / 2;
                    double x = re[k] * c - im[k] * s;
                    double y = re[k] * s + im[k] * c;
                    re[k] = re[i] - x;
                    im[k] = im[i] - y;
                    re[i] += x;
                    im[i] += y;
                }
            }
        }
        if (back)
            for (int i = 0; i < POINTS; i++) {
                re[i] /= POINTS;
                im[i] /= POINTS;
            }
    }
}
