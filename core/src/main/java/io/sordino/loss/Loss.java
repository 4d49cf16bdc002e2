package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * What is known of the privacy loss of one mechanism in one direction. Every form answers the one question: between which
 * numbers does the hockey-stick divergence of order e^epsilon lie?
 *
 * <p>The primitive answer is logarithmic, so that values below 1e-308 survive.
 */
public sealed interface Loss permits Profile, RenyiCurve, TradeOff {
    /** Encloses log delta(epsilon), for any real epsilon; minus infinity where delta is zero or nothing is known from below. */
    Bracket logDelta(double epsilon);

    /** Encloses delta(epsilon), for any real epsilon. */
    default Bracket delta(double epsilon) {
        Bracket log = logDelta(epsilon);
        return Bracket.of(Math.min(1, Down.exp(log.lower())), Math.min(1, Up.exp(log.upper())));
    }

    /** At least log delta at each of many rising epsilons. */
    default double[] logDeltasAbove(double[] epsilons) {
        double[] values = new double[epsilons.length];
        for (int i = 0; i < values.length; i++)
            values[i] = logDelta(epsilons[i]).upper();
        return values;
    }

    /** Encloses the least epsilon of at least 0 whose delta is at most the given one. */
    default Bracket epsilon(double delta) {
        return Inversion.epsilon(this::logDelta, delta);
    }

    /** Whether delta(epsilon) is surely at most e^logDelta; false also says that it was not worth finding out. */
    default boolean isWithin(double epsilon, double logDelta) {
        return logDelta(epsilon).upper() <= logDelta;
    }
}
