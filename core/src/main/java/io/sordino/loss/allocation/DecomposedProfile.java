package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;

/**
 * From the profile of t Poisson-sampled steps at rate 1/t to a bound on one step in t, for epsilon of at least 0: with
 * lambda = 1 - (1 - 1/t)^t, delta(eps) is at most delta'(log(1 + lambda (e^eps - 1))) / lambda for a removed record, and
 * delta'(-log(1 - lambda (1 - e^-eps))) (lambda + e^eps (1 - lambda)) / lambda for an added one.
 */
public record DecomposedProfile(Profile sampled, long steps, Change change) implements Profile {
    @Override
    public Bracket logDelta(double epsilon) {
        if (!(epsilon >= 0)) return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        double lambda = -Math.expm1(steps * Math.log1p(-1.0 / steps));
        double at = change == Change.ADDED
                ? -Math.log1p(-lambda * -Math.expm1(-epsilon))
                : Math.log1p(lambda * Math.expm1(Math.min(700, epsilon)));
        double log = change == Change.ADDED ? logOdds((1 - lambda) / lambda, epsilon) : -Math.log(lambda);
        double upper = sampled.logDelta(Math.max(0, at * (1 - 1e-13))).upper() + log;
        return Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, LogDelta.above(upper, 1e-12)));
    }

    /** log(1 + odds e^epsilon). */
    private static double logOdds(double odds, double epsilon) {
        return epsilon < 700 ? Math.log1p(odds * Math.exp(epsilon)) : epsilon + Math.log(odds);
    }
}
