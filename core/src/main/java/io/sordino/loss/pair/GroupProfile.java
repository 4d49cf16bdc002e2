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
    /** Scales at which the bound is looked at, some at once. */
    private static final double NEAREST = 1e-9;

    private static final double LARGEST = 1e6;
    private static final double SCALE = 1.3;
    private static final int AT_ONCE = 12;

    public GroupProfile {
        if (!(size >= 1)) throw new IllegalArgumentException("size must be at least 1, was " + size);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        Loss one = epsilon >= 0 ? base : mirror;
        double above = above(one, new double[] {Math.abs(epsilon)})[0];
        return Bracket.of(Double.NEGATIVE_INFINITY, epsilon >= 0 ? above : reflected(epsilon, above));
    }

    /** At least log delta at a negative epsilon, from what the other direction has at its opposite. */
    private static double reflected(double epsilon, double mirrored) {
        return LogDelta.mirrored(epsilon, Bracket.of(Double.NEGATIVE_INFINITY, mirrored))
                .upper();
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
        double[] grid = new double[DOTS + 1];
        for (int i = 0; i <= DOTS; i++) grid[i] = reach * i / DOTS;
        double[] here = above(base, grid);
        double[] there = mirror.equals(base) ? here : above(mirror, grid);
        double[] epsilon = new double[2 * DOTS + 1];
        double[] height = new double[2 * DOTS + 1];
        for (int i = 0; i <= DOTS; i++) {
            epsilon[DOTS + i] = grid[i];
            epsilon[DOTS - i] = -grid[i];
            height[DOTS - i] = Math.min(1, Up.exp(reflected(-grid[i], there[i])));
            height[DOTS + i] = Math.min(1, Up.exp(here[i]));
        }
        return ConnectTheDots.connected(epsilon, height);
    }

    /** From about here on the bound is negligible, or as small as it gets: what lies beyond counts as infinite loss. */
    private double reach() {
        double best = NEAREST;
        double least = above(base, new double[1])[0];
        for (double first = NEAREST; first < LARGEST && least > LOG_TAIL; first *= Math.pow(SCALE, AT_ONCE)) {
            double[] scale = new double[AT_ONCE];
            for (int i = 0; i < AT_ONCE; i++) scale[i] = first * Math.pow(SCALE, i);
            double[] log = above(base, scale);
            for (int i = 0; i < AT_ONCE && least > LOG_TAIL; i++)
                if (log[i] < least) {
                    least = log[i];
                    best = scale[i];
                }
        }
        return best;
    }

    /** At least log delta of the group at each of many rising epsilons of at least 0, and at most 0. */
    private double[] above(Loss one, double[] epsilons) {
        double k = (double) size;
        double[] steps = new double[epsilons.length];
        // delta falls, so the smaller quotient is the safe one; the factor falls in it as well
        for (int i = 0; i < steps.length; i++) steps[i] = Down.div(epsilons[i], k);
        double[] values = one.logDeltasAbove(steps);
        for (int i = 0; i < values.length; i++) {
            double logFactor = steps[i] > 0 ? Up.sub(logExpm1Up(epsilons[i]), logExpm1Down(steps[i])) : Up.log(k);
            values[i] = Math.min(0, Up.add(logFactor, values[i]));
        }
        return values;
    }

    private static double logExpm1Up(double x) {
        return x > 40 ? x : Up.log(Up.expm1(x));
    }

    private static double logExpm1Down(double x) {
        return x > 40 ? Down.add(x, Down.log1p(-Up.exp(-x))) : Down.log(Down.expm1(x));
    }
}
