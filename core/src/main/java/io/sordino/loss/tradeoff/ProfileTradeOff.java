package io.sordino.loss.tradeoff;

import io.sordino.loss.Loss;
import io.sordino.loss.TradeOff;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * The trade-off of a loss that is known by its profile: beta(alpha) = sup over every real eps of 1 - delta(eps) - e^eps alpha.
 *
 * <p>Any eps proves a lower end for beta from an upper end for delta; the upper end uses that the expression is concave in e^eps.
 * Where the profile has no lower end, beta is only known to be at most 1 - alpha.
 */
record ProfileTradeOff(Loss profile) implements TradeOff {
    private static final double LOWEST = -40;
    private static final double HIGHEST = 60;

    @Override
    public Bracket logDelta(double epsilon) {
        return profile.logDelta(epsilon);
    }

    @Override
    public Bracket epsilon(double delta) {
        return profile.epsilon(delta);
    }

    @Override
    public Bracket typeTwo(double alpha) {
        if (!(alpha >= 0 && alpha <= 1)) throw new IllegalArgumentException("alpha must be in [0, 1], was " + alpha);
        double most = Up.sub(1, alpha);
        // beyond log(1/alpha) the expression is negative
        double highest = alpha > 0 ? Math.min(HIGHEST, 1 - Math.log(alpha)) : HIGHEST;
        Bracket top = ConcaveMaximum.top(epsilon -> height(epsilon, alpha), Math::exp, LOWEST, highest, most);
        // no rate is below 0
        return Bracket.of(Math.max(0, top.lower()), Math.max(0, top.upper()));
    }

    private Bracket height(double epsilon, double alpha) {
        Bracket delta = profile.delta(epsilon);
        double lower = Down.sub(Down.sub(1, delta.upper()), Up.mul(Up.exp(epsilon), alpha));
        double upper = Up.sub(Up.sub(1, delta.lower()), Down.mul(Down.exp(epsilon), alpha));
        return Bracket.of(lower, upper);
    }
}
