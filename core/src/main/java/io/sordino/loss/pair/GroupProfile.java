package io.sordino.loss.pair;

import io.sordino.loss.HasPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * An upper bound on the profile seen by {@code size} records together, from the profile seen by one:
 * delta_k(eps) <= (e^eps - 1) / (e^(eps/k) - 1) delta(eps/k). Below eps = 0 it is what the other
 * direction, {@code mirror}, has above it: H_x(P||Q) = 1 - x + x H_(1/x)(Q||P). So it holds at every order, and the lower convex
 * hull of a few of its values is the profile of a pair that dominates.
 *
 * @param mirror the profile that one record sees with the roles of the two neighbours swapped
 */
public record GroupProfile(long size, Loss base, Loss mirror) implements HasPair {
    private static final int DOTS = 256;
    private static final double LOG_TAIL = -70;
    private static final double LARGEST = 1e6;

    public GroupProfile {
        if (!(size >= 1)) throw new IllegalArgumentException("size must be at least 1, was " + size);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= 0) return Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, above(base, epsilon)));
        double mirrored = Math.min(0, above(mirror, -epsilon));
        Bracket below = LogDelta.mirrored(epsilon, Bracket.of(Double.NEGATIVE_INFINITY, mirrored));
        return Bracket.of(Double.NEGATIVE_INFINITY, below.upper());
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("a group's profile is known from above only");
        // many questions are cheaper to a pair, and a pair that dominates the base bounds the group as well
        Loss here = quick(base);
        return new GroupProfile(size, here, mirror.equals(base) ? here : quick(mirror)).connected();
    }

    @Override
    public boolean lastResort() {
        return true;
    }

    private static Loss quick(Loss loss) {
        return loss instanceof HasPair made ? made.pair(Side.UPPER) : loss;
    }

    private Pair connected() {
        double reach = reach();
        double[] epsilon = new double[2 * DOTS + 1];
        double[] height = new double[2 * DOTS + 1];
        for (int i = -DOTS; i <= DOTS; i++) {
            double at = reach * i / DOTS;
            epsilon[DOTS + i] = at;
            height[DOTS + i] = Math.min(1, Up.exp(logDelta(at).upper()));
        }
        return ConnectTheDots.connected(epsilon, height);
    }

    /** From about here on the bound is negligible, or as small as it gets: what lies beyond counts as infinite loss. */
    private double reach() {
        double reach = 1e-9;
        double best = reach;
        double least = logDelta(0).upper();
        for (; reach < LARGEST && least > LOG_TAIL; reach *= 1.3) {
            double log = logDelta(reach).upper();
            if (log < least) {
                least = log;
                best = reach;
            }
        }
        return best;
    }

    private double above(Loss one, double epsilon) {
        double k = (double) size;
        // delta falls, so the smaller quotient is the safe one; the factor falls in it as well
        double step = Down.div(epsilon, k);
        double logFactor = step > 0 ? Up.sub(logExpm1Up(epsilon), logExpm1Down(step)) : Up.log(k);
        return Up.add(logFactor, one.logDelta(step).upper());
    }

    private static double logExpm1Up(double x) {
        return x > 40 ? x : Up.log(Up.expm1(x));
    }

    private static double logExpm1Down(double x) {
        return x > 40 ? Down.add(x, Down.log1p(-Up.exp(-x))) : Down.log(Down.expm1(x));
    }
}
