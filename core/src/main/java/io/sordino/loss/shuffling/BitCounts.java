package io.sordino.loss.shuffling;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.TwoCoins;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;

/**
 * Shuffled binary randomized response for one dataset: the number of ones released when {@code ones} of the other users hold a
 * one, and the victim holds a zero or a one.
 */
final class BitCounts {
    /*
     * With f the law of the others' ones, F its sum from an end up to but without k, x = e^eps and q = 1/(e0+1), the hockey
     * stick is q max_k [(e0 - x) f(k) - (x - 1)(e0 + 1) F(k)]: from the left end with the victim's zero against one, from the
     * right end the other way round. The law is log-concave, so the bracket rises while f(k) > rho f(k before), rho =
     * (x e0 - 1)/(e0 - x), and falls after.
     */
    private static final int CELLS = 20_000;

    private final double epsilon0;
    private final double q;
    private final int reports;
    /** The others' ones that the first of the masses is of. */
    private final int from;

    private final double[] f;
    private final double[] left;
    private final double[] right;
    private final double error;
    private final double outside;
    private final int firstFromLeft;
    private final int firstFromRight;

    BitCounts(int reports, int ones, double epsilon0, double logOutside) {
        this.epsilon0 = epsilon0;
        this.reports = reports;
        q = 1 / (Math.exp(epsilon0) + 1);
        TwoCoins others = TwoCoins.of(ones, reports - 1 - ones, q, logOutside);
        f = others.masses();
        from = others.from();
        double drift = 8 * Ulp.HALF * Math.max(f.length, Math.sqrt((double) reports)) / (1 - q);
        error = others.error() + 4 * drift + Ulp.HALF * f.length;
        outside = others.outside();
        left = new double[f.length];
        right = new double[f.length];
        for (int i = 1; i < f.length; i++) {
            left[i] = left[i - 1] + f[i - 1];
            right[i] = right[i - 1] + f[f.length - i];
        }
        firstFromLeft = first(true);
        firstFromRight = first(false);
    }

    /** The first place, seen from an end, whose mass has its digits: before it ratios tell nothing, and what lies there is counted as outside. */
    private int first(boolean fromLeft) {
        int k = 0;
        while (k < f.length - 1 && !(at(k, fromLeft) >= Double.MIN_NORMAL)) k++;
        return k;
    }

    /** How many counts are looked at. */
    int size() {
        return f.length;
    }

    /** The larger hockey stick of the two orders, from below and from above. */
    Bracket delta(double epsilon) {
        return one(epsilon, true).max(one(epsilon, false));
    }

    private Bracket one(double epsilon, boolean fromLeft) {
        double gap = Math.exp(epsilon) * Math.expm1(epsilon0 - epsilon);
        double rho = Math.expm1(epsilon0 + epsilon) / gap;
        // rising at low, not at high
        int low = fromLeft ? firstFromLeft : firstFromRight;
        int high = f.length;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (at(middle, fromLeft) > rho * at(middle - 1, fromLeft)) low = middle;
            else high = middle;
        }
        return value(epsilon, gap, at(low, fromLeft), sum(low, fromLeft));
    }

    /** Of the masses before the place k, seen from an end. */
    private double sum(int k, boolean fromLeft) {
        return fromLeft ? left[k] : right[k];
    }

    private Bracket value(double epsilon, double gap, double now, double before) {
        double rise = Math.expm1(epsilon);
        double upper = Math.max(0, upper(gap, rise, now, before));
        double gain = q * gap * now;
        double cost = rise * before;
        double lower = gain - cost - (error + 16 * Ulp.HALF) * (gain + cost) - rise * outside;
        return Bracket.of(lower > 0 ? lower : 0, upper);
    }

    /** The orders at which many datasets are read, with what depends on them alone. */
    static final class Orders {
        private final double[] gap;
        private final double[] rise;
        private final double[] rho;

        Orders(double[] epsilons, double epsilon0) {
            gap = new double[epsilons.length];
            rise = new double[epsilons.length];
            rho = new double[epsilons.length];
            for (int j = 0; j < epsilons.length; j++) {
                gap[j] = Math.exp(epsilons[j]) * Math.expm1(epsilon0 - epsilons[j]);
                rise[j] = Math.expm1(epsilons[j]);
                rho[j] = Math.expm1(epsilon0 + epsilons[j]) / gap[j];
            }
        }
    }

    /** Raises {@code most[j]} to this dataset's upper end at the j-th order; orders rise. */
    void raise(Orders orders, double[] most) {
        for (boolean fromLeft : new boolean[] {true, false}) {
            int k = f.length - 1;
            for (int j = 0; j < most.length; j++) {
                // a larger epsilon needs a steeper flank, further out
                while (k > 0 && !(at(k, fromLeft) > orders.rho[j] * at(k - 1, fromLeft))) k--;
                most[j] = Math.max(most[j], upper(orders.gap[j], orders.rise[j], at(k, fromLeft), sum(k, fromLeft)));
            }
        }
    }

    private double upper(double gap, double rise, double now, double before) {
        double gain = q * gap * now;
        // q (e0 + 1) = 1
        double cost = rise * before;
        double most =
                Math.max(q * gap * outside, gain - cost + (error + 16 * Ulp.HALF) * (gain + cost) + rise * outside);
        // a law too steep for its walk is unsure, and then nothing is known
        return most <= 1 ? most : 1;
    }

    private double at(int i, boolean fromLeft) {
        return fromLeft ? f[i] : f[f.length - 1 - i];
    }

    Bracket logDelta(double epsilon) {
        Bracket delta = delta(epsilon);
        return Bracket.of(Down.log(delta.lower()), Up.log(delta.upper()));
    }

    /** The pair of the two neighbours in the order that tells more, drawn together where atoms are many. */
    Pair attained() {
        double typical = 4 * (1 - 2 * q) / Math.sqrt(q * (1 - q) * reports);
        double eps = Math.min(typical, 0.9 * epsilon0);
        boolean zeroFirst = one(eps, true).lower() > one(eps, false).lower();
        return attained(zeroFirst);
    }

    private Pair attained(boolean zeroFirst) {
        List<Atom> atoms = new ArrayList<>();
        double p = 1 - q;
        boolean many = f.length > CELLS;
        LossHistogram lumps = new LossHistogram(-epsilon0, epsilon0, 1, epsilon0);
        if (many) {
            double reach = 24 * (1 - 2 * q) / Math.sqrt(q * p * reports);
            lumps = new LossHistogram(-Math.min(epsilon0, reach), Math.min(epsilon0, reach), CELLS, epsilon0);
        }
        // beside an edge of the window that is no end of the law lies a mass that is not known
        int first = from == 0 ? 0 : 1;
        int last = from + f.length == reports ? f.length : f.length - 1;
        for (int i = first; i <= last; i++) {
            double before = i > 0 ? f[i - 1] : 0;
            double now = i < f.length ? f[i] : 0;
            double one = p * before + q * now;
            double zero = q * before + p * now;
            // each of both masses may be off by all that is unsure
            double with = (zeroFirst ? zero : one) - outside;
            double without = (zeroFirst ? one : zero) + outside;
            if (!(with > 0)) continue;
            if (many) lumps.add(with * (1 - 2 * error), without);
            else atoms.add(new Atom(Math.log(with / without) - 4 * error, Math.min(1, with * (1 - 2 * error))));
        }
        if (many) return lumps.pair(Side.LOWER, 1e-14, 0);
        return new AtomicPair(atoms, Bracket.exactly(0), 1e-15);
    }
}
