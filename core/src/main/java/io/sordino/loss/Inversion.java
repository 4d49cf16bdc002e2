package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * From a falling curve epsilon -> log delta back to epsilon.
 *
 * <p>Each end is found apart: the upper end is a point where the upper curve was seen at or below the target, the lower end a
 * point where the lower curve was seen above it. Nothing is interpolated, so the answer is as sound as the curve.
 */
public final class Inversion {
    private static final int MOST_STEPS = 200;
    private static final double LARGEST = 1e300;

    private Inversion() {}

    /** Encloses the least epsilon of at least 0 at which a curve enclosed by {@code logDelta} is at most {@code delta}. */
    public static Bracket epsilon(DoubleFunction<Bracket> logDelta, double delta) {
        if (!(delta >= 0 && delta < 1)) throw new IllegalArgumentException("delta must be in [0, 1), was " + delta);
        double upper = holds(eps -> logDelta.apply(eps).upper(), Down.log(delta));
        if (upper == 0) return Bracket.exactly(0);
        DoubleUnaryOperator below = eps -> logDelta.apply(eps).lower();
        double target = Up.log(delta);
        double lower = below.applyAsDouble(0) > target ? fails(below, target) : failsBelow(below, target, upper);
        return Bracket.of(lower, upper);
    }

    /** As {@link #fails}, for a curve that says nothing far below its answer: looks for it down from {@code start}. */
    private static double failsBelow(DoubleUnaryOperator curve, double target, double start) {
        double high = start < LARGEST ? start : LARGEST;
        // a share of an answer next to nothing is nothing, and three times nothing is no wider
        double gap = Math.max(1e-13 * high, Double.MIN_NORMAL);
        while (gap < high && !(curve.applyAsDouble(high - gap) > target)) gap *= 3;
        if (!(gap < high)) return 0;
        double low = high - gap;
        double top = high - gap / 3;
        for (int step = 0; step < 60 && top - low > 1e-14 * high; step++) {
            double middle = (low + top) / 2;
            if (curve.applyAsDouble(middle) > target) low = middle;
            else top = middle;
        }
        return low;
    }

    /**
     * As above for a curve that is costly to read: both ends learn from every reading, and the search ends when they are known
     * to {@code tolerance}, relatively.
     *
     * @param guess about where the answer is
     * @param most a point at which delta is known to be zero
     */
    public static Bracket epsilon(
            DoubleFunction<Bracket> logDelta, double delta, double guess, double most, double tolerance) {
        if (!(delta > 0 && delta < 1)) throw new IllegalArgumentException("delta must be in (0, 1), was " + delta);
        Readings readings = new Readings(logDelta, most);
        double upper = readings.crossing(Bracket::upper, Down.log(delta), guess, tolerance)[1];
        double lower = readings.crossing(Bracket::lower, Up.log(delta), upper, tolerance)[0];
        return Bracket.of(lower, upper);
    }

    /** Every point at which a curve was read. */
    private static final class Readings {
        private final NavigableMap<Double, Bracket> seen = new TreeMap<>();
        private final DoubleFunction<Bracket> curve;

        Readings(DoubleFunction<Bracket> curve, double most) {
            this.curve = curve;
            seen.put(most, Bracket.exactly(Double.NEGATIVE_INFINITY));
        }

        private double read(ToDoubleFunction<Bracket> end, double at) {
            return end.applyAsDouble(seen.computeIfAbsent(at, curve::apply));
        }

        double[] crossing(ToDoubleFunction<Bracket> end, double target, double guess, double tolerance) {
            double high = seen.lastKey();
            double low = -1;
            for (var point : seen.entrySet()) {
                if (end.applyAsDouble(point.getValue()) > target) low = point.getKey();
                else {
                    high = point.getKey();
                    break;
                }
            }
            double next = guess >= 0 ? Math.min(guess, high) : high;
            double factor = 2;
            while (low < 0) {
                if (next < 1e-12 * guess || next < 1e-300) next = 0;
                if (read(end, next) > target) low = next;
                else {
                    high = next;
                    if (next == 0) return new double[] {0, 0};
                    next /= factor;
                    factor *= factor;
                }
            }
            for (double reach = Math.max(low, guess); high == seen.lastKey() && reach > 0; ) {
                reach *= 1.5;
                if (!(reach < high)) break;
                if (read(end, reach) > target) low = reach;
                else high = reach;
            }
            for (int step = 0; step < MOST_STEPS && high - low > tolerance * high; step++) {
                double middle = inner(end, low, high, target, tolerance, step);
                if (!(middle > low && middle < high)) break;
                if (read(end, middle) > target) low = middle;
                else high = middle;
            }
            return new double[] {low, high};
        }

        private double inner(
                ToDoubleFunction<Bracket> end, double low, double high, double target, double tolerance, int step) {
            double atLow = read(end, low);
            double atHigh = read(end, high);
            if (step % 4 == 3 || !(atHigh > Double.NEGATIVE_INFINITY && atLow > atHigh))
                return low > 0 && high > 4 * low ? Math.sqrt(low * high) : low + (high - low) / 2;
            double guess = low + (high - low) * ((atLow - target) / (atLow - atHigh));
            // just past the crossing, on either side in turn, so that both ends close in
            double nudge = Math.max(0.3 * tolerance * high, 1e-3 * Math.min(guess - low, high - guess));
            double moved = guess + (step % 2 == 0 ? nudge : -nudge);
            return Math.min(high - 0.01 * (high - low), Math.max(low + 0.01 * (high - low), moved));
        }
    }

    /** A point, close to the least one, where the falling curve was seen at or below the target; infinity if there is none. */
    public static double holds(DoubleUnaryOperator curve, double target) {
        return crossing(curve, target)[1];
    }

    /** A point, close to the largest one, where the falling curve was seen above the target; 0 if there is none. */
    static double fails(DoubleUnaryOperator curve, double target) {
        return crossing(curve, target)[0];
    }

    /** Two neighbouring points with the curve above the target at the first and not at the second. */
    private static double[] crossing(DoubleUnaryOperator curve, double target) {
        double low = 0;
        double atLow = curve.applyAsDouble(0);
        if (!(atLow > target)) return new double[] {0, 0};
        double high = 1;
        double atHigh = curve.applyAsDouble(high);
        while (atHigh > target) {
            low = high;
            atLow = atHigh;
            if (high >= LARGEST) return new double[] {low, Double.POSITIVE_INFINITY};
            high *= high < 16 ? 4 : high < 1e4 ? 32 : 1e6;
            atHigh = curve.applyAsDouble(high);
        }
        return narrow(curve, target, new double[] {low, high}, atLow, atHigh);
    }

    /** Regula falsi in turn with bisection, until the two points are neighbours or the values stop telling them apart. */
    private static double[] narrow(
            DoubleUnaryOperator curve, double target, double[] ends, double atLow, double atHigh) {
        double low = ends[0];
        double high = ends[1];
        for (int step = 0; step < MOST_STEPS && high - low > 2e-15 * high; step++) {
            double guess = middle(low, high);
            if (step % 3 != 2 && atHigh > Double.NEGATIVE_INFINITY && atLow > atHigh) {
                double slope = (atLow - target) / (atLow - atHigh);
                // a step just past the crossing pulls in both ends in turn
                double nudge = step % 3 == 0 ? 1e-3 : -1e-3;
                double candidate = low + (high - low) * Math.min(0.999, Math.max(0.001, slope * (1 + nudge)));
                if (step > 6) candidate = low + (high - low) * slope + (nudge > 0 ? 2e-15 : -2e-15) * high;
                if (candidate > low && candidate < high) guess = candidate;
            }
            if (!(guess > low && guess < high)) break;
            double at = curve.applyAsDouble(guess);
            if (at > target) {
                low = guess;
                atLow = at;
            } else {
                high = guess;
                atHigh = at;
            }
        }
        return new double[] {low, high};
    }

    private static double middle(double low, double high) {
        // far apart, halve the exponent rather than the number
        return low > 0 && high > 4 * low ? Math.sqrt(low) * Math.sqrt(high) : low + (high - low) / 2;
    }
}
