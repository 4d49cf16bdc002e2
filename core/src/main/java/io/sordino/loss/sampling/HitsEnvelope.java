package io.sordino.loss.sampling;

import io.sordino.loss.HasPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.LogSpace;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Arrays;

/**
 * A bound on samples that hold a replaced record a random number of times. With eta the probability of a hit, x' = 1 + (x-1)/eta and
 * beta = x/x', it is eta times (1-beta) H of the law whose number of hits is hidden, against no hit, plus beta H of the law whose number is told,
 * both at x', for x of at least 1; reflected below.
 *
 * @param hidden the law given that there is a hit, against none
 * @param told at least as much as {@code hidden} at every order
 * @param any at least the probability of a hit
 * @param scale about the distance between two losses that need not be told apart, before sampling
 * @param deepest the logarithm of the smallest delta that compositions need
 */
public record HitsEnvelope(Pair hidden, Pair told, double any, double scale, double deepest, Workspace workspace)
        implements HasPair {
    /** Dots are so many to a scale near 0, and their distance grows so fast. */
    private static final double FINE = 0.01;

    private static final double GROWTH = 0.006;
    private static final int MOST_DOTS = 4000;

    /** All but the workspace, which is no part of the value. */
    private record Subject(Pair hidden, Pair told, double any, double scale, double deepest) {}

    public HitsEnvelope {
        if (!(any > 0 && any < 1)) throw new IllegalArgumentException("any must be in (0, 1), was " + any);
        if (!(scale > 0)) throw new IllegalArgumentException("scale must be above 0, was " + scale);
    }

    /*
     * log(x'/x) = log1p((1 - 1/x) (1 - eta) / eta): no power of e that overflows, and no difference of neighbours. What is bounded grows with
     * beta, because the told law is above the hidden one, and falls with x': both are rounded to that side.
     */
    private double above(double epsilon) {
        double gap = Math.log1p(-Math.expm1(-epsilon) * ((1 - any) / any));
        double rounding = 16 * Ulp.ONE * (1 + epsilon + gap);
        double inner = Math.max(0, epsilon + gap - rounding);
        double logTold = told.logDelta(inner).upper() - gap;
        double logHidden =
                gap > 0 ? hidden.logDelta(inner).upper() + LogSpace.log1mExp(-gap) : Double.NEGATIVE_INFINITY;
        if (logTold == Double.NEGATIVE_INFINITY && logHidden == Double.NEGATIVE_INFINITY) return logTold;
        double log = Math.log(any) + LogSpace.logAdd(logHidden, logTold);
        return Math.min(0, log + 2 * rounding + 8 * Ulp.ONE * Math.abs(log));
    }

    @Override
    public Bracket logDelta(double epsilon) {
        Bracket right = Bracket.of(Double.NEGATIVE_INFINITY, above(Math.abs(epsilon)));
        return epsilon >= 0 ? right : LogDelta.mirrored(epsilon, right);
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("hits are bounded from above only");
        return workspace.notes(new Subject(hidden, told, any, scale, deepest), Dots.class, this::dots).pair;
    }

    private record Dots(Pair pair) {}

    /** Equally far apart in the loss before sampling near 0, and further where losses are rare. */
    private Dots dots() {
        double[] epsilon = new double[MOST_DOTS];
        double[] height = new double[MOST_DOTS];
        int n = 0;
        double inner = 0;
        double least = 1;
        while (n < MOST_DOTS && (n == 0 || Math.log(least) > deepest)) {
            Patience.check();
            epsilon[n] = sampled(inner);
            least = Math.min(least, Up.exp(above(epsilon[n])));
            height[n++] = least;
            inner += FINE * scale + GROWTH * inner;
        }
        return new Dots(ConnectTheDots.symmetric(Arrays.copyOf(epsilon, n), Arrays.copyOf(height, n)));
    }

    /** The loss after sampling of a loss before. */
    private double sampled(double inner) {
        return inner < 1 ? Math.log1p(any * Math.expm1(inner)) : inner + Math.log(any + (1 - any) * Math.exp(-inner));
    }
}
