package io.sordino.numeric;

import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/** Where a monotone condition changes, found by asking it: both answers are certified, not inferred. */
public final class Root {
    /*
     * We bisect the ordered sequence of doubles rather than the real line: halving the number of doubles in between
     * ends after at most 64 questions whatever the magnitudes are, and ends at neighbours.
     */

    private Root() {}

    /**
     * The last double of [lo, hi] at which a condition that is first true and then false holds. The condition was
     * really asked at the result and at the double above it, unless the result is hi.
     */
    public static double lastTrue(DoublePredicate condition, double lo, double hi) {
        return lastTrue(condition, lo, hi, 64);
    }

    /** As above, but after {@code questions} bisections the best known true point is returned, wherever it is. */
    public static double lastTrue(DoublePredicate condition, double lo, double hi, int questions) {
        return bracketing(condition, lo, hi, questions).lower();
    }

    /**
     * The first double of [lo, hi] at which a condition that is first false and then true holds, or after
     * {@code questions} bisections the best known true point.
     */
    public static double firstTrue(DoublePredicate condition, double lo, double hi, int questions) {
        return 0.0 - lastTrue(x -> condition.test(-x), -hi, -lo, questions);
    }

    /** As above, to the very double. */
    public static double firstTrue(DoublePredicate condition, double lo, double hi) {
        return firstTrue(condition, lo, hi, 64);
    }

    /**
     * Two points with the change between them: the condition holds at the lower end and fails at the upper one. Where
     * it holds at hi, both ends are hi.
     */
    public static Bracket bracketing(DoublePredicate condition, double lo, double hi, int questions) {
        if (!(lo <= hi)) throw new IllegalArgumentException("lo must be <= hi, was [" + lo + ", " + hi + "]");
        if (!(questions >= 0)) throw new IllegalArgumentException("questions must be >= 0, was " + questions);
        if (condition.test(hi)) return Bracket.exactly(hi);
        if (!condition.test(lo)) throw new IllegalArgumentException("the condition must hold at lo = " + lo);
        long isTrue = rank(lo);
        long isFalse = rank(hi);
        for (int i = 0; i < questions && isFalse - 1 > isTrue; i++) {
            long middle = Math.floorDiv(isTrue, 2) + Math.floorDiv(isFalse, 2) + (isTrue & isFalse & 1);
            if (condition.test(atRank(middle))) isTrue = middle;
            else isFalse = middle;
        }
        return Bracket.of(atRank(isTrue), atRank(isFalse));
    }

    /**
     * Two points with a zero of a monotone function between them, at most {@code tolerance} apart relative to the
     * larger, or as close as {@code evaluations} allow. The signs at both ends are those of computed values; an exact
     * zero is returned alone. Secant steps with the Illinois rule, and a bisection whenever they stall.
     */
    public static Bracket zero(DoubleUnaryOperator f, double lo, double hi, double tolerance, int evaluations) {
        if (!(lo <= hi)) throw new IllegalArgumentException("lo must be <= hi, was [" + lo + ", " + hi + "]");
        if (!(tolerance >= 0)) throw new IllegalArgumentException("tolerance must be >= 0, was " + tolerance);
        double a = lo;
        double b = hi;
        double fa = f.applyAsDouble(a);
        double fb = f.applyAsDouble(b);
        if (fa == 0 || fb == 0) return Bracket.exactly(fa == 0 ? a : b);
        if (!(fa < 0 ? fb > 0 : fa > 0 && fb < 0)) {
            throw new IllegalArgumentException("no change of sign: " + fa + " at " + lo + ", " + fb + " at " + hi);
        }
        boolean isRising = fa < 0;
        boolean keptLower = false;
        boolean keptUpper = false;
        for (int i = 2; i < evaluations && !isClose(a, b, tolerance); i++) {
            double x = i % 3 == 1 ? middle(a, b) : inside(a - fa * ((b - a) / (fb - fa)), a, b);
            double fx = f.applyAsDouble(x);
            if (fx == 0) return Bracket.exactly(x);
            if (Double.isNaN(fx)) throw new IllegalStateException("the function is NaN at " + x);
            if (fx < 0 == isRising) {
                a = x;
                fa = fx;
                if (keptUpper) fb *= 0.5;
                keptUpper = true;
                keptLower = false;
            } else {
                b = x;
                fb = fx;
                if (keptLower) fa *= 0.5;
                keptLower = true;
                keptUpper = false;
            }
        }
        return Bracket.of(a, b);
    }

    private static boolean isClose(double a, double b, double tolerance) {
        return Math.nextUp(a) >= b || b - a <= tolerance * Math.max(Math.abs(a), Math.abs(b));
    }

    private static double inside(double x, double a, double b) {
        return x > a && x < b ? x : middle(a, b);
    }

    private static double middle(double a, double b) {
        double mean = 0.5 * a + 0.5 * b;
        return mean > a && mean < b ? mean : Math.nextUp(a);
    }

    /** The position of x among all doubles, in their order. */
    private static long rank(double x) {
        long bits = Double.doubleToLongBits(x + 0.0);
        return bits >= 0 ? bits : Long.MIN_VALUE - bits;
    }

    private static double atRank(long rank) {
        return Double.longBitsToDouble(rank >= 0 ? rank : Long.MIN_VALUE - rank);
    }
}
