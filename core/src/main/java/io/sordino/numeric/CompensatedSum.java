package io.sordino.numeric;

/** A sum of numbers of at least 0 that is off by a few ulps however many they are (Neumaier). */
public final class CompensatedSum {
    private double sum;
    private double rest;

    /** Adds a number of at least 0. */
    public void add(double x) {
        double next = sum + x;
        rest += sum >= x ? sum - next + x : x - next + sum;
        sum = next;
    }

    /** The sum so far. */
    public double value() {
        return sum + rest;
    }
}
