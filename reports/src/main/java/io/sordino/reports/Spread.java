package io.sordino.reports;

/** How far estimates lie around the truth. */
public interface Spread {
    /** The standard deviation of a count where so many of n devices hold the value; of a sum, whatever they hold. */
    double deviation(double holders, double n);
}
