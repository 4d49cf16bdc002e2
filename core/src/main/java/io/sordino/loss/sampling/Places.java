package io.sordino.loss.sampling;

import io.sordino.loss.Pair;

/**
 * What one sample of fixed size and Gaussian noise may show, wherever a record, its replacement and the others are in a ball: see docs/theory/AllQueries.md and
 * docs/theory/AllDraws.md. Distances are in diameters of the ball.
 */
public interface Places {
    /** About the probability that the sample holds the record. */
    double rate();

    /** The diameter, in deviations of the noise. */
    double mu();

    /** Above all places at which the replacement is so near to the other record; its loss grows with the output. */
    Pair corner(double beta);

    /** At least the profile of every place at x = 1 + {@code above}, x of at least 1; 0 where the corner is above all places there. */
    double most(double above);

    /**
     * Above all places at which the record is at most u and the replacement at most v from the other record, and the product of the two ways is at least c.
     */
    Heights heights(double u, double v, double c);

    /** A profile from above. */
    interface Heights {
        /** At x = 1 + {@code above}, above at least 0. */
        double at(double above);
    }
}
