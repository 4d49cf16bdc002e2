package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** The profile of a loss that is known by its trade-off: delta(eps) = sup over alpha of 1 - beta(alpha) - e^eps alpha. */
public record TradeOffProfile(TradeOff tradeOff) implements Profile {
    /** Type I errors are asked for as e^t, so that small ones are seen. */
    private static final double SMALLEST = -700;

    @Override
    public Bracket logDelta(double epsilon) {
        double x = Math.exp(epsilon);
        if (x == Double.POSITIVE_INFINITY) return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        Bracket top = Concave.top(t -> height(epsilon, Math.exp(t)), Math::exp, SMALLEST, 0, 1);
        return Bracket.of(
                Down.log(Math.max(0, top.lower())), Math.min(0, Up.log(Math.max(Double.MIN_VALUE, top.upper()))));
    }

    private Bracket height(double epsilon, double alpha) {
        Bracket beta = tradeOff.typeTwo(Math.min(1, alpha));
        double lower = Down.sub(Down.sub(1, beta.upper()), Up.mul(Up.exp(epsilon), alpha));
        double upper = Up.sub(Up.sub(1, beta.lower()), Down.mul(Down.exp(epsilon), alpha));
        return Bracket.of(lower, upper);
    }
}
