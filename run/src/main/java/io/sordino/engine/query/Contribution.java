package io.sordino.engine.query;

import io.sordino.refusal.InvalidException;

/**
 * What one record adds to a sum: its value clamped to bounds, less the centre, as a whole number of steps of a power-of-two grid. It is
 * never more than {@link #cells()} steps either way, whatever the value, so that is the implemented sensitivity.
 */
public final class Contribution {
    private static final double LARGEST = 0x1p900;

    private final double lower;
    private final double upper;
    private final double centre;
    private final int exponent;
    private final long cells;

    private Contribution(double lower, double upper, double centre, double radius, int bits) {
        this.lower = lower;
        this.upper = upper;
        this.centre = centre;
        exponent = Math.getExponent(radius) + 1 - bits;
        // the radius is at least half of 2^bits steps; rounding inputs widens it to whole steps
        cells = (long) Math.ceil(Math.scalb(radius, -exponent));
    }

    /** Of values in [lower, upper], around 0: a record that is not there contributes nothing. */
    public static Contribution of(double lower, double upper, int bits) {
        bounds(lower, upper);
        return new Contribution(lower, upper, 0, Math.max(Math.abs(lower), Math.abs(upper)), bits);
    }

    /** Of values in [lower, upper], around their middle, so that no contribution exceeds half the range. */
    public static Contribution centred(double lower, double upper, int bits) {
        bounds(lower, upper);
        double centre = lower / 2 + upper / 2;
        return new Contribution(
                lower, upper, centre, Math.max(Math.nextUp(upper - centre), Math.nextUp(centre - lower)), bits);
    }

    /** Of values in [lower, upper], above the lower end. */
    public static Contribution above(double lower, double upper, int bits) {
        bounds(lower, upper);
        return new Contribution(lower, upper, lower, Math.nextUp(upper - lower), bits);
    }

    static void bounds(double lower, double upper) {
        if (!(lower < upper
                && Math.abs(lower) <= LARGEST
                && Math.abs(upper) <= LARGEST
                && upper - lower >= 1 / LARGEST))
            throw new InvalidException(
                    "the bounds must be finite, below 2^900, and the lower one first, were " + lower + " and " + upper);
    }

    /** Total on all doubles: what is not a number contributes nothing. */
    public long steps(double value) {
        if (Double.isNaN(value)) return 0;
        double clamped = Math.min(upper, Math.max(lower, value)) - centre;
        long steps = (long) Math.rint(Math.scalb(clamped, -exponent));
        return Math.min(cells, Math.max(-cells, steps));
    }

    /** The most steps that a record contributes. */
    public long cells() {
        return cells;
    }

    /** What is taken off every value before it is counted in steps. */
    public double centre() {
        return centre;
    }

    /** One step. */
    public double step() {
        return Math.scalb(1.0, exponent);
    }

    /** So many steps as a number. */
    public double value(double steps) {
        return Math.scalb(steps, exponent);
    }

    /** How far rounding can have moved a sum of the most values there may be. */
    double rounding() {
        return value(Values.MOST / 2.0);
    }
}
