package io.sordino.loss.composition;

import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;

/** A composition that is dominated by one product of pairs and attained by another: the gap between them is an honest one. */
record TwoSidedComposition(Composition above, Composition below) implements HasPair {
    @Override
    public Bracket logDelta(double epsilon) {
        double upper = above.logDelta(epsilon).upper();
        return Bracket.of(below.logDelta(epsilon).lower(), upper);
    }

    @Override
    public Bracket epsilon(double delta) {
        double upper = above.epsilon(delta).upper();
        return Bracket.of(below.epsilon(delta).lower(), upper);
    }

    @Override
    public boolean isWithin(double epsilon, double logDelta) {
        return above.isWithin(epsilon, logDelta);
    }

    @Override
    public Pair pair(Side side) {
        return (side == Side.UPPER ? above : below).pair(side);
    }

    @Override
    public Pair tail(Side side, double depth) {
        return (side == Side.UPPER ? above : below).tail(side, depth);
    }
}
