package io.sordino.loss.pair;

import io.sordino.loss.Loss;
import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * An upper bound on the profile seen by {@code size} records together, from the profile seen by one:
 * delta_k(eps) <= (e^eps - 1) / (e^(eps/k) - 1) delta(eps/k), and H_x <= H_1 + 1 - x below x = 1.
 */
public record GroupProfile(long size, Loss base) implements Profile {
    public GroupProfile {
        if (!(size >= 1)) throw new IllegalArgumentException("size must be at least 1, was " + size);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double upper = epsilon >= 0 ? above(epsilon) : below(epsilon);
        return Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, upper));
    }

    private double above(double epsilon) {
        double k = (double) size;
        // delta falls, so the smaller quotient is the safe one; the factor falls in it as well
        double step = Down.div(epsilon, k);
        double logFactor = step > 0 ? Up.sub(logExpm1Up(epsilon), logExpm1Down(step)) : Up.log(k);
        return Up.add(logFactor, base.logDelta(step).upper());
    }

    private double below(double epsilon) {
        double atZero = Up.exp(Math.min(0, above(0)));
        return Up.log(Math.min(1, Up.sub(atZero, Down.expm1(epsilon))));
    }

    private static double logExpm1Up(double x) {
        return x > 40 ? x : Up.log(Up.expm1(x));
    }

    private static double logExpm1Down(double x) {
        return x > 40 ? Down.add(x, Down.log1p(-Up.exp(-x))) : Down.log(Down.expm1(x));
    }
}
