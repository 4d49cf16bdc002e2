package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** Brackets of log delta, made from numbers whose error is known. */
public final class LogDelta {
    static final double ULP = Math.ulp(1.0);
    public static final Bracket ZERO = Bracket.exactly(Double.NEGATIVE_INFINITY);
    /** Bounds what underflow of a few operations may lose. */
    private static final double UNDERFLOW = 16 * Double.MIN_VALUE;

    private LogDelta() {}

    /** For a delta that lies between two numbers, and never above 1. */
    public static Bracket of(double lower, double upper) {
        double low = lower > 0 ? Math.min(0, Down.log(lower)) : Double.NEGATIVE_INFINITY;
        double high = upper > 0 ? Math.min(0, Up.log(upper)) : Double.NEGATIVE_INFINITY;
        return Bracket.of(low, high);
    }

    /** For a delta of {@code value (1 +- error) + infinity}. */
    public static Bracket of(double value, double error, Bracket infinity) {
        double lower = value * (1 - error) - UNDERFLOW;
        return of(
                Down.add(Math.max(0, lower), infinity.lower()),
                Up.add(value * (1 + error) + UNDERFLOW, infinity.upper()));
    }

    /** For a delta of {@code e^(log +- error)}; an error of a half or more leaves nothing known from below. */
    public static Bracket ofLog(double log, double error) {
        double doubt = error + 4 * ULP * (1 + Math.abs(log));
        double upper = log + doubt;
        // no delta is above 1
        if (!(upper < 0)) upper = 0;
        return doubt < 0.5
                ? Bracket.of(Math.min(0, log - 1.5 * doubt), upper)
                : Bracket.of(Double.NEGATIVE_INFINITY, upper);
    }

    /** A log that was off by no more than a small part of it, and of 1, rounded up. */
    public static double above(double log, double part) {
        return log == Double.NEGATIVE_INFINITY ? log : log + part * (1 + Math.abs(log));
    }

    /**
     * At an epsilon below 0, from the bracket at -epsilon of the pair with P and Q exchanged: 1 - e^eps + e^eps delta(-eps), a
     * sum of positive terms there.
     */
    public static Bracket mirrored(double epsilon, Bracket opposite) {
        double rest = -Math.expm1(epsilon);
        double lower = rest * (1 - 4 * ULP)
                + Down.exp(Math.min(0, epsilon + opposite.lower())) * (1 - 4 * ULP * (1 - epsilon));
        double upper =
                rest * (1 + 4 * ULP) + Up.exp(Math.min(0, epsilon + opposite.upper())) * (1 + 4 * ULP * (1 - epsilon));
        // far below 0 the second term is lost in rounding, and its error with it
        return epsilon < -800 ? of(1 - ULP, 1) : of(lower * (1 - ULP), Math.min(1, upper * (1 + ULP)));
    }
}
