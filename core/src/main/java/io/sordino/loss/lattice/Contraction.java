package io.sordino.loss.lattice;

/**
 * Draws points of a loss law together onto a lattice, so that each group's mean likelihood ratio is a lattice point: a
 * conditional expectation, hence below in the order of privacy, for every composition.
 *
 * <p>A group around lattice loss v takes points on both sides with {@code sum of p (1 - e^(v - x)) = 0}; a point may be
 * divided between groups. Weights may be tilted by {@code e^(theta x)}: then what is moved from x to v changes its weight by
 * {@code e^(theta (v - x))}.
 *
 * <p>Where the points are values of a ratio under Q, and not losses under P, a group balances with {@code sum of q (v - x) = 0}.
 *
 * <p>A group that does not balance is moved down. A composition of losses asks for P's mass to be kept then, and a sum of ratios
 * under Q, whose law must not have more than all of Q's mass, for Q's. Where P's is kept the profile is below, but Q's mass is
 * too large: before such a law is sampled, {@link io.sordino.loss.pair.Garbling} makes a pair of it.
 */
public final class Contraction {
    private final WeightedPoints points;
    private final double offset;
    private final double step;
    private final long low;
    private final double[] mass;
    private final double theta;
    /** Whether points are values, whose means are kept, or losses, whose mean ratios are. */
    private final boolean values;
    /** Whether what is moved down keeps its mass under Q, and loses some under P. */
    private final boolean keepsQ;

    private Contraction(
            WeightedPoints points,
            double offset,
            double step,
            long low,
            double[] mass,
            double theta,
            boolean values,
            boolean keepsQ) {
        this.points = points;
        this.offset = offset;
        this.step = step;
        this.low = low;
        this.mass = mass;
        this.theta = theta;
        this.values = values;
        this.keepsQ = keepsQ;
    }

    public static double[] onto(WeightedPoints points, double offset, double step, long low, int length) {
        return onto(points, offset, step, low, length, 0);
    }

    static double[] onto(WeightedPoints points, double offset, double step, long low, int length, double theta) {
        return onto(points, offset, step, low, length, theta, false, false);
    }

    /** Losses under P of ratios that will be added up under Q. */
    public static double[] ofRatios(WeightedPoints points, double offset, double step, long low, int length) {
        return onto(points, offset, step, low, length, 0, false, true);
    }

    /** Onto a lattice of values: the mean of each group is a lattice point. */
    public static double[] ofValues(WeightedPoints points, double offset, double step, long low, int length) {
        return onto(points, offset, step, low, length, 0, true, false);
    }

    private static double[] onto(
            WeightedPoints points,
            double offset,
            double step,
            long low,
            int length,
            double theta,
            boolean values,
            boolean keepsQ) {
        double[] mass = new double[length];
        if (points.size == 0) return mass;
        // what is left over is moved down, which costs least of the least ratios
        int meeting = keepsQ ? 0 : points.lightest();
        Contraction walk = new Contraction(points, offset, step, low, mass, theta, values, keepsQ);
        walk.rise(0, meeting);
        walk.fall(points.size - 1, meeting);
        return mass;
    }

    private double at(long j) {
        return offset + j * step;
    }

    private long ceiling(double x) {
        long j = (long) Math.ceil((x - offset) / step - 1e-9);
        // a point within rounding of the lattice is on it
        return x - at(j - 1) <= snap(x) ? j - 1 : j;
    }

    private long floor(double x) {
        long j = (long) Math.floor((x - offset) / step + 1e-9);
        return at(j + 1) - x <= snap(x) ? j + 1 : j;
    }

    private double snap(double x) {
        return 4 * Math.ulp(Math.abs(x) + Math.abs(offset));
    }

    private void put(long j, double weight) {
        // below the lattice mass is dropped, above it is moved down: both only lower the result
        if (!(j >= low)) return;
        long top = low + mass.length - 1;
        if (j <= top) mass[(int) (j - low)] += weight;
        else mass[mass.length - 1] += moved(weight, at(j), at(top));
    }

    /** How far the ratio at v is above the one at x, in units that one group shares. */
    private double excess(double v, double x) {
        return values ? v - x : Math.expm1(v - x);
    }

    /** What a weight at x becomes when it is moved to v. */
    private double moved(double weight, double x, double v) {
        double power = keepsQ ? 1 : theta;
        return power == 0 ? weight : weight * Math.exp(power * (v - x));
    }

    /** What a weight at x becomes in the group of v. */
    private double gathered(double weight, double x, double v) {
        return keepsQ ? weight : moved(weight, x, v);
    }

    /** From the left end up to (not including) the point {@code end}. */
    private void rise(int from, int end) {
        int i = from;
        double left = i < end ? points.weight[i] : 0;
        long last = Long.MIN_VALUE;
        while (i < end) {
            long j = Math.max(last + 1, ceiling(points.x[i]));
            double v = at(j);
            double gathered = 0;
            double deficit = 0;
            boolean closed = false;
            while (i < end && !closed) {
                double x = points.x[i];
                double part = gathered(left, x, v);
                if (x <= v + snap(x)) {
                    gathered += part;
                    deficit += part * Math.max(0, excess(v, x));
                } else {
                    double gain = -excess(v, x);
                    if (part * gain >= deficit) {
                        double taken = deficit / gain;
                        gathered += taken;
                        left -= left * (taken / part);
                        closed = true;
                        break;
                    }
                    gathered += part;
                    deficit -= part * gain;
                }
                i++;
                left = i < end ? points.weight[i] : 0;
            }
            boolean balanced = closed || deficit <= 1e-15 * gathered * step;
            // unbalanced, the group's mean is below v but above the lattice point under it
            put(balanced ? j : j - 1, balanced || theta == 0 ? gathered : gathered * Math.exp(-theta * step));
            last = j;
        }
    }

    /** From the right end down to the point {@code end}, which is included. */
    private void fall(int from, int end) {
        int i = from;
        double left = i >= end ? points.weight[i] : 0;
        long last = Long.MAX_VALUE;
        while (i >= end) {
            long j = Math.min(last - 1, floor(points.x[i]));
            double v = at(j);
            double gathered = 0;
            double surplus = 0;
            boolean balanced = false;
            while (i >= end) {
                double x = points.x[i];
                double part = gathered(left, x, v);
                if (x >= v - snap(x)) {
                    gathered += part;
                    surplus += part * Math.max(0, -excess(v, x));
                } else {
                    double cost = excess(v, x);
                    if (part * cost >= surplus) {
                        double taken = surplus / cost;
                        gathered += taken;
                        left -= left * (taken / part);
                        balanced = true;
                        break;
                    }
                    gathered += part;
                    surplus -= part * cost;
                }
                i--;
                left = i >= end ? points.weight[i] : 0;
            }
            // what is left over has a mean above v and is moved down to it
            put(j, keepsQ && !balanced ? Math.max(0, gathered - surplus) : gathered);
            last = j;
        }
    }
}
