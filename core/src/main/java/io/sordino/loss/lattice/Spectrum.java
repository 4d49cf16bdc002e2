package io.sordino.loss.lattice;

import io.sordino.numeric.Fft;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import java.util.Arrays;

/**
 * A product of powers of Fourier transforms of weights, with a bound on how far the result is from the exact one. Laws of one
 * count are taken in one by one, then raised to it together.
 */
final class Spectrum {
    /** A value whose size is below e^-this after all powers is taken as zero and charged to the error. */
    private static final double NEGLIGIBLE = 90;
    /** One complex product is off by less than 3 ulp of its size. */
    private static final double OF_PRODUCT = 3 * Ulp.ONE;
    /** A power by repeated squaring, with the product it goes into, takes fewer than 2 count of them. */
    private static final double OF_POWER = 2 * OF_PRODUCT;

    private final int n;
    private final double[] sums;
    private final Values whole;
    /** The laws that will be raised to one count. */
    private final Values factor;

    private boolean begun;
    private final double[] re;
    private final double[] im;

    /** A product at every frequency. */
    private static final class Values {
        final double[] real;
        final double[] imaginary;
        /** Sum of n_i e_i / a_i for each frequency; infinite where the product was taken as zero. */
        final double[] relative;
        /** Where the product was taken as zero, a bound on what it is. */
        final double[] dropped;

        Values(int half) {
            real = new double[half];
            imaginary = new double[half];
            relative = new double[half];
            dropped = new double[half];
        }

        boolean isDropped(int k) {
            return relative[k] == Double.POSITIVE_INFINITY;
        }

        void drop(int k, double bound) {
            real[k] = 0;
            imaginary[k] = 0;
            relative[k] = Double.POSITIVE_INFINITY;
            dropped[k] = bound;
        }

        double size(int k) {
            return Spectrum.size(real[k], imaginary[k]);
        }

        /** Not below the exact product, (a_1 + e_1)^n_1 (a_2 + e_2)^n_2 ... */
        double bound(int k) {
            if (isDropped(k)) return dropped[k];
            double r = relative[k];
            // e^r <= 1 + 2 r up to r = 1
            return size(k) * (r < 1 ? 1 + 2 * r : Math.exp(Math.min(700, r))) * (1 + 1e-9);
        }
    }

    Spectrum(int n) {
        this.n = n;
        int half = n / 2 + 1;
        whole = new Values(half);
        Arrays.fill(whole.real, 1);
        factor = new Values(half);
        re = new double[half];
        im = new double[half];
        sums = new double[n];
    }

    private static double size(double x, double y) {
        // no value is above 2, and one that underflows is far below the error
        return Math.sqrt(x * x + y * y);
    }

    /** Takes in a law with {@code weight[centre]} at place 0, as many times as will be said next. */
    void multiply(double[] weight, int centre) {
        Patience.check();
        Arrays.fill(sums, 0);
        take(re, im, transform(weight, centre, sums, re, im));
    }

    /** Takes in a law that was transformed before. */
    void multiply(Transforms.Transform law) {
        Patience.check();
        take(law.re, law.im, law.error);
    }

    /**
     * Transforms weights with {@code weight[centre]} at place 0; the answer bounds the error of every value.
     *
     * @param room zeros, as many as the window has points
     */
    static double transform(double[] weight, int centre, double[] room, double[] re, double[] im) {
        int n = room.length;
        double total = 0;
        for (int i = 0; i < weight.length; i++) {
            room[(i - centre) & (n - 1)] += weight[i];
            total += weight[i];
        }
        double wrap = Ulp.ONE * (2 + weight.length / (double) n);
        Fft.forward(room, re, im);
        return (Fft.errorFactor(n) + wrap) * total;
    }

    private void take(double[] re, double[] im, double error) {
        if (!begun) begin(re, im, error);
        else
            for (int k = 0; k < re.length; k++) {
                double a = size(re[k], im[k]);
                if (factor.isDropped(k)) factor.dropped[k] *= a + error;
                else if (a <= 3 * error) factor.drop(k, factor.bound(k) * (a + error));
                else {
                    double u = factor.real[k];
                    double v = factor.imaginary[k];
                    factor.real[k] = u * re[k] - v * im[k];
                    factor.imaginary[k] = u * im[k] + v * re[k];
                    factor.relative[k] += error / a * (1 + 2 * error / a) + OF_PRODUCT;
                }
            }
        begun = true;
    }

    private void begin(double[] re, double[] im, double error) {
        for (int k = 0; k < re.length; k++) {
            double a = size(re[k], im[k]);
            if (a <= 3 * error) factor.drop(k, a + error);
            else {
                factor.real[k] = re[k];
                factor.imaginary[k] = im[k];
                factor.relative[k] = error / a * (1 + 2 * error / a);
            }
        }
    }

    /** Raises what was taken in since the last call to a power. */
    void raise(long count) {
        double negligible = Math.exp(-NEGLIGIBLE / count);
        for (int k = 0; k < re.length; k++) {
            double most = factor.bound(k);
            if (whole.isDropped(k)) whole.dropped[k] *= atMost(most, count);
            else if (factor.isDropped(k) || most <= negligible) whole.drop(k, whole.bound(k) * atMost(most, count));
            else {
                whole.relative[k] += count * (factor.relative[k] + OF_POWER);
                power(factor.real[k], factor.imaginary[k], count, k);
            }
        }
        begun = false;
    }

    /** A bound on value^count that does not go below e^-NEGLIGIBLE. */
    private static double atMost(double value, long count) {
        double log = count * Math.log(value);
        return log < -NEGLIGIBLE ? Math.exp(-NEGLIGIBLE) : Math.exp(log) * (1 + 1e-9);
    }

    private void power(double re, double im, long count, int k) {
        double x = re;
        double y = im;
        double u = whole.real[k];
        double v = whole.imaginary[k];
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
        whole.real[k] = u;
        whole.imaginary[k] = v;
    }

    /** Transforms back; the answer bounds the error of every entry of {@link #result()}. */
    double invert() {
        double error = 0;
        double norm = 0;
        for (int k = 0; k < re.length; k++) {
            double twice = k == 0 || k == n / 2 ? 1 : 2;
            if (whole.isDropped(k)) {
                error += twice * whole.dropped[k];
                continue;
            }
            double a = whole.size(k);
            double r = whole.relative[k];
            norm += twice * a;
            // e^r - 1 <= r (1 + r) up to r = 1
            error += twice * (r < 1 ? a * r * (1 + r) : 2 * whole.bound(k));
        }
        Fft.inverse(whole.real, whole.imaginary, sums);
        return (error + Fft.errorFactor(n) * norm) / n * (1 + 1e-9) + Double.MIN_NORMAL;
    }

    int length() {
        return n;
    }

    double[] result() {
        return sums;
    }
}
