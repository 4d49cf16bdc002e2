package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.loss.sampling.PoissonProfile;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem.Holds;
import java.util.List;

/** What is known of a base, on a Poisson sample. */
final class Sampled {
    private Sampled() {}

    /**
     * One pair that serves both sides where the base allows it, else one for each; none of a Renyi curve.
     *
     * @param reach what the result is said for, at most that of the base
     */
    static List<Holds> of(double rate, Change change, Known base, Reach reach) {
        List<Known> from = List.of(base);
        if (base.loss() instanceof HasPair profile)
            return List.of(new Holds(new PoissonProfile(rate, change, profile), reach, from));
        if (!(base.loss() instanceof Pair pair)) return List.of();
        return switch (reach) {
            case ABOVE -> List.of(new Holds(new PoissonPair(rate, change, pair, Side.UPPER), reach, from));
            case BELOW -> List.of(new Holds(new PoissonPair(rate, change, pair, Side.LOWER), reach, from));
            case EXACT -> {
                PoissonPair above = new PoissonPair(rate, change, pair, Side.UPPER);
                PoissonPair below = new PoissonPair(rate, change, pair, Side.LOWER);
                yield above.equals(below)
                        ? List.of(new Holds(above, reach, from))
                        : List.of(new Holds(above, Reach.ABOVE, from), new Holds(below, Reach.BELOW, from));
            }
        };
    }
}
