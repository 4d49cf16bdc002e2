package io.sordino.numeric;

/** The units in which relative roundings are counted. */
public final class Ulp {
    /** An ulp of 1. */
    public static final double ONE = Math.ulp(1.0);
    /** Half of it: the most that rounding to nearest changes a number by, relatively. */
    public static final double HALF = ONE / 2;

    private Ulp() {}
}
