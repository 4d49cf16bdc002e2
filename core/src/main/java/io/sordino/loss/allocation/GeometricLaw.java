package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.Contraction;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import java.util.Arrays;

/**
 * The law of a sum of likelihood ratios on the grid e^(j step), and at zero: spread onto it for the upper side, drawn together
 * for the lower one. Only positive terms are ever added, so every mass is good in relative terms.
 */
final class GeometricLaw {
    /*
     * With i <= j and d = j - i, e^(i h) + e^(j h) = e^((j + k) h) (1 + r), where k = floor(log1p(e^(-d h)) / h) and
     * 1 + r = (1 + e^(-d h)) e^(-k h) depend on d alone. So a cell gathers its mass m and its excess w, the mean of r, by one
     * pass over the points for every run of d with one k. From some d on k is zero and r is e^(-d h): a running sum.
     */
    /** Masses below have no accuracy left, or are lost: a likelihood ratio of e^600 still makes something of them. */
    static final double INACCURATE = Double.MIN_NORMAL / Ulp.ONE;

    final double step;
    final long first;
    final double[] mass;
    final double zero;
    /** How many ratios were added up. */
    final long size;
    /** Relative error of the masses. */
    final double error;
    /** Mass above the grid that was given up, and the mean of the sum over it. */
    final double lostMass;

    final double lostMoment;

    private GeometricLaw(
            double step,
            long first,
            double[] mass,
            double zero,
            long size,
            double error,
            double lostMass,
            double lostMoment) {
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.zero = zero;
        this.size = size;
        this.error = error;
        this.lostMass = lostMass;
        this.lostMoment = lostMoment;
    }

    double logValue(int i) {
        return (first + i) * step;
    }

    /** One ratio, from {@code from} to {@code to}. */
    static GeometricLaw of(LikelihoodRatio ratio, double step, double from, double to, Side side) {
        long first = (long) Math.floor(Math.log(from) / step);
        int count = (int) Math.max(1, (long) Math.ceil(Math.log(to) / step) - first);
        double[] edges = new double[count + 1];
        for (int i = 0; i <= count; i++) edges[i] = Math.exp((first + i) * step);
        double[] m = new double[count + 1];
        double[] w = new double[count + 1];
        double[] low = new double[1];
        double[] lowMoment = new double[1];
        double unplacedMass = 0;
        double unplacedMoment = 0;
        if (ratio.continuous()) {
            double[] masses = new double[count];
            double[] moments = new double[count];
            ratio.cells(edges, masses, moments);
            for (int i = 0; i < count; i++) {
                if (masses[i] >= INACCURATE) add(m, w, i, masses[i], moments[i] / edges[i] - masses[i], step);
                else {
                    unplacedMass += masses[i] + Double.MIN_VALUE;
                    unplacedMoment += moments[i] + Double.MIN_VALUE;
                }
            }
            ratio.cells(new double[] {0, edges[0]}, low, lowMoment);
        }
        for (int i = 0; i < ratio.value.length; i++) {
            double v = ratio.value[i];
            if (v < edges[0]) {
                low[0] += ratio.mass[i];
                lowMoment[0] += ratio.mass[i] * v;
            } else if (v <= edges[count]) {
                int cell = (int) Math.min(count, Math.max(0, (long) Math.floor(Math.log(v) / step) - first));
                while (cell > 0 && v < edges[cell]) cell--;
                while (cell < count && v >= edges[cell + 1]) cell++;
                add(m, w, cell, ratio.mass[i], ratio.mass[i] * (v / edges[cell] - 1), step);
            }
        }
        double zero = ratio.zero(side);
        Change change = ratio.change();
        // below the grid: spread to zero and the first point, or moved the safe way
        double up =
                side == Side.UPPER ? Math.min(low[0], lowMoment[0] / edges[0]) : change == Change.ADDED ? low[0] : 0;
        if (side == Side.UPPER) up = change == Change.ADDED ? up * (1 - 1e-12) : Math.min(low[0], up * (1 + 1e-12));
        zero += Math.max(0, low[0] - up);
        m[0] += up;
        double[] beyond = ratio.above(edges[count]);
        if (side == Side.UPPER && change == Change.ADDED) {
            m[count] += beyond[0];
            zero += unplacedMass;
        }
        boolean lost = side == Side.UPPER && change == Change.REMOVED;
        return rounded(
                step,
                first,
                m,
                w,
                zero,
                1,
                ratio.massError() + 16 * Ulp.ONE,
                lost ? beyond[0] + unplacedMass * (1 + 1e-9) : 0,
                lost ? beyond[1] + unplacedMoment * (1 + 1e-9) : 0,
                side,
                change,
                8 * ratio.massError());
    }

    private static void add(double[] m, double[] w, int cell, double mass, double excess, double step) {
        m[cell] += mass;
        w[cell] += Math.min(mass * Math.expm1(step), Math.max(0, excess));
    }

    /** From masses and excesses of cells to masses of points. */
    private static GeometricLaw rounded(
            double step,
            long first,
            double[] m,
            double[] w,
            double zero,
            long size,
            double error,
            double lostMass,
            double lostMoment,
            Side side,
            Change change,
            double doubt) {
        double[] mass = side == Side.UPPER ? spread(step, m, w, change, doubt) : drawn(step, m, w, change, doubt);
        return new GeometricLaw(step, first, mass, zero, size, error, lostMass, lostMoment);
    }

    private static double[] spread(double step, double[] m, double[] w, Change change, double doubt) {
        double[] mass = new double[m.length + 1];
        double full = Math.expm1(step);
        double sign = change == Change.ADDED ? -1 : 1;
        for (int i = 0; i < m.length; i++) {
            if (!(m[i] > 0)) continue;
            double share = w[i] / m[i] / full + sign * (doubt + 16 * Ulp.ONE) / full;
            // what lies on a grid point stays there
            if (w[i] == 0 && change == Change.REMOVED) share = 0;
            share = Math.min(1, Math.max(0, share));
            mass[i] += m[i] * (1 - share);
            mass[i + 1] += m[i] * share;
        }
        return mass;
    }

    private static double[] drawn(double step, double[] m, double[] w, Change change, double doubt) {
        int n = m.length;
        WeightedPoints points = new WeightedPoints(n);
        for (int k = 0; k < n; k++) {
            int i = change == Change.ADDED ? n - 1 - k : k;
            if (!(m[i] > 0)) continue;
            double x = i * step + Math.log1p(w[i] / m[i]);
            if (change == Change.ADDED) points.add(-x - doubt, m[i]);
            else points.add(x - doubt, m[i] * Math.exp(x - doubt));
        }
        points.sort();
        double[] mass = new double[n + 1];
        if (points.size() == 0) return mass;
        if (change == Change.ADDED) {
            double[] law = Contraction.onto(points, 0, step, -n, n + 1);
            for (int i = 0; i <= n; i++) mass[i] = law[n - i];
        } else {
            double[] law = Contraction.ofRatios(points, 0, step, 0, n + 1);
            for (int i = 0; i <= n; i++) mass[i] = law[i] * Math.exp(-i * step) * (1 - 4 * Ulp.ONE);
        }
        return mass;
    }

    /** The law of the sum of two independent ones on the same grid. */
    GeometricLaw plus(GeometricLaw other, Side side, Change change) {
        Patience.check();
        long low = Math.min(first, other.first);
        long high = Math.max(first + mass.length, other.first + other.mass.length);
        int n = (int) (high - low);
        double[] a = moved(low, n);
        double[] b = other == this ? a : other.moved(low, n);
        int extra = (int) Math.ceil(Math.log(2) / step) + 2;
        double[] m = new double[n + extra];
        double[] w = new double[n + extra];
        int far = near(a, b, m, w);
        far(a, b, far, m, w);
        for (int j = 0; j < n; j++) m[j] += zero * b[j] + other.zero * a[j];
        double[] unplaced = unplaced(m, w, low, reached(a, b));
        double zeroMass = zero * other.zero + (side == Side.UPPER && change == Change.ADDED ? unplaced[0] : 0);
        boolean lost = side == Side.UPPER && change == Change.REMOVED;
        double added = 4 * Ulp.ONE * (2.0 * n + 16);
        return rounded(
                step,
                low,
                m,
                w,
                zeroMass,
                size + other.size,
                error + other.error + added,
                lostMass + other.lostMass + (lost ? unplaced[0] : 0),
                lostMoment
                        + other.lostMoment
                        + lostMass * other.size * (1 + 1e-9)
                        + other.lostMass * size * (1 + 1e-9)
                        + (lost ? unplaced[1] : 0),
                side,
                change,
                added);
    }

    /** One more than the last cell that a sum of two points falls into. */
    private int reached(double[] a, double[] b) {
        int lastOfA = a.length - 1;
        int lastOfB = b.length - 1;
        while (lastOfA > 0 && a[lastOfA] == 0) lastOfA--;
        while (lastOfB > 0 && b[lastOfB] == 0) lastOfB--;
        return Math.max(lastOfA, lastOfB) + cells(Math.abs(lastOfA - lastOfB)) + 2;
    }

    /** Takes out cells whose terms may have underflowed: at most their mass, and the mean of the sum over it. */
    private double[] unplaced(double[] m, double[] w, long low, int to) {
        // of the products that make up a cell each is off by less than the least double
        double off = 4.0 * m.length * Double.MIN_VALUE;
        double mass = 0;
        double moment = 0;
        for (int j = 0; j < Math.min(to, m.length); j++) {
            if (m[j] >= INACCURATE) continue;
            double most = m[j] * (1 + 1e-9) + off;
            mass += most;
            moment += most * Math.exp((low + j + 1) * step) * (1 + 1e-9);
            m[j] = 0;
            w[j] = 0;
        }
        return new double[] {mass, moment};
    }

    private double[] moved(long low, int n) {
        double[] a = new double[n];
        System.arraycopy(mass, 0, a, (int) (first - low), mass.length);
        return a;
    }

    /** All pairs of points at a distance at which their sum leaves the larger one's cell; returns the first other distance. */
    private int near(double[] a, double[] b, double[] m, double[] w) {
        int n = a.length;
        DyadicRunSums runsOfA = new DyadicRunSums(a, step);
        DyadicRunSums runsOfB = a == b ? runsOfA : new DyadicRunSums(b, step);
        int d = 0;
        while (d < n) {
            int k = cells(d);
            if (k == 0) return d;
            int end = d + 1;
            if (d == 0) same(a, b, k, m, w);
            else {
                while (end < n && cells(end) == k) end++;
                if (a == b) runsOfA.addPairs(a, 2, d, end, k, m, w);
                else {
                    runsOfA.addPairs(b, 1, d, end, k, m, w);
                    runsOfB.addPairs(a, 1, d, end, k, m, w);
                }
            }
            d = end;
        }
        return n;
    }

    /** How many cells above the larger of two points at this distance their sum is. */
    private int cells(int distance) {
        return (int) Math.floor(Math.log1p(Math.exp(-distance * step)) / step);
    }

    private void same(double[] a, double[] b, int k, double[] m, double[] w) {
        double r = Math.max(0, 2 * Math.exp(-k * step) - 1);
        for (int j = 0; j < a.length; j++) {
            double p = a[j] * b[j];
            m[j + k] += p;
            w[j + k] += p * r;
        }
    }

    private void far(double[] a, double[] b, int far, double[] m, double[] w) {
        double shrink = Math.exp(-step);
        double enter = Math.exp(-far * step);
        double massA = 0;
        double massB = 0;
        double excessA = 0;
        double excessB = 0;
        for (int j = far; j < a.length; j++) {
            excessA = excessA * shrink + a[j - far] * enter;
            excessB = excessB * shrink + b[j - far] * enter;
            massA += a[j - far];
            massB += b[j - far];
            m[j] += massA * b[j] + massB * a[j];
            w[j] += excessA * b[j] + excessB * a[j];
        }
    }

    /** Without points so rare that they may be given up: {@code tail} is the mass, and for removed records the moment, in all. */
    GeometricLaw trimmed(double tail, Side side, Change change) {
        int n = mass.length;
        int from = 0;
        int to = n;
        double below = 0;
        while (from < n - 1) {
            // moved up to the next point, or left out
            double next = below + mass[from];
            if (!(next * (change == Change.ADDED ? 1 : Math.exp(logValue(from + 1))) <= tail)) break;
            below = next;
            from++;
        }
        double above = 0;
        double moment = 0;
        while (to - 1 > from) {
            double m = mass[to - 1];
            double s = m * Math.exp(logValue(to - 1));
            boolean rare = change == Change.ADDED ? above + m <= tail : moment + s + (above + m) * size <= tail;
            if (!rare) break;
            above += m;
            moment += s;
            to--;
        }
        double[] kept = Arrays.copyOfRange(mass, from, to);
        double zeroMass = zero;
        double lost = lostMass;
        double lostM = lostMoment;
        if (side == Side.UPPER) {
            if (change == Change.ADDED) {
                zeroMass += below;
                kept[kept.length - 1] += above;
            } else {
                kept[0] += below;
                lost += above * (1 + error + 1e-12);
                lostM += moment * (1 + error + 1e-12);
            }
        }
        return new GeometricLaw(step, first + from, kept, zeroMass, size, error + 8 * Ulp.ONE, lost, lostM);
    }
}
