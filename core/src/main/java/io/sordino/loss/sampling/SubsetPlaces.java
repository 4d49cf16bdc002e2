package io.sordino.loss.sampling;

import io.sordino.loss.Pair;

/**
 * A sample without replacement: with probability q it holds the record, else another one, and these three places are all that counts.
 *
 * @param rate at least the share of records in a sample
 * @param mu at least twice a record's contribution, in deviations of the noise
 */
public record SubsetPlaces(double rate, double mu) implements Places {
    @Override
    public Pair corner(double beta) {
        return new CornerPair(rate, mu, beta * mu);
    }

    /** By advanced joint convexity no place does better than two records a diameter apart, which are in the corner. */
    @Override
    public double most(double above) {
        return 0;
    }

    @Override
    public Heights heights(double u, double v, double c) {
        double square = mu * mu;
        return new TripleHeights(rate, square * u * u, square * v * v, square * c);
    }
}
