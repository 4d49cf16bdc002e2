package io.sordino.loss;

import io.sordino.numeric.BrentMinimum;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * From a bound on Renyi divergences to (epsilon, delta), by the optimal conversion at every order and the best order.
 *
 * <p>Asoodeh, Liao, Calmon, Kosut and Sankar 2020 (arXiv:2008.06529v1), Theorem 3, in a dual form: docs/theory/RenyiAdds.md
 */
public final class RenyiConversion {
    /*
     * Let V = dP/dQ, a the order, m = a - 1 and M = e^(m r) at least E_Q[V^a]. For 0 <= v0 < v1 put A = 1/(a (v1^m - v0^m)) and
     *     g(v) = A (v^a - a v0^m v + m v0^a).
     * It is convex, touches 0 at v0, has slope 1 at v1 and so is never below (v - x)+ for
     *     x = v1 - g(v1) = (m/a) (v1^a - v0^a) / (v1^m - v0^m).
     * Since E_Q[V] = 1, therefore H_x <= E_Q[g(V)] <= A (M - v0^m (a - m v0)): ANY triple (a, v0, v1) proves a point of the
     * profile. At the best v0 the two-point law on {v0, v1} attains it, which makes it the optimal bound for one order; v0 = 0
     * is the simple conversion. So the search below may be as careless as it likes, and only the last evaluation is directed.
     *
     * Everything is in logarithms, u = log v, so that delta = 1e-300 and epsilon = 1e4 are as good as any other numbers.
     * K = M - v0^m (a - m v0) is (M - 1) + (1 - (1-w)^m (1 + m w)) with w = 1 - v0, a sum of two non-negative numbers.
     */
    private static final double LARGEST = 60;
    private static final int MOST_SHIFTS = 20;
    /** The largest whole order that is looked at. */
    private static final double MOST_WHOLE = 1e6;

    private static final double TOLERANCE = 1e-6;
    /** Where a neighbouring point is known: being off by this costs its square. */
    private static final double COARSE = 3e-4;

    private static final double WINDOW = 0.5;
    private static final int NUDGES = 90;

    private RenyiConversion() {}

    /** What a search wants to be small, for one order with the logarithm of its moment, and one place y of v0. */
    private interface Goal {
        double at(double m, double logMoment, double y);
    }

    /** The distance of logarithms that a place stands for: beyond e^y = 40 a power -m of it is no longer seen. */
    private static double distance(double m, double y) {
        return Math.exp(y) / m;
    }

    private static final double NEAREST = -37;
    private static final double FARTHEST = 3.7;
    private static final double SIMPLE = Double.POSITIVE_INFINITY;

    /** At least epsilon(delta); infinity where the curve says nothing. */
    public static double epsilon(RenyiCurve curve, double delta) {
        if (!(delta >= 0 && delta < 1)) throw new IllegalArgumentException("delta must be in [0, 1), was " + delta);
        if (delta == 0) return pure(curve);
        double logDelta = Down.log(delta);
        double[] best = search(curve, (m, logMoment, y) -> {
            double w = -Math.expm1(-distance(m, y));
            return logX(m, w, upperRoot(m, logMoment, w, logDelta));
        });
        double m = best[0];
        double w = -Math.expm1(-distance(m, best[1]));
        double logMoment = logMoment(curve, m);
        double u1 = upperRoot(m, logMoment, w, logDelta);
        double step = Ulp.ONE * (1 + Math.abs(u1));
        for (int i = 0; i < NUDGES && u1 < Double.POSITIVE_INFINITY; i++) {
            if (logDeltaUp(m, logMoment, w, u1) <= logDelta) return Math.max(0, logXUp(m, w, u1));
            u1 += step;
            step *= 1.5;
        }
        return Double.POSITIVE_INFINITY;
    }

    /** The divergence of infinite order, which is the largest loss. */
    private static double pure(RenyiCurve curve) {
        double top = curve.largestOrder();
        return top == Double.POSITIVE_INFINITY ? Math.max(0, curve.at(top)) : Double.POSITIVE_INFINITY;
    }

    /** At least log delta(epsilon), for any real epsilon, and at most 0. */
    public static double logDelta(RenyiCurve curve, double epsilon) {
        return logDelta(curve, epsilon, search(curve, towards(epsilon)));
    }

    /** At least log delta at each of many rising epsilons; from the last one down, each search starts where one has ended. */
    public static double[] logDeltas(RenyiCurve curve, double[] epsilons) {
        double[] values = new double[epsilons.length];
        double[] best = {};
        for (int i = epsilons.length - 1; i >= 0; i--) {
            Goal goal = towards(epsilons[i]);
            if (best.length > 0) best = nearby(curve, goal, best);
            if (best.length == 0) best = search(curve, goal);
            values[i] = logDelta(curve, epsilons[i], best);
        }
        return values;
    }

    /** The best m and place for an m close to the given one; empty where it lies farther away. */
    private static double[] nearby(RenyiCurve curve, Goal goal, double[] start) {
        double last = Math.min(LARGEST, Math.log(Down.sub(curve.largestOrder(), 1)));
        double centre = Math.min(last, Math.log(start[0]));
        double high = Math.min(last, centre + WINDOW);
        // one coordinate after the other: the best place hardly moves from one point to the next
        double log = BrentMinimum.lowest(centre - WINDOW, high, COARSE, x -> {
            double m = Math.exp(x);
            return goal.at(m, about(curve, m), start[1]);
        });
        if (last < LARGEST) log = better(curve, goal, log, last);
        if (centre - log > 0.9 * WINDOW || (log < last && log - centre > 0.9 * WINDOW)) return new double[0];
        return best(curve, goal, Math.min(Math.exp(log), Down.sub(curve.largestOrder(), 1)));
    }

    /** The m, or that of a better whole order, with its place. */
    private static double[] best(RenyiCurve curve, Goal goal, double found) {
        double m = found;
        if (curve.hasChords()) {
            double whole = wholeOrder(curve, goal, found) - 1;
            if (bestValue(goal, whole, logMoment(curve, whole)) < bestValue(goal, m, logMoment(curve, m))) m = whole;
        }
        for (double corner : curve.corners()) {
            double at = Down.sub(corner, 1);
            if (!(corner <= curve.largestOrder() && at > 0)) continue;
            if (bestValue(goal, at, logMoment(curve, at)) < bestValue(goal, m, logMoment(curve, m))) m = at;
        }
        return new double[] {m, bestPlace(goal, m, about(curve, m))};
    }

    /** Chords make a valley at each whole order, and a search in between falls into any of them: downhill from there in shorter and shorter strides. */
    private static double wholeOrder(RenyiCurve curve, Goal goal, double found) {
        double top = Math.floor(Math.min(curve.largestOrder(), MOST_WHOLE));
        double best = Math.max(2, Math.min(top, Math.rint(1 + found)));
        double least = bestValue(goal, best - 1, about(curve, best - 1));
        for (double stride = Math.max(1, Math.rint(best / 4)); stride >= 1; stride = Math.floor(stride / 2))
            for (double side = -stride; side <= stride; side += 2 * stride)
                for (double at = best + side; at >= 2 && at <= top; at += side) {
                    double value = bestValue(goal, at - 1, about(curve, at - 1));
                    if (!(value < least)) break;
                    least = value;
                    best = at;
                }
        return best;
    }

    private static double bestValue(RenyiCurve curve, Goal goal, double log) {
        double m = Math.exp(log);
        return bestValue(goal, m, about(curve, m));
    }

    private static double bestValue(Goal goal, double m, double logMoment) {
        return goal.at(m, logMoment, bestPlace(goal, m, logMoment));
    }

    /** Log delta at epsilon; the place is that of log(v1 / v0), so that nothing has to be solved for every one of them. */
    private static Goal towards(double epsilon) {
        return new Goal() {
            private double lastM = Double.NaN;
            private double start;

            @Override
            public double at(double m, double logMoment, double y) {
                if (m != lastM) start = leastDistance(m, epsilon);
                lastM = m;
                double d = start + distance(m, y);
                double u1 = upperAt(m, d, epsilon);
                return u1 < d ? logDeltaNear(m, logMoment, shareAt(u1, d), u1) : Double.POSITIVE_INFINITY;
            }
        };
    }

    /** log v1 such that x is e^epsilon when log(v1 / v0) is d. */
    private static double upperAt(double m, double d, double epsilon) {
        double limit = epsilon + Math.log1p(1 / m);
        return d == Double.POSITIVE_INFINITY ? limit : limit - logRatio(m, d);
    }

    /** The d at which v0 is 1: the root of d - log v1, whose slope is between 1/2 and 1. */
    private static double leastDistance(double m, double epsilon) {
        if (!(epsilon > 0)) return 0;
        double d = epsilon;
        for (int i = 0; i < 40; i++) {
            double step = upperAt(m, d, epsilon) - d;
            d += step;
            if (Math.abs(step) <= 1e-12 * d) break;
        }
        return d;
    }

    private static double shareAt(double u1, double d) {
        return -Math.expm1(u1 - d);
    }

    /** The bound that one m and one place prove. */
    private static double logDelta(RenyiCurve curve, double epsilon, double[] best) {
        double m = best[0];
        double logMoment = logMoment(curve, m);
        double d = leastDistance(m, epsilon) + distance(m, best[1]);
        double u1 = upperAt(m, d, epsilon);
        double share = shareAt(u1, d);
        if (!(share > 0)) return 0;
        double step = Ulp.ONE * (1 + Math.abs(u1));
        for (int i = 0; i < NUDGES; i++) {
            if (logXUp(m, share, u1) <= epsilon) {
                double bound = logDeltaUp(m, logMoment, share, u1);
                return bound <= 0 ? bound : 0;
            }
            u1 -= step;
            step *= 1.5;
        }
        return 0;
    }

    /** The simple conversion at one order: r + log(1 - 1/alpha) - log(delta alpha) / (alpha - 1), floored at 0. */
    public static double simpleEpsilon(double alpha, double divergence, double delta) {
        double negative = Down.add(Down.log(delta), Down.log(alpha));
        // where delta alpha exceeds 1 the penalty is a gain, and a smaller m would make it larger
        double penalty = Up.div(-negative, negative <= 0 ? Down.sub(alpha, 1) : Up.sub(alpha, 1));
        return Math.max(0, Up.add(Up.add(divergence, Up.log1p(-Down.div(1, alpha))), penalty));
    }

    private static double logMoment(RenyiCurve curve, double m) {
        // the order is 1 + m rounded up: a divergence of a larger order is larger
        return Up.mul(m, curve.at(Math.min(curve.largestOrder(), Up.add(1, m))));
    }

    /** The m and the place of about the least goal: a coarse walk over the orders with v0 = 0, then both at once. */
    private static double[] search(RenyiCurve curve, Goal goal) {
        double top = curve.largestOrder();
        double last = top < Math.exp(LARGEST) ? Math.log(Down.sub(top, 1)) : LARGEST;
        double centre = last;
        double least = simple(curve, goal, last);
        for (double log = last - 1; log >= Math.min(-LARGEST / 2, last - 1); log--) {
            double value = simple(curve, goal, log);
            if (!(value >= least)) {
                least = value;
                centre = log;
            }
        }
        double log = centre;
        for (int i = 0; i < MOST_SHIFTS; i++) {
            double low = centre - 1.5;
            double high = Math.min(last, centre + 1.5);
            log = BrentMinimum.lowest(low, high, TOLERANCE, x -> bestValue(curve, goal, x));
            // at a finite largest order the valley may end there
            if (high == last && high - log < 0.01) log = better(curve, goal, log, last);
            if (log - low > 0.1 && (high - log > 0.1 || high == last)) break;
            centre = log;
        }
        double m = log == last ? Double.POSITIVE_INFINITY : Math.exp(log);
        return best(curve, goal, Math.min(m, Math.min(Math.exp(LARGEST), Down.sub(top, 1))));
    }

    private static double about(RenyiCurve curve, double m) {
        return m * curve.near(Math.min(curve.largestOrder(), 1 + m));
    }

    private static double better(RenyiCurve curve, Goal goal, double log, double end) {
        return bestValue(curve, goal, end) <= bestValue(curve, goal, log) ? end : log;
    }

    private static double simple(RenyiCurve curve, Goal goal, double log) {
        double m = Math.exp(log);
        double value = goal.at(m, about(curve, m), SIMPLE);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    private static double bestPlace(Goal goal, double m, double logMoment) {
        double y = BrentMinimum.lowest(NEAREST, FARTHEST, TOLERANCE, place -> goal.at(m, logMoment, place));
        return goal.at(m, logMoment, SIMPLE) <= goal.at(m, logMoment, y) ? SIMPLE : y;
    }

    /** log v1 for which the bound at this order and share is delta. */
    private static double upperRoot(double m, double logMoment, double w, double logDelta) {
        double first = logK(m, logMoment, w) - Math.log1p(m) - logDelta;
        double second = m * Math.log1p(-w);
        double large = Math.max(first, second);
        double sum = large + Math.log1p(Math.exp(Math.min(first, second) - large));
        return sum / m;
    }

    private static double logK(double m, double logMoment, double w) {
        if (logMoment > 40) return logMoment;
        return Math.log(Math.expm1(logMoment) + rest(m, w));
    }

    private static double rest(double m, double w) {
        double value = -Math.expm1(m * Math.log1p(-w) + Math.log1p(m * w));
        double quadratic = (1 + m) * m * w * w / 2;
        return m >= 1 ? Math.min(value, quadratic) : value;
    }

    private static double logX(double m, double w, double u1) {
        double d = u1 - Math.log1p(-w);
        if (!(d > 0)) return Double.POSITIVE_INFINITY;
        return u1 - Math.log1p(1 / m) + logRatio(m, d);
    }

    /** log((1 - (v0/v1)^(m+1)) / (1 - (v0/v1)^m)). */
    private static double logRatio(double m, double d) {
        return Math.log(Math.expm1(-(1 + m) * d) / Math.expm1(-m * d));
    }

    private static double logDeltaNear(double m, double logMoment, double w, double u1) {
        double d = u1 - Math.log1p(-w);
        if (!(d > 0)) return Double.POSITIVE_INFINITY;
        return logK(m, logMoment, w) - Math.log1p(m) - m * u1 - Math.log(-Math.expm1(-m * d));
    }

    /** log x, rounded up; m, w and u1 are taken as they are. */
    private static double logXUp(double m, double w, double u1) {
        if (w == 1) return Up.sub(u1, Down.log1p(Down.div(1, m)));
        double dUp = Up.sub(u1, Down.log1p(-w));
        double dDown = Down.sub(u1, Up.log1p(-w));
        if (!(dDown > 0)) return Double.POSITIVE_INFINITY;
        double above = -Down.expm1(-Up.mul(Up.add(1, m), dUp));
        double below = -Up.expm1(-Down.mul(m, dDown));
        if (!(below > 0)) return Double.POSITIVE_INFINITY;
        return Up.add(Up.sub(u1, Down.log1p(Down.div(1, m))), Up.log(Up.div(above, below)));
    }

    /** log of the bound, rounded up; m, w and u1 are taken as they are. */
    private static double logDeltaUp(double m, double logMoment, double w, double u1) {
        double above = Up.sub(Up.sub(logKUp(m, logMoment, w), Down.log1p(m)), Down.mul(m, u1));
        if (w == 1) return above;
        double d = Down.sub(u1, Up.log1p(-w));
        if (!(d > 0)) return Double.POSITIVE_INFINITY;
        return Up.sub(above, Down.log(-Up.expm1(-Down.mul(m, d))));
    }

    private static double logKUp(double m, double logMoment, double w) {
        if (logMoment > 40) return logMoment;
        double rest = 1;
        if (w < 1) {
            double exponent = Down.add(Down.mul(m, Down.log1p(-w)), Down.log1p(Down.mul(m, w)));
            rest = Math.max(0, -Down.expm1(exponent));
            // the integral of a m v^(m-1) (1-v) over [v0, 1], with the power at most 1
            if (m >= 1) rest = Math.min(rest, Up.mul(Up.mul(Up.mul(Up.mul(Up.add(1, m), m), w), w), 0.5));
        }
        return Up.log(Up.add(Up.expm1(logMoment), rest));
    }
}
