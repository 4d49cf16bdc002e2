package io.sordino.loss;

import io.sordino.numeric.Bracket;

/** A sampled mechanism whose base is known by its profile, and by a pair on either side only when it is composed further. */
public record PoissonProfile(double rate, boolean adding, Pairable base) implements Pairable {
    @Override
    public Bracket logDelta(double epsilon) {
        return PoissonPair.logDelta(rate, adding, base, epsilon);
    }

    @Override
    public Pair pair(Side side) {
        return new PoissonPair(rate, adding, base.pair(side), side);
    }
}
