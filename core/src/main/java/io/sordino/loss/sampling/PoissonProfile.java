package io.sordino.loss.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** A sampled mechanism whose base is known by its profile, and by a pair on either side only when it is composed further. */
public record PoissonProfile(double rate, Change change, HasPair base) implements HasPair {
    @Override
    public Bracket logDelta(double epsilon) {
        return PoissonPair.logDelta(rate, change, base, epsilon);
    }

    /** An answer that is so many times as wide as the base's is looked for again. */
    private static final double STRETCHED = 1.5;

    /**
     * Removing: delta' = q delta at e^eps' = 1 + q (e^eps - 1), so epsilon of the base at delta / q says it at once. The base
     * answers to a width relative to its own epsilon; where that is a large share of a smaller one, delta is asked for instead.
     */
    @Override
    public Bracket epsilon(double delta) {
        if (change == Change.ADDED || !(delta > 0)) return HasPair.super.epsilon(delta);
        double most = Down.div(delta, rate);
        double least = Up.div(delta, rate);
        double upper = most >= 1 ? 0 : base.epsilon(most).upper();
        double lower = least >= 1 ? 0 : base.epsilon(least).lower();
        double above = upper == Double.POSITIVE_INFINITY ? upper : Up.log1p(Up.mul(rate, Up.expm1(upper)));
        double below = Down.log1p(Math.max(0, Down.mul(rate, Down.expm1(lower))));
        // only an epsilon of at least 0 is asked for
        Bracket mapped = Bracket.of(Math.max(0, below), Math.max(0, above));
        boolean stretched = width(mapped.lower(), mapped.upper()) > STRETCHED * width(lower, upper);
        return stretched ? mapped.meet(HasPair.super.epsilon(delta)) : mapped;
    }

    private static double width(double lower, double upper) {
        return upper > 0 && upper < Double.POSITIVE_INFINITY ? (upper - lower) / upper : 0;
    }

    @Override
    public Pair pair(Side side) {
        return new PoissonPair(rate, change, base.pair(side), side);
    }
}
