package io.sordino.loss;

import io.sordino.numeric.Fft;

/** A product of powers of Fourier transforms of weights, with a bound on how far the result is from the exact one. */
final class Spectrum {
    /** A value whose size is below e^-this after all powers is taken as zero and charged to the error. */
    private static final double NEGLIGIBLE = 90;

    private final int n;
    private final double[] real;
    private final double[] imaginary;
    /** Sum of n_i e_i / a_i for each frequency. */
    private final double[] relative;
    /** Product of (a_i + e_i)^n_i for each frequency. */
    private final double[] size;

    private double[] sums;

    Spectrum(int n) {
        this.n = n;
        int half = n / 2 + 1;
        real = new double[half];
        imaginary = new double[half];
        relative = new double[half];
        size = new double[half];
        java.util.Arrays.fill(real, 1);
        java.util.Arrays.fill(size, 1);
        sums = new double[n];
    }

    /** Takes in a law with {@code weight[centre]} at place 0, {@code count} times. */
    void multiply(double[] weight, int centre, long count) {
        java.util.Arrays.fill(sums, 0);
        double total = 0;
        for (int i = 0; i < weight.length; i++) {
            sums[(i - centre) & (n - 1)] += weight[i];
            total += weight[i];
        }
        double wrap = Math.ulp(1.0) * (2 + weight.length / (double) n);
        double error = (Fft.errorFactor(n) + wrap) * total;
        int half = n / 2 + 1;
        double[] re = new double[half];
        double[] im = new double[half];
        Fft.forward(sums, re, im);
        // one complex product is off by less than 3 ulp of its size; a power by repeated squaring takes fewer than 2
        // count of them
        double ofPower = 6 * Math.ulp(1.0);
        for (int k = 0; k < half; k++) {
            if (size[k] == 0) continue;
            double a = Math.hypot(re[k], im[k]);
            double log = count * Math.log(a + error);
            if (log < -NEGLIGIBLE || a <= 4 * error) {
                size[k] = log < -700 ? 0 : size[k] * Math.exp(log) * (1 + 1e-9);
                real[k] = 0;
                imaginary[k] = 0;
                relative[k] = Double.POSITIVE_INFINITY;
                continue;
            }
            relative[k] += count * (error / a * (1 + 2 * error / a) + ofPower);
            size[k] *= Math.exp(log) * (1 + 1e-9);
            if (real[k] != 0 || imaginary[k] != 0) power(re[k], im[k], count, k);
        }
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
            double a = Math.hypot(real[k], imaginary[k]);
            norm += twice * a;
            double bound = relative[k] < 1 ? a * Math.expm1(relative[k]) : Double.POSITIVE_INFINITY;
            error += twice * Math.min(2 * size[k], bound);
        }
        Fft.inverse(real, imaginary, sums);
        return (error + Fft.errorFactor(n) * norm) / n * (1 + 1e-9) + Double.MIN_NORMAL;
    }

    double[] result() {
        return sums;
    }
}
