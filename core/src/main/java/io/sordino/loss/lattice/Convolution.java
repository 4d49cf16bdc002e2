package io.sordino.loss.lattice;

import io.sordino.loss.Side;
import io.sordino.numeric.BrentMinimum;
import io.sordino.numeric.Fft;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The one place where losses add up: the law of the sum of independent losses on a common step, by one Fourier transform for
 * each law, powers, and one transform back.
 *
 * <p>Error, entry by entry. A transform of weights with sum 1 is off by at most e = {@link Fft#errorFactor}. A product of
 * computed values a_i, each to the power n_i, is then off by at most the smaller of
 * {@code prod a_i^n_i (exp(sum n_i e_i / a_i) - 1)} and {@code 2 prod (a_i + e_i)^n_i}; the mean of that over all frequencies,
 * with the error of the transform back, bounds every entry of the answer. It is added on the upper side and subtracted on the
 * lower one. Weight outside the window is bounded by Chernoff's inequality and becomes part of {@code stray}.
 */
public final class Convolution {
    /** Beyond this many points a transform takes too long and too much memory. */
    public static final int MOST_POINTS = 1 << 20;

    /** Sums of places stay below the largest whole number. */
    private static final double LARGEST_PLACE = 0x1p60;

    private Convolution() {}

    /** Thrown where a window would not fit; the planner then takes wider steps. */
    public static final class TooWide extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooWide(double points) {
            super("a window of " + points + " points is more than fits", null, false, false);
        }
    }

    /**
     * Law of the sum of {@code counts[i]} independent losses of each block; all share tilt and step.
     *
     * @param outside weight that may lie outside the window on either side
     */
    public static TiltedLaw sum(List<TiltedLaw> blocks, long[] counts, Side side, double outside) {
        return sum(blocks, counts, side, outside, MOST_POINTS);
    }

    public static TiltedLaw sum(List<TiltedLaw> blocks, long[] counts, Side side, double outside, int mostPoints) {
        if (blocks.size() <= PairwiseSums.LEAST) return one(blocks, counts, side, outside, mostPoints);
        PairwiseSums crowd = new PairwiseSums(blocks, counts, side, outside);
        return one(crowd.blocks(), crowd.counts(), side, outside, mostPoints);
    }

    /** As above for laws that are summed in other numbers, too: their transforms are kept. */
    public static TiltedLaw sum(
            List<TiltedLaw> blocks, long[] counts, Side side, double outside, Transforms transforms) {
        return one(
                blocks,
                counts,
                side,
                outside,
                MOST_POINTS,
                (spectrum, law, centre) -> spectrum.multiply(transforms.of(law, centre, spectrum.length())));
    }

    /** How a law comes into a spectrum, with its place {@code centre} taken for 0. */
    private interface Taking {
        void take(Spectrum spectrum, TiltedLaw law, int centre);
    }

    /** All laws in one window, one transform each. */
    static TiltedLaw one(List<TiltedLaw> blocks, long[] counts, Side side, double outside, int mostPoints) {
        return one(
                blocks,
                counts,
                side,
                outside,
                mostPoints,
                (spectrum, law, centre) -> spectrum.multiply(law.weight(), centre));
    }

    private static TiltedLaw one(
            List<TiltedLaw> blocks, long[] counts, Side side, double outside, int mostPoints, Taking taking) {
        Patience.check();
        int parts = blocks.size();
        double step = blocks.get(0).step();
        double[] means = new double[parts];
        double variance = 0;
        for (int i = 0; i < parts; i++) {
            means[i] = blocks.get(i).meanPlace();
            variance += counts[i] * blocks.get(i).variance(means[i]);
        }
        double right = reach(blocks, counts, means, variance, 1, Math.log(outside));
        double left = reach(blocks, counts, means, variance, -1, Math.log(outside));
        double points = (left + right) / step + 8;
        if (!(points <= mostPoints)) throw new TooWide(points);
        int n = Math.max(16, Integer.highestOneBit((int) points - 1) * 2);

        Spectrum spectrum = new Spectrum(n);
        long base = 0;
        double drift = 0;
        double places = 0;
        for (int i = 0; i < parts; i++) {
            TiltedLaw block = blocks.get(i);
            long centre = Math.round(means[i]);
            places += Math.abs((double) counts[i] * (block.first() + centre))
                    + Math.abs((double) counts[i] * (means[i] - centre));
            if (!(places <= LARGEST_PLACE)) throw new TooWide(points);
            base += counts[i] * (block.first() + centre);
            drift += counts[i] * (means[i] - centre);
        }
        // laws of one count are multiplied before they are raised to it
        Integer[] byCount = new Integer[parts];
        Arrays.setAll(byCount, i -> i);
        Arrays.sort(byCount, Comparator.comparingLong(i -> counts[i]));
        for (int from = 0, to; from < parts; from = to) {
            long count = counts[byCount[from]];
            for (to = from; to < parts && counts[byCount[to]] == count; to++)
                taking.take(spectrum, blocks.get(byCount[to]), (int) Math.round(means[byCount[to]]));
            spectrum.raise(count);
        }
        double noise = spectrum.invert();
        long start = (long) Math.floor(drift - left / step) - 2;
        return assemble(blocks, counts, side, spectrum.result(), noise, outside, base, start);
    }

    private static TiltedLaw assemble(
            List<TiltedLaw> blocks,
            long[] counts,
            Side side,
            double[] sums,
            double noise,
            double outside,
            long base,
            long start) {
        int n = sums.length;
        double[] weight = new double[n];
        double sign = side == Side.UPPER ? noise : -noise;
        for (int i = 0; i < n; i++) weight[i] = Math.max(0, Math.max(0, sums[(int) ((i + start) & (n - 1))]) + sign);
        double offset = 0;
        double logScale = 0;
        double slack = 0;
        double relative = 0;
        double stray = 2.01 * outside;
        double rounding = 0;
        for (int i = 0; i < counts.length; i++) {
            TiltedLaw block = blocks.get(i);
            double times = counts[i];
            offset += times * block.offset();
            logScale += times * block.logScale();
            slack += times * block.slack();
            relative += times * block.relative();
            stray += times * block.stray();
            rounding += times * (Math.abs(block.offset()) + Math.abs(block.logScale()));
        }
        rounding += Math.abs((base + start) * blocks.get(0).step())
                + n * blocks.get(0).step();
        double ulps = 4 * counts.length * Ulp.ONE;
        return new TiltedLaw(
                blocks.get(0).theta(),
                offset,
                blocks.get(0).step(),
                base + start,
                weight,
                logScale,
                slack * 1.0001 + ulps * rounding,
                relative * 1.0001 + ulps * rounding,
                stray * 1.0001);
    }

    /** How far from its mean the sum strays on one side, but for weight e^logOutside (Chernoff). */
    private static double reach(
            List<TiltedLaw> blocks, long[] counts, double[] means, double variance, int sign, double logOutside) {
        double step = blocks.get(0).step();
        double whole = 0;
        for (int i = 0; i < counts.length; i++) {
            double places = sign > 0 ? blocks.get(i).weight().length - 1 - means[i] : means[i];
            whole += counts[i] * places * step;
        }
        double deviation = Math.sqrt(variance);
        double usual = Math.sqrt(-2 * logOutside);
        if (!(deviation > 0) || whole <= usual * deviation) return whole;
        // Chernoff's bound (log moment - log outside) / s falls, then rises in s; where it is least is found on
        // sketches
        double usually = Math.log(usual / deviation);
        List<MomentSketch> sketches = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) sketches.add(new MomentSketch(blocks.get(i), means[i]));
        double best = BrentMinimum.lowest(usually - 7, usually + 1, 0.05, log -> {
            double s = sign * Math.exp(log);
            double moment = 0;
            for (int i = 0; i < counts.length; i++)
                moment += counts[i] * sketches.get(i).logMoment(s);
            return (moment - logOutside) / Math.abs(s);
        });
        return Math.min(whole, chernoff(blocks, counts, means, sign * Math.exp(best), logOutside));
    }

    /** How far from the mean so little lies, by the moment at s; rounded up, which counts where there are 10^15 terms. */
    static double chernoff(List<TiltedLaw> blocks, long[] counts, double[] means, double s, double logOutside) {
        double log = 0;
        for (int i = 0; i < counts.length; i++) {
            TiltedLaw block = blocks.get(i);
            int length = block.weight().length;
            double places = s > 0 ? length - 1 - means[i] : means[i];
            double rounding = Ulp.ONE * (4 + 2.0 * length + 4 * Math.abs(s) * block.step() * places);
            log += counts[i] * (block.logMoment(s, means[i]) + rounding) * (1 + 4 * Ulp.ONE);
        }
        return (log * (1 + 4 * Ulp.ONE * counts.length) - logOutside) / Math.abs(s) * (1 + 4 * Ulp.ONE);
    }
}
