package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.LogSpace;
import io.sordino.numeric.Up;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Rounds of one step in t as sampled steps. Given what was released so far, the next step holds the record with a chance that is
 * at most x/t unless something rare happened, so for every x of at least 1 delta(eps) is at most that of steps sampled at rate
 * x/t, plus the chance of what is rare. Every x gives a bound; here one is looked for.
 */
public final class PoissonReductionProfile implements Profile {
    private static final int MOST_LOOKS = 3;
    private static final double FIRST = 0.02;
    private static final double TOLERANCE = 2e-3;

    private final long steps;
    private final long rounds;
    private final Change change;
    private final DoubleUnaryOperator logRare;
    private final DoubleFunction<Profile> sampled;

    /**
     * @param steps t
     * @param logRare for x, the log of a bound on the chance that without the record some step of a round would be taken to hold
     *     it with a chance above x/t; falls in x
     * @param sampled the profile of all steps of all rounds, sampled at a given rate
     */
    public PoissonReductionProfile(
            long steps, long rounds, Change change, DoubleUnaryOperator logRare, DoubleFunction<Profile> sampled) {
        if (!(steps >= 2 && rounds >= 1))
            throw new IllegalArgumentException(
                    "steps must be at least 2 and rounds at least 1, were " + steps + " and " + rounds);
        this.steps = steps;
        this.rounds = rounds;
        this.change = change;
        this.logRare = logRare;
        this.sampled = sampled;
    }

    /** Any of the rounds; under the law with the record what is rare is rarer by a factor of x, since the ratio is 1/x there. */
    private double logLost(double x) {
        double log = logRare.applyAsDouble(x) + Up.log((double) rounds) - (change == Change.ADDED ? 0 : Down.log(x));
        return Math.min(0, LogDelta.above(log, 1e-12));
    }

    private Profile at(double x) {
        return sampled.apply(Math.min(1, Math.nextUp(Math.nextUp(x / steps))));
    }

    /** About the least x with which no more than e^target is lost, or NaN if there is none. */
    private double factor(double target) {
        double most = Math.log((double) steps);
        double low = 0;
        double high = Math.min(most, FIRST);
        // from below, since a curve is cheap to read where delta is not minute
        while (!(logLost(Math.exp(high)) <= target)) {
            if (high >= most) return Double.NaN;
            low = high;
            high = Math.min(most, 2 * high);
        }
        while (high - low > TOLERANCE * high) {
            double middle = low > 0 ? (low + high) / 2 : high / 8;
            if (logLost(Math.exp(middle)) <= target) high = middle;
            else low = middle;
            if (high < 1e-9) break;
        }
        return Math.exp(high);
    }

    /** Half of delta for what is rare. */
    @Override
    public Bracket epsilon(double delta) {
        double x = delta > 0 ? factor(Down.log(delta / 2)) : Double.NaN;
        if (!(x >= 1)) return Bracket.atMost(Double.POSITIVE_INFINITY);
        double left = Down.sub(delta, Up.exp(logLost(x)));
        if (!(left > 0)) return Bracket.atMost(Double.POSITIVE_INFINITY);
        return Bracket.atMost(at(x).epsilon(left).upper());
    }

    /** From one x to the one that loses about as much as was left, and so on. */
    @Override
    public Bracket logDelta(double epsilon) {
        double best = 0;
        double x = Math.min((double) steps, 1.5);
        for (int look = 0; look < MOST_LOOKS && x >= 1; look++) {
            double left = at(x).logDelta(epsilon).upper();
            double sum = LogSpace.logAdd(left, logLost(x));
            best = Math.min(best, LogDelta.above(sum, 1e-12));
            x = factor(left - 1);
        }
        return Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, best));
    }
}
