package io.sordino.loss.tradeoff;

import io.sordino.loss.TradeOff;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Up;

/** The trade-off of Gaussian differential privacy, G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu). */
record GaussianTradeOff(double mu) implements TradeOff {
    public GaussianTradeOff {
        if (!(mu >= 0)) throw new IllegalArgumentException("mu must be at least 0, was " + mu);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        return new GaussianPair(mu).logDelta(epsilon);
    }

    @Override
    public Bracket typeTwo(double alpha) {
        if (!(alpha >= 0 && alpha <= 1)) throw new IllegalArgumentException("alpha must be in [0, 1], was " + alpha);
        if (alpha == 0) return Bracket.exactly(1);
        if (alpha == 1) return Bracket.exactly(0);
        double guess = -Normal.quantile(alpha);
        double low = guess;
        double high = guess;
        // the quantile is not certified, its tail is: step out until the tails enclose alpha
        for (double step = 1e-15 * (1 + Math.abs(guess)); Normal.down(Normal.sf(low)) < alpha; step *= 2) low -= step;
        for (double step = 1e-15 * (1 + Math.abs(guess)); Normal.up(Normal.sf(high)) > alpha; step *= 2) high += step;
        return Bracket.of(Normal.down(Normal.cdf(Down.sub(low, mu))), Normal.up(Normal.cdf(Up.sub(high, mu))));
    }
}
