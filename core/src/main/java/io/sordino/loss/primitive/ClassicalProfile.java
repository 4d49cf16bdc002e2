package io.sordino.loss.primitive;

import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * delta = 1.25 e^(-(epsilon sigma)^2 / 2) for epsilon below 1, as the formula sigma = sqrt(2 ln(1.25/delta)) / epsilon says; from 1 on what it says next to 1.
 *
 * @param sigma at most the deviation of the noise, in units of the sensitivity
 */
public record ClassicalProfile(double sigma) implements Profile {
    private static final double LARGEST = Math.nextDown(1.0);
    private static final double LOG_FACTOR = Math.nextUp(Math.log(1.25));

    @Override
    public Bracket logDelta(double epsilon) {
        double at = Math.max(0, Math.min(LARGEST, epsilon));
        double product = Down.mul(at, sigma);
        double log = Up.sub(LOG_FACTOR, Down.mul(0.5, Down.mul(product, product)));
        return Bracket.of(Double.NEGATIVE_INFINITY, epsilon > 0 ? Math.min(0, log) : 0);
    }

    /** The formula itself; infinity where it asks for 1 or more. */
    @Override
    public Bracket epsilon(double delta) {
        if (!(delta > 0)) return Bracket.of(0, Double.POSITIVE_INFINITY);
        double least = Up.div(Up.sqrt(Up.mul(2, Math.max(0, Up.sub(LOG_FACTOR, Down.log(delta))))), sigma);
        double epsilon = least * (1 + 4 * Ulp.ONE);
        return Bracket.of(0, epsilon < 1 ? epsilon : Double.POSITIVE_INFINITY);
    }
}
