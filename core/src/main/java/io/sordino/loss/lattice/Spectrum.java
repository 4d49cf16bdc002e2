package io.sordino.loss.lattice;

import io.sordino.numeric.Fft;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;

/** A product of powers of Fourier transforms of weights, with a bound on how far the result is from the exact one. */
final class Spectrum {
    /** A value whose size is below e^-this after all powers is taken as zero and charged to the error. */
    private static final double NEGLIGIBLE = 90;

    private final int n;
    private final double[] real;
    private final double[] imaginary;
    /** Sum of n_i e_i / a_i for each frequency; infinite where the product was taken as zero. */
    private final double[] relative;
    /** Where the product was taken as zero, a bound on what it is. */
    private final double[] dropped;

    private double[] sums;

    Spectrum(int n) {
        this.n = n;
        int half = n / 2 + 1;
        real = new double[half];
        imaginary = new double[half];
        relative = new double[half];
        dropped = new double[half];
        java.util.Arrays.fill(real, 1);
        sums = new double[n];
    }

    /** Takes in a law with {@code weight[centre]} at place 0, {@code count} times. */
    void multiply(double[] weight, int centre, long count) {
        Patience.check();
        java.util.Arrays.fill(sums, 0);
        double total = 0;
        for (int i = 0; i < weight.length; i++) {
            sums[(i - centre) & (n - 1)] += weight[i];
            total += weight[i];
        }
        double wrap = Ulp.ONE * (2 + weight.length / (double) n);
        double error = (Fft.errorFactor(n) + wrap) * total;
        int half = n / 2 + 1;
        double[] re = new double[half];
        double[] im = new double[half];
        Fft.forward(sums, re, im);
        // one complex product is off by less than 3 ulp of its size; a power by repeated squaring takes fewer than 2
        // count of them
        double ofPower = 6 * Ulp.ONE;
        double negligible = Math.max(4 * error, Math.exp(-NEGLIGIBLE / count));
        for (int k = 0; k < half; k++) {
            // no value is above 2, and one that underflows is far below the error
            double a = Math.sqrt(re[k] * re[k] + im[k] * im[k]);
            if (relative[k] == Double.POSITIVE_INFINITY) dropped[k] *= atMost(a + error, count);
            else if (a + error <= negligible) {
                dropped[k] = bound(k) * atMost(a + error, count);
                real[k] = 0;
                imaginary[k] = 0;
                relative[k] = Double.POSITIVE_INFINITY;
            } else {
                relative[k] += count * (error / a * (1 + 2 * error / a) + ofPower);
                power(re[k], im[k], count, k);
            }
        }
    }

    /** A bound on value^count that does not go below e^-NEGLIGIBLE. */
    private static double atMost(double value, long count) {
        double log = count * Math.log(value);
        return log < -NEGLIGIBLE ? Math.exp(-NEGLIGIBLE) : Math.exp(log) * (1 + 1e-9);
    }

    /** Not below the product so far, (a_1 + e_1)^n_1 (a_2 + e_2)^n_2 ... */
    private double bound(int k) {
        return size(k) * Math.exp(Math.min(700, relative[k])) * (1 + 1e-9);
    }

    private double size(int k) {
        return Math.sqrt(real[k] * real[k] + imaginary[k] * imaginary[k]);
    }

    private void power(double re, double im, long count, int k) {
        double x = re;
        double y = im;
        double u = real[k];
        double v = imaginary[k];
        for (long rest = count; ; ) {
            if ((rest & 1) != 0) {
                double t = u * x - v * y;
                v = u * y + v * x;
                u = t;
            }
            rest >>= 1;
            if (rest == 0) break;
            double t = (x - y) * (x + y);
            y = 2 * x * y;
            x = t;
        }
        real[k] = u;
        imaginary[k] = v;
    }

    /** Transforms back; the answer bounds the error of every entry of {@link #result()}. */
    double invert() {
        double error = 0;
        double norm = 0;
        for (int k = 0; k < real.length; k++) {
            double twice = k == 0 || k == n / 2 ? 1 : 2;
            if (relative[k] == Double.POSITIVE_INFINITY) {
                error += twice * dropped[k];
                continue;
            }
            double a = size(k);
            norm += twice * a;
            // e^r - 1 <= r (1 + r) up to r = 1
            error += twice * (relative[k] < 1 ? a * relative[k] * (1 + relative[k]) : 2 * bound(k));
        }
        Fft.inverse(real, imaginary, sums);
        return (error + Fft.errorFactor(n) * norm) / n * (1 + 1e-9) + Double.MIN_NORMAL;
    }

    double[] result() {
        return sums;
    }
}
