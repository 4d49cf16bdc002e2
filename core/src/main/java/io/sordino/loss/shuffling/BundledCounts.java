package io.sordino.loss.shuffling;

import io.sordino.loss.Inversion;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * Shuffled bundles of binary responses of one value. Above: the privacy blanket, whose atoms are the numbers of ones in a bundle. Below: what
 * neighbours attain whose other users all hold the victim's value.
 */
public final class BundledCounts implements Profile {
    /*
     * With E = e^epsilon and t ones in a bundle of m, R0(t) is binomial, R1(t) = R0(m - t) and R1(t)/R0(t) = E^(2t - m).
     *
     * Above: delta <= (1/n) E[(Z_1 + ... + Z_n)+], Z = f - x g over the common part min(R0, R1), (f, g) = (E^(m-2t), 1) or (1, E^(2t-m)), and 0 with the
     * rest of the mass. Each Z is raised by its rounding and split among two neighbouring places of a lattice with its mean kept, and masses are raised: all
     * that only adds to the mean of a convex, rising function.
     *
     * Below: under n users alike the neighbour has likelihood ratio (1/n) sum E^(2t_i - m). Every event shows a lower end, so those are taken where the
     * sum of ratios, each rounded to a lattice, is at least something.
     */
    /** More than any mass or weight is off, relatively. */
    private static final double RAISE = 1e-11;
    /** Of a sum over a window, relatively, and of its scale for each draw. */
    private static final double OF_SUM = 1e-8;

    private static final double OF_SCALE = 1e-12;
    private static final int SMALLEST = 1 << 14;
    private static final int LARGEST = 1 << 17;
    private static final double DEVIATIONS = 14;
    private static final double LITTLE = 1e-18;
    private static final double VANISHING = 1e-280;
    private static final int MOST_EVENTS = 400;
    private static final int STEPS = 200;

    private final long reports;
    private final int m;
    private final double epsilon0;
    private final Side side;
    private final double[] zeros;
    /** E^(2t - m). */
    private final double[] ratios;

    public BundledCounts(long reports, int m, double epsilon, Side side) {
        this.reports = reports;
        this.m = m;
        this.epsilon0 = side == Side.UPPER ? Up.mul(m, epsilon) : Down.mul(m, epsilon);
        this.side = side;
        double flip = 1 / (1 + Math.exp(epsilon));
        zeros = new double[m + 1];
        ratios = new double[m + 1];
        for (int t = 0; t <= m; t++) {
            zeros[t] = Math.exp(Binomial.logPmf(t, m, flip));
            ratios[t] = Math.exp((2 * t - m) * epsilon);
        }
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= epsilon0) return LogDelta.ZERO;
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        if (side == Side.UPPER) {
            double log = above(Down.exp(epsilon));
            // what could not be computed is not known
            return Bracket.of(Double.NEGATIVE_INFINITY, log < 0 ? log : 0);
        }
        double x = Up.exp(epsilon);
        double log = reports < 2 ? Double.NEGATIVE_INFINITY : Math.max(below(x, true), below(x, false));
        return Bracket.exactly(log < 0 ? log : Double.NEGATIVE_INFINITY);
    }

    @Override
    public Bracket epsilon(double delta) {
        if (delta == 0) return Bracket.exactly(epsilon0);
        return Inversion.epsilon(this::logDelta, delta, 0.3 * epsilon0, epsilon0, 1e-7);
    }

    private double above(double x) {
        double[] z = new double[m + 2];
        double[] masses = new double[m + 2];
        double rest = 1;
        for (int t = 0; t <= m; t++) {
            double f = Math.max(1, ratios[m - t]);
            double g = Math.max(1, ratios[t]);
            z[t] = f - x * g + RAISE * 1e-2 * (f + x * g);
            masses[t] = Math.min(zeros[t], zeros[m - t]);
            rest -= masses[t];
            masses[t] *= 1 + RAISE;
        }
        masses[m + 1] = Math.max(0, rest) + RAISE;
        double slope = saddle(z, masses, 0);
        double wide = deviation(z, z, masses, slope) * Math.sqrt((double) reports);
        for (double more = 1; ; more *= 2) {
            int size = size((double) reports);
            double step = reach(more * wide, range(z), (double) reports) / (size / 2 - 4);
            TiltedPower law = split(z, masses, slope, step, size);
            if (law.outside < LITTLE || more > 32) return above(law, step);
        }
    }

    /** Half a window: what sums stray, and more than one draw may add, where there is that much. */
    private static double reach(double wide, double range, double draws) {
        return Math.min(Math.max(DEVIATIONS * wide, 3 * range), 1.01 * range * draws) + 1e-9 * range;
    }

    private TiltedPower split(double[] z, double[] masses, double slope, double step, int size) {
        long[] places = new long[2 * z.length];
        double[] split = new double[2 * z.length];
        for (int t = 0; t < z.length; t++) {
            double at = z[t] / step;
            long low = (long) Math.floor(at);
            places[2 * t] = low;
            places[2 * t + 1] = low + 1;
            split[2 * t] = masses[t] * (low + 1 - at);
            split[2 * t + 1] = masses[t] * (at - low);
        }
        return new TiltedPower(places, split, (double) reports, slope * step, size);
    }

    private double above(TiltedPower law, double step) {
        double sum = 0;
        for (int i = 0; i < law.mass.length; i++) {
            double place = (double) (law.first + i);
            if (place > 0) sum += (law.mass[i] + law.doubt) * place * Math.exp(-law.tilt * place);
        }
        double last = (double) (law.first + law.mass.length);
        double furthest = law.tilt * last >= 1
                ? last * Math.exp(-law.tilt * last)
                : Math.min(1 / (Math.E * law.tilt), range() * reports / step);
        sum += law.outside * furthest;
        // a tilt so steep that terms vanish leaves nothing to be said; above this, all that vanished is less than a
        // rounding
        if (!(sum > VANISHING)) return 0;
        return law.logScale
                + Math.log(sum * step * (1 + OF_SUM) / reports)
                + OF_SCALE * reports
                + 16 * Ulp.ONE * Math.abs(law.logScale);
    }

    /** No sum of n of them is further from 0. */
    private double range() {
        return 2 * Math.exp(2 * epsilon0);
    }

    private static double range(double[] values) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return most - least;
    }

    /** @param second whether the events are those that speak for the neighbour whose victim holds the other value */
    private double below(double x, boolean second) {
        double[] values = new double[m + 1];
        for (int t = 0; t <= m; t++) values[t] = second ? ratios[t] : -ratios[t];
        double target = second ? x : -1 / x;
        double slope = saddle(values, zeros, target);
        double others = reports - 1.0;
        double wide = deviation(values, values, zeros, slope) * Math.sqrt(others);
        for (double more = 1; ; more *= 2) {
            int size = size(others);
            double step = fitting(values, slope, reach(more * wide, range(values), others) / (size / 2 - 4));
            long[] places = new long[m + 1];
            for (int t = 0; t <= m; t++) places[t] = Math.round(values[t] / step);
            TiltedPower law = new TiltedPower(places, zeros, others, slope * step, size);
            if (law.outside < LITTLE || more > 32)
                return below(law, places, x, second, Math.round(reports * target / step));
        }
    }

    private double below(TiltedPower law, long[] places, double x, boolean second, long about) {
        int size = law.mass.length;
        // tails, and those of the doubt, both weighed from a place in the middle
        double[] tail = new double[size + 1];
        double[] doubts = new double[size + 1];
        doubts[size] = law.outside * Math.exp(-law.tilt * (law.first + size - about));
        for (int i = size - 1; i >= 0; i--) {
            double weight = Math.exp(-law.tilt * (law.first + i - about));
            tail[i] = tail[i + 1] + law.mass[i] * weight;
            doubts[i] = doubts[i + 1] + law.doubt * weight;
        }
        // all there is, in the same measure; where that is no double, events that reach below the window say nothing
        double rounding = 16 * Ulp.ONE * (Math.abs(law.logScale) + Math.abs(law.tilt * about));
        double all = Math.exp(law.tilt * about - law.logScale + rounding) * (1 + OF_SUM);
        double relative = OF_SUM + 2 * (RAISE + OF_SCALE) * reports;
        double best = 0;
        long step = Math.max(1, size / 4000);
        for (int i = -MOST_EVENTS; i <= MOST_EVENTS; i++) {
            double speaks = 0;
            double against = 0;
            for (int t = 0; t <= m; t++) {
                long from = about + i * step - places[t] - law.first;
                int at = (int) Math.max(0, Math.min(size, from));
                double one = second ? zeros[m - t] : zeros[t];
                double other = second ? zeros[t] : zeros[m - t];
                speaks += one * (tail[at] * (1 - relative) - doubts[at]);
                // sums below the window are of it as well, and weigh more
                against += other * (from < 0 ? all : tail[at] * (1 + relative) + doubts[at]);
            }
            best = Math.max(best, speaks - x * against);
        }
        if (!(best > 0)) return Double.NEGATIVE_INFINITY;
        double log = law.logScale - law.tilt * about + Math.log(best);
        return log - 1e-9 - OF_SCALE * reports - rounding;
    }

    /** Of steps that are a little longer, the one whose places fit the values best. */
    private double fitting(double[] values, double slope, double shortest) {
        double best = Double.POSITIVE_INFINITY;
        double chosen = shortest;
        for (int i = 0; i < STEPS; i++) {
            double step = shortest * (1 + 0.5 * i / STEPS);
            double[] off = new double[values.length];
            for (int t = 0; t < off.length; t++) off[t] = values[t] - step * Math.round(values[t] / step);
            double error = deviation(off, values, zeros, slope);
            if (error < best) {
                best = error;
                chosen = step;
            }
        }
        return chosen;
    }

    /** The slope at which the tilted mean of a value is this; at least 0. */
    private static double saddle(double[] values, double[] masses, double target) {
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) most = Math.max(most, value);
        double high = 1e-3 / (most - target);
        for (int i = 0; i < 60 && pull(values, masses, target, high, most) < 0; i++) high *= 2;
        double low = 0;
        for (int i = 0; i < 80; i++) {
            double middle = (low + high) / 2;
            if (pull(values, masses, target, middle, most) < 0) low = middle;
            else high = middle;
        }
        return low;
    }

    private static double pull(double[] values, double[] masses, double target, double slope, double most) {
        double sum = 0;
        for (int t = 0; t < values.length; t++)
            sum += masses[t] * (values[t] - target) * Math.exp(slope * (values[t] - most));
        return sum;
    }

    /** Of a function of a value, under the tilted law. */
    private static double deviation(double[] of, double[] values, double[] masses, double slope) {
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) most = Math.max(most, value);
        double total = 0;
        double first = 0;
        double second = 0;
        for (int t = 0; t < values.length; t++) {
            double weight = masses[t] * Math.exp(slope * (values[t] - most));
            total += weight;
            first += weight * of[t];
            second += weight * of[t] * of[t];
        }
        double mean = first / total;
        return Math.sqrt(Math.max(0, second / total - mean * mean));
    }

    /** So fine that the lattice adds a ten thousandth to the variance, if that may be. */
    private static int size(double draws) {
        int size = SMALLEST;
        while (size < LARGEST && size < 1400 * Math.sqrt(draws)) size *= 2;
        return size;
    }
}
