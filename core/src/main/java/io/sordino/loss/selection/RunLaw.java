package io.sordino.loss.selection;

import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * How often a mechanism is run whose best output is released: a Poisson number, or a negative binomial one truncated to at least 1.
 *
 * <p>With f for its generating function, f'(1 - w) is mean e^(-mean w) or mean (1 + c w)^(-1 - shape), where c = 1/gamma - 1 and gamma is the
 * probability of stopping in the usual form of the law: mean = c shape / (1 - (1+c)^-shape), and c / log(1+c) for shape 0.
 */
public final class RunLaw {
    /** How well c is known, relatively and absolutely, after the search. */
    private static final double DOUBT = 1e-11;

    /** Near a mean of 1 it is mean - 1 that counts: a mean is worked out to a few ulps, and c is off by twice as much over 1 + shape. */
    private static final double NEAR_ONE = 4e-15;

    private final double mean;
    private final double shape;
    private final double leastC;
    private final double mostC;

    private RunLaw(double mean, double shape, double leastC, double mostC) {
        this.mean = mean;
        this.shape = shape;
        this.leastC = leastC;
        this.mostC = mostC;
    }

    /** @param shape infinite for a Poisson law */
    public static RunLaw of(double mean, double shape) {
        if (!(mean > 0 && shape >= 0)) throw new IllegalArgumentException("no such law: " + mean + ", " + shape);
        if (shape == Double.POSITIVE_INFINITY || mean == 1) return new RunLaw(mean, shape, 0, 0);
        double low = 0;
        double high = 1;
        while (meanOf(high, shape) < mean) {
            low = high;
            high *= 2;
            if (high == Double.POSITIVE_INFINITY) throw new IllegalArgumentException("too many runs: " + mean);
        }
        for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
            double middle = low + (high - low) / 2;
            if (meanOf(middle, shape) < mean) low = middle;
            else high = middle;
        }
        double absolute = NEAR_ONE / (1 + shape);
        return new RunLaw(mean, shape, Math.max(0, low * (1 - DOUBT) - absolute), high * (1 + DOUBT) + absolute);
    }

    private static double meanOf(double c, double shape) {
        if (c == 0) return 1;
        double log = Math.log1p(c);
        return shape * log < 1e-8 ? c / (log * (1 - shape * log / 2)) : c * shape / -Math.expm1(-shape * log);
    }

    boolean isPoisson() {
        return shape == Double.POSITIVE_INFINITY;
    }

    double mean() {
        return mean;
    }

    double shape() {
        return shape;
    }

    /** At least log(1/gamma), which is log(1 + c). */
    double logStopsUp() {
        return Up.log1p(mostC);
    }

    /** At least the probability of no run at all. */
    double noneUp() {
        return isPoisson() ? Up.exp(-mean) : 0;
    }

    /** About the probability of no run at all. */
    double none() {
        return isPoisson() ? Math.exp(-mean) : 0;
    }

    /** At least log f'(1 - w) for a w of at least the given one. */
    double logSlopeUp(double w) {
        double most = Up.log(mean);
        if (isPoisson()) return Up.sub(most, Down.mul(mean, w));
        return Up.sub(most, Down.mul(Down.add(1, shape), Down.log1p(Down.mul(leastC, w))));
    }

    /** At most log f'(1 - w) for a w of at most the given one. */
    double logSlopeDown(double w) {
        double most = Down.log(mean);
        if (isPoisson()) return Down.sub(most, Up.mul(mean, w));
        return Down.sub(most, Up.mul(Up.add(1, shape), Up.log1p(Up.mul(mostC, w))));
    }

    /** At least the slope of log f'(1 - w) in w, anywhere. */
    double steepest() {
        return isPoisson() ? mean : (1 + shape) * mostC;
    }

    /** Over what range log f'(1 - w) falls as w goes from 0 to 1. */
    double range() {
        return isPoisson() ? mean : (1 + shape) * Math.log1p(mostC);
    }

    /** The w at which log f'(1 - w) has fallen by so much. */
    double fallen(double by) {
        if (isPoisson()) return by / mean;
        return mostC == 0 ? 1 : Math.expm1(by / (1 + shape)) / mostC;
    }

    /** About f(1 - w) - f(1 - w - p): the probability that the best run lies in a part of mass p with w above it. */
    double best(double w, double p) {
        if (isPoisson()) return Math.exp(-mean * w) * -Math.expm1(-mean * p);
        double c = 0.5 * (leastC + mostC);
        if (c == 0) return p;
        double ratio = Math.log1p(c * p / (1 + c * w));
        if (shape == 0) return ratio / Math.log1p(c);
        return Math.exp(-shape * Math.log1p(c * w)) * -Math.expm1(-shape * ratio) / -Math.expm1(-shape * Math.log1p(c));
    }
}
