package io.sordino.loss.lattice;

import io.sordino.loss.Side;
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
    private final double cut;

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
        double cutWeight = 0;
        for (int j = to; j < n; j++) cutWeight += block.weight()[j];
        cut = cutWeight * Math.exp(-LARGEST_EXPONENT);
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
        double value = finite(eps);
        double reference = Math.exp(-theta * (eps - centre));
        if (side == Side.UPPER) value = (value + cut + stray * reference) * (1 + 1e-14);
        else value = (value - stray * reference) * (1 - 1e-14);
        if (!(value > 0)) return side == Side.UPPER && Double.isNaN(value) ? 0 : Double.NEGATIVE_INFINITY;
        double log = Math.log(value) + logFactor;
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
