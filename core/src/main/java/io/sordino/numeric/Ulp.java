package io.sordino.numeric;

/** The unit in which roundings are counted. */
public final class Ulp {
    /** An ulp of 1: twice the most that rounding to nearest may change a number by, relatively to it. */
    public static final double ONE = Math.ulp(1.0);

    private Ulp() {}
}
