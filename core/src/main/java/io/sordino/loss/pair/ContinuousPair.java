package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import java.util.List;

/** A pair without atoms, whose losses have neither a least nor a largest one. */
public interface ContinuousPair extends Pair {
    @Override
    default List<Atom> atoms() {
        return List.of();
    }

    @Override
    default boolean continuous() {
        return true;
    }

    @Override
    default Bracket infinity() {
        return Bracket.exactly(0);
    }

    @Override
    default double lossMin() {
        return Double.NEGATIVE_INFINITY;
    }

    @Override
    default double lossMax() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    default double anchor() {
        return 0;
    }
}
