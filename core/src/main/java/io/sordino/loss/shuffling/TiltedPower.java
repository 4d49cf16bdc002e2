package io.sordino.loss.shuffling;

import io.sordino.numeric.Fft;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;

/**
 * The law of a sum of independent draws of one law on whole numbers, tilted towards the sums that are asked for: a window of it, with a bound on
 * what every entry is off, and on what lies outside.
 *
 * <p>P(sum = s) = e^(logScale - tilt s) g(s), g the tilted law, whose mean is about the middle of the window.
 */
final class TiltedPower {
    /*
     * g is the inverse transform of f^n, f the transform of one tilted draw. Every computed f is off by at most e = errorFactor(N), since the masses
     * add up to 1; with a = |f computed| the power is off by at most (a + e)^n ((1 + e/a)^n - 1 + rounding), and by (a + e)^n where it is taken as 0.
     * Sums outside of the window come back into it at other places: together they are at most the two tails, by Chernoff's bound.
     */
    private static final double NEGLIGIBLE = 80;

    final double logScale;
    final double tilt;
    final long first;
    final double[] mass;
    /** How far every entry may be off, either way. */
    final double doubt;
    /** What lies outside of the window at most. */
    final double outside;

    /**
     * @param places of the atoms of a draw
     * @param masses of the atoms, any positive numbers
     * @param tilt each atom is weighed by e^(tilt place)
     * @param size of the window, a power of two
     */
    TiltedPower(long[] places, double[] masses, double draws, double tilt, int size) {
        Patience.check();
        this.tilt = tilt;
        double[] tilted = new double[masses.length];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < masses.length; i++)
            if (masses[i] > 0) top = Math.max(top, Math.log(masses[i]) + tilt * places[i]);
        double total = 0;
        for (int i = 0; i < masses.length; i++)
            total += tilted[i] = masses[i] > 0 ? Math.exp(Math.log(masses[i]) + tilt * places[i] - top) : 0;
        double mean = 0;
        for (int i = 0; i < masses.length; i++) mean += (tilted[i] /= total) * places[i];
        double variance = 0;
        for (int i = 0; i < masses.length; i++) variance += tilted[i] * (places[i] - mean) * (places[i] - mean);
        logScale = draws * (top + Math.log(total));
        first = Math.round(draws * mean) - size / 2;
        outside = tails(places, tilted, draws, mean, variance, size / 2.0 - 2);
        mass = new double[size];
        doubt = outside + power(places, tilted, draws, size);
    }

    /** Of the sum being further than this from its mean, by Chernoff. */
    private static double tails(
            long[] places, double[] tilted, double draws, double mean, double variance, double reach) {
        double both = 0;
        for (int sign : new int[] {-1, 1}) {
            double least = 1;
            for (int i = -30; i <= 6; i++) {
                double slope = Math.scalb(reach / (draws * variance), i);
                double moment = 0;
                for (int t = 0; t < places.length; t++)
                    moment += tilted[t] * Math.exp(sign * slope * (places[t] - mean));
                double log = draws * Math.log(moment) - slope * reach;
                if (log < 0) least = Math.min(least, Math.exp(log));
            }
            both += least;
        }
        return Math.min(1, both * (1 + 1e-6)) + 1e-300;
    }

    private double power(long[] places, double[] tilted, double draws, int size) {
        double[] sums = new double[size];
        for (int t = 0; t < places.length; t++) sums[(int) Math.floorMod(places[t], (long) size)] += tilted[t];
        double[] re = new double[size / 2 + 1];
        double[] im = new double[size / 2 + 1];
        Fft.forward(sums, re, im);
        double error = Fft.errorFactor(size) + 8 * Ulp.ONE * places.length;
        double wrong = 0;
        double whole = 0;
        for (int k = 0; k < re.length; k++) {
            double a = Math.hypot(re[k], im[k]);
            double log = Math.log(a);
            double most = Math.exp(draws * Math.log1p(Math.expm1(log) + error));
            double off = draws * (error / a + 16 * Ulp.ONE * (1 + Math.abs(log))) * (1 + 1e-9);
            double twice = k == 0 || k == size / 2 ? 1 : 2;
            if (!(draws * -log < NEGLIGIBLE && off < 0.5)) {
                re[k] = 0;
                im[k] = 0;
                wrong += twice * most;
                continue;
            }
            double radius = Math.exp(draws * log);
            // the window begins at another place than 0: a turn for each frequency
            double angle = draws * Math.atan2(im[k], re[k]);
            re[k] = radius * Math.cos(angle);
            im[k] = radius * Math.sin(angle);
            // an angle of many turns is off by its own rounding, and by that of the remainder
            wrong += twice * most * (2 * off + 8 * Ulp.ONE * (1 + Math.abs(angle)));
            whole += twice * radius;
        }
        double[] circle = new double[size];
        Fft.inverse(re, im, circle);
        for (int j = 0; j < size; j++) mass[j] = Math.max(0, circle[(int) Math.floorMod(first + j, (long) size)]);
        return (wrong + Fft.errorFactor(size) * (whole + wrong)) / size * (1 + 1e-6);
    }
}
