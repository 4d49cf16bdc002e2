package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/** Brackets of log delta, made from numbers whose error is known. */
public final class LogDelta {
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
        double doubt = error + 4 * Ulp.ONE * (1 + Math.abs(log));
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

    /** At an epsilon below 0, from the bracket at -epsilon of the pair with P and Q exchanged. */
    public static Bracket mirrored(double epsilon, Bracket opposite) {
        Bracket delta = mirroredDelta(epsilon, Bracket.of(Down.exp(opposite.lower()), Up.exp(opposite.upper())));
        return of(delta.lower(), delta.upper());
    }

    /** As {@link #mirrored}, of delta itself: 1 - e^eps + e^eps delta(-eps), a sum of positive terms below 0. */
    public static Bracket mirroredDelta(double epsilon, Bracket opposite) {
        return Bracket.of(
                Down.add(-Up.expm1(epsilon), Down.mul(Down.exp(epsilon), opposite.lower())),
                Up.add(-Down.expm1(epsilon), Up.mul(Up.exp(epsilon), opposite.upper())));
    }
}
