package io.sordino.loss;

import io.sordino.numeric.Bracket;
import java.util.List;

/**
 * An upper bound on the Renyi divergence of every order in a range; the curve of a sum of losses is the sum of the curves.
 *
 * <p>It bounds delta and epsilon from above only, by {@link RenyiConversion}.
 */
public non-sealed interface RenyiCurve extends Loss {
    /** At least the Renyi divergence of order alpha in (1, {@link #largestOrder()}]; infinity where nothing is known. */
    double at(double alpha);

    /** The largest order at which something is known; may be infinite. */
    double largestOrder();

    /** About {@link #at}, for searches that evaluate many orders; no bound ever depends on it. */
    default double near(double alpha) {
        return at(alpha);
    }

    /** Whether it is worked out at whole orders and is a chord between some of them: a search then looks at whole orders too. */
    default boolean hasChords() {
        return false;
    }

    /** Orders at which it is known, where it is a chord between all others: a search then looks at each of them. */
    default List<Double> corners() {
        return List.of();
    }

    @Override
    default Bracket logDelta(double epsilon) {
        return Bracket.of(Double.NEGATIVE_INFINITY, RenyiConversion.logDelta(this, epsilon));
    }

    @Override
    default double[] logDeltasAbove(double[] epsilons) {
        return RenyiConversion.logDeltas(this, epsilons);
    }

    @Override
    default Bracket epsilon(double delta) {
        return Bracket.atMost(RenyiConversion.epsilon(this, delta));
    }
}
