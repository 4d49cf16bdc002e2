package io.sordino.loss.composition;

import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * The bound lost + e^(-(eps - mean)^2 / (2 squares)) for epsilon above the mean, and 1 below it: what a Hoeffding inequality says
 * of a sum of bounded losses.
 */
public record ConcentrationProfile(double mean, double squares, double lost) implements Profile {
    public ConcentrationProfile {
        if (!(mean >= 0)) throw new IllegalArgumentException("mean must be at least 0, was " + mean);
        if (!(squares >= 0)) throw new IllegalArgumentException("squares must be at least 0, was " + squares);
        if (!(lost >= 0 && lost <= 1)) throw new IllegalArgumentException("lost must be in [0, 1], was " + lost);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double gap = Down.sub(epsilon, mean);
        if (!(gap >= 0)) return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        double exponent = squares == 0 ? Double.NEGATIVE_INFINITY : -Down.div(Down.mul(gap, gap), Up.mul(2, squares));
        double upper = lost == 0 ? exponent : Up.log(Up.add(lost, Up.exp(exponent)));
        return Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, upper));
    }

    @Override
    public Bracket epsilon(double delta) {
        double left = Down.sub(delta, lost);
        if (!(left >= 0)) return Bracket.atMost(Double.POSITIVE_INFINITY);
        if (squares == 0) return Bracket.atMost(mean);
        return Bracket.atMost(Up.add(mean, Up.sqrt(Up.mul(Up.mul(2, squares), -Down.log(left)))));
    }
}
