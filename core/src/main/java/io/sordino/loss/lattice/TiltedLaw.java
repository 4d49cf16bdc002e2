package io.sordino.loss.lattice;

import io.sordino.loss.Side;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * A loss law on a lattice, tilted: the P-mass at {@code x = offset + (first + i) * step} is
 * {@code weight[i] * e^(logScale - theta x)}. Tilting puts the part of the law that decides delta at the mode of the weights,
 * where a Fourier transform is accurate.
 *
 * <p>What the weights may be off by is kept as named terms: {@code slack}, a shift of every loss; {@code relative}, a factor
 * e^relative on every weight; {@code stray}, weight that was lost at or wrapped around the ends of the lattice.
 */
public final class TiltedLaw {
    private final double theta;
    private final double offset;
    private final double step;
    private final long first;
    private final double[] weight;
    private final double logScale;
    private final double slack;
    private final double relative;
    private final double stray;

    TiltedLaw(
            double theta,
            double offset,
            double step,
            long first,
            double[] weight,
            double logScale,
            double slack,
            double relative,
            double stray) {
        this.theta = theta;
        this.offset = offset;
        this.step = step;
        this.first = first;
        this.weight = weight;
        this.logScale = logScale;
        this.slack = slack;
        this.relative = relative;
        this.stray = stray;
    }

    public double theta() {
        return theta;
    }

    public double offset() {
        return offset;
    }

    public double step() {
        return step;
    }

    long first() {
        return first;
    }

    double[] weight() {
        return weight;
    }

    double logScale() {
        return logScale;
    }

    double slack() {
        return slack;
    }

    double relative() {
        return relative;
    }

    double stray() {
        return stray;
    }

    double at(int i) {
        return offset + (first + i) * step;
    }

    public static TiltedLaw tilted(LatticeLaw law, double theta) {
        double[] mass = law.mass();
        int n = mass.length;
        double start = law.offset() + law.first() * law.step();
        double[] weight = new double[n];
        double anchor = anchor(mass, theta * law.step());
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double exponent = theta * law.step() * i - anchor;
            weight[i] = mass[i] == 0 ? 0 : mass[i] * Math.exp(exponent);
            sum += weight[i];
        }
        for (int i = 0; i < n; i++) weight[i] /= sum;
        double span = Math.abs(theta) * law.step() * n;
        double relative = Up.add(law.massError() * 1.01, Ulp.ONE * (8 + 2 * span));
        return new TiltedLaw(
                theta,
                law.offset(),
                law.step(),
                law.first(),
                weight,
                Math.log(sum) + anchor + theta * start,
                law.slack(),
                relative,
                0);
    }

    /** The sum with an independent loss of a few points, term by term; all terms are positive, so nothing cancels. */
    TiltedLaw plusSparse(TiltedLaw other) {
        double[] sum = new double[weight.length + other.weight.length - 1];
        int terms = 0;
        for (int j = 0; j < other.weight.length; j++) {
            double w = other.weight[j];
            if (!(w > 0)) continue;
            terms++;
            for (int i = 0; i < weight.length; i++) sum[i + j] += weight[i] * w;
        }
        double ulp = Ulp.ONE;
        double places = Math.abs(offset) + Math.abs(other.offset) + Math.abs((first + other.first) * step);
        double rounding = 4 * ulp * (places + Math.abs(logScale) + Math.abs(other.logScale));
        return new TiltedLaw(
                theta,
                offset + other.offset,
                step,
                first + other.first,
                sum,
                logScale + other.logScale,
                slack + other.slack + rounding,
                relative + other.relative + rounding + ulp * (terms + 2),
                // what underflowed was lost
                stray + other.stray + 1e-290);
    }

    /** The largest exponent of the tilted masses, so that none of them overflows. */
    private static double anchor(double[] mass, double slope) {
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < mass.length; i += Math.max(1, mass.length / 512))
            if (mass[i] > 0) best = Math.max(best, Math.log(mass[i]) + slope * i);
        int last = mass.length - 1;
        if (mass[last] > 0) best = Math.max(best, Math.log(mass[last]) + slope * last);
        return best;
    }

    /** Mean place of the weights, in steps from the first. */
    double meanPlace() {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < weight.length; i++) {
            sum += weight[i] * i;
            total += weight[i];
        }
        return sum / total;
    }

    double variance(double meanPlace) {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < weight.length; i++) {
            double d = i - meanPlace;
            sum += weight[i] * d * d;
            total += weight[i];
        }
        return sum / total * step * step;
    }

    /** Log of the sum of {@code weight * e^(s (place - origin) step)}; good to a relative 1e-12 of the sum. */
    double logMoment(double s, double origin) {
        double anchor = s * step * ((s > 0 ? weight.length - 1 : 0) - origin);
        double sum = s > 0 ? rising(Math.exp(-s * step)) : falling(Math.exp(s * step));
        // so small a sum may have lost terms to underflow: nothing is known then
        return sum > 1e-280 ? Math.log(sum) + anchor : Double.POSITIVE_INFINITY;
    }

    /*
     * Both sums are Horner's rule towards the heavy end, in four chains that do not wait for each other.
     */

    /** Sum of {@code weight[i] * ratio^(last - i)}, ratio at most 1. */
    private double rising(double ratio) {
        double two = ratio * ratio;
        double four = two * two;
        int n = weight.length;
        int i = n & 3;
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        for (int k = 0; k < i; k++) d = d * ratio + weight[k];
        for (; i < n; i += 4) {
            a = a * four + weight[i];
            b = b * four + weight[i + 1];
            c = c * four + weight[i + 2];
            d = d * four + weight[i + 3];
        }
        return (a * ratio + b) * two + (c * ratio + d);
    }

    /** Sum of {@code weight[i] * ratio^i}, ratio at most 1. */
    private double falling(double ratio) {
        double two = ratio * ratio;
        double four = two * two;
        int n = weight.length;
        int i = n - (n & 3);
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        for (int k = n - 1; k >= i; k--) a = a * ratio + weight[k];
        for (i -= 4; i >= 0; i -= 4) {
            a = a * four + weight[i];
            b = b * four + weight[i + 1];
            c = c * four + weight[i + 2];
            d = d * four + weight[i + 3];
        }
        return (d * ratio + c) * two + (b * ratio + a);
    }

    /** The same law on a lattice whose step is {@code factor} times as wide, through the heaviest point. */
    public TiltedLaw coarsened(int factor, Side side) {
        int heaviest = 0;
        for (int i = 1; i < weight.length; i++) if (weight[i] > weight[heaviest]) heaviest = i;
        double wide = step * factor;
        long origin = first + heaviest;
        double moved = offset + origin * step;
        long low = Math.floorDiv((long) -heaviest, factor);
        long high = Math.floorDiv((long) weight.length - 1 - heaviest, factor) + 1;
        int length = (int) (high - low) + 1;
        double[] wider =
                side == Side.UPPER ? spread(factor, wide, heaviest, length) : contracted(moved, wide, low, length);
        double ulp = Ulp.ONE;
        double rounding = 4 * ulp * (Math.abs(offset) + Math.abs(origin * step) + weight.length * step);
        return new TiltedLaw(
                theta,
                moved,
                wide,
                low,
                wider,
                logScale,
                slack + rounding,
                relative + theta * rounding + ulp * (16 + 4 * theta * wide),
                stray);
    }

    private double[] spread(int factor, double wide, int heaviest, int length) {
        double[] wider = new double[length];
        double[] up = new double[factor];
        double[] down = new double[factor];
        double full = -Math.expm1(-wide);
        for (int r = 0; r < factor; r++) {
            double share = -Math.expm1(-r * step) / full;
            up[r] = share * Math.exp(theta * (factor - r) * step);
            down[r] = (1 - share) * Math.exp(-theta * r * step);
        }
        int r = Math.floorMod(-heaviest, factor);
        int place = 0;
        for (int i = 0; i < weight.length; i++) {
            wider[place] += weight[i] * down[r];
            wider[place + 1] += weight[i] * up[r];
            if (++r == factor) {
                r = 0;
                place++;
            }
        }
        return wider;
    }

    private double[] contracted(double moved, double wide, long low, int length) {
        WeightedPoints points = new WeightedPoints(weight.length);
        for (int i = 0; i < weight.length; i++) points.add(at(i), weight[i]);
        return Contraction.onto(points, moved, wide, low, length, theta);
    }
}
