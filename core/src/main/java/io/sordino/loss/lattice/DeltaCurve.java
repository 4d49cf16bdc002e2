package io.sordino.loss.lattice;

import io.sordino.loss.Side;
import io.sordino.numeric.LogSpace;
import io.sordino.numeric.Ulp;

/**
 * One end of a privacy curve, read off a composed law: delta at every lattice point by a recurrence of positive terms, and in
 * between by the exact chord in e^epsilon.
 */
public final class DeltaCurve {
    /*
     * With a_j = w_j e^(-theta (x_j - centre)) let A_k = sum of a_j over j >= k and D_k = sum of a_j (1 - e^(x_k - x_j)) over
     * j >= k, which is delta at x_k up to a factor. Then D_(k-1) = e^-h D_k + (1 - e^-h) A_k.
     */
    private static final double LARGEST_EXPONENT = 650;
    /** Sums below this may have lost a part that counts to underflow. */
    private static final double SURE = 1e-290;
    /** More than all that a sum loses to underflow. */
    private static final double UNDERFLOW = 1e-315;

    // of the law only what is asked for again: its weights are as many as the points here
    private final double offset;
    private final long first;
    private final double step;
    private final double theta;
    private final double slack;
    private final double stray;
    private final double logScale;
    private final Side side;
    private final double centre;
    private final double logFactor;
    private final int from;
    private final int to;
    private final double[] delta;
    private final double whole;
    private final double cutWeight;

    public DeltaCurve(TiltedLaw block, Side side, double centre) {
        this.offset = block.offset();
        this.first = block.first();
        this.step = block.step();
        this.theta = block.theta();
        this.slack = block.slack();
        this.stray = block.stray();
        this.logScale = block.logScale();
        this.side = side;
        this.centre = centre;
        double h = step;
        int n = block.weight().length;
        double start = block.at(0);
        double range = theta > 0 ? LARGEST_EXPONENT / theta : Double.POSITIVE_INFINITY;
        from = (int) Math.max(0, Math.min(n, Math.ceil((centre - range - start) / h)));
        to = (int) Math.max(from, Math.min(n, Math.floor((centre + range - start) / h)));
        delta = new double[to - from + 1];
        double shrink = Math.exp(-h);
        double rest = -Math.expm1(-h);
        double weightBeyond = 0;
        for (int j = to; j < n; j++) weightBeyond += block.weight()[j];
        cutWeight = weightBeyond;
        double ratio = Math.exp(theta * h);
        double power = 0;
        double above = 0;
        for (int j = to - 1; j >= from; j--) {
            // restarted from time to time so that rounding does not build up
            if (j == to - 1 || ((to - 1 - j) & 255) == 0) power = Math.exp(-theta * (start + j * h - centre));
            else power *= ratio;
            int k = j - from;
            delta[k] = j == to - 1 ? 0 : shrink * delta[k + 1] + rest * above;
            above += block.weight()[j] * power;
        }
        whole = above;
        double rounding = block.relative() + Ulp.ONE * (600 + 4.0 * (to - from));
        logFactor = block.logScale() - theta * centre + (side == Side.UPPER ? rounding : -rounding);
    }

    public int points() {
        return delta.length;
    }

    /** Log of delta's finite part at epsilon, rounded to this curve's side. */
    public double logDelta(double epsilon) {
        double eps = side == Side.UPPER ? epsilon - slack : epsilon + slack;
        double finite = finite(eps);
        double strays = stray * Math.exp(-theta * (eps - centre));
        if (side == Side.LOWER) {
            double value = (finite - strays) * (1 - 1e-14);
            return value > SURE ? rounded(Math.log(value)) : Double.NEGATIVE_INFINITY;
        }
        if (Double.isNaN(finite)) return 0;
        double value = (finite + cutWeight * Math.exp(-LARGEST_EXPONENT) + strays) * (1 + 1e-14);
        return value > SURE ? rounded(Math.log(value)) : upperOfLittle(finite, eps);
    }

    /** So far beyond the centre what counts may be no double, and is there all the same: logarithms are added. */
    private double upperOfLittle(double finite, double eps) {
        double within = Math.log(eps < at(to - 1) ? finite + UNDERFLOW : finite);
        double beyond = Math.log(cutWeight) - LARGEST_EXPONENT;
        double fall = theta * (eps - centre);
        // weight that strays is never weight zero, however far away
        double strays = stray > 0 ? Math.log(stray) - Math.min(fall, 0.5 * Double.MAX_VALUE) : Double.NEGATIVE_INFINITY;
        double log = LogSpace.logAdd(LogSpace.logAdd(within, beyond), strays);
        if (log == Double.NEGATIVE_INFINITY) return log;
        return rounded(log + 4 * Math.ulp(Math.abs(log) + Math.abs(theta * eps)));
    }

    /** The logarithm of a value on this curve's side. */
    private double rounded(double logValue) {
        double log = logValue + logFactor;
        double ulps = 4 * Math.ulp(Math.abs(logFactor) + Math.abs(logScale) + Math.abs(theta * centre) + 1);
        // places beyond the range of doubles: nothing can be said
        if (!(log < Double.POSITIVE_INFINITY && ulps < Double.POSITIVE_INFINITY))
            return side == Side.UPPER ? 0 : Double.NEGATIVE_INFINITY;
        return side == Side.UPPER ? Math.min(0, log + ulps) : log - ulps;
    }

    private double finite(double eps) {
        double place = (eps - at(from)) / step;
        // losses beyond the range of doubles have no place: nothing can be said
        if (Double.isNaN(place)) return side == Side.UPPER ? Double.NaN : 0;
        if (place >= to - 1 - from) return 0;
        if (place < 0) {
            // weight below the first point was left out: nothing can be said from above
            if (from > 0 && side == Side.UPPER) return Double.NaN;
            // below the lattice all weight counts: A - e^eps B, with B from the chord's slope at the first point
            double lift = Math.exp(eps - at(from));
            return (1 - lift) * whole + lift * delta[0];
        }
        int k = (int) Math.min(place, (double) (to - from - 2));
        double share = Math.expm1(eps - at(from + k)) / Math.expm1(step);
        share = Math.min(1, Math.max(0, share));
        return (1 - share) * delta[k] + share * delta[k + 1];
    }

    private double at(int i) {
        return offset + (first + i) * step;
    }
}
