package io.sordino.loss;

/**
 * An upper bound on the Renyi divergence of every order in a range; the curve of a sum of losses is the sum of the curves.
 */
public non-sealed interface RenyiCurve extends Loss {
    /** At least the Renyi divergence of order alpha in (1, {@link #largestOrder()}]; infinity where nothing is known. */
    double at(double alpha);

    /** The largest order at which something is known; may be infinite. */
    double largestOrder();
}
