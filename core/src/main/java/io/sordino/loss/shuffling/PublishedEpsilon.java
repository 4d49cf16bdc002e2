package io.sordino.loss.shuffling;

import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;
import java.util.function.DoubleUnaryOperator;

/**
 * A published formula epsilon(delta) that holds for a range of delta. It bounds from above alone, and outside its range it says
 * nothing.
 */
public final class PublishedEpsilon implements Profile {
    private static final double WIDEN = 1e-12;
    private static final int STEPS = 60;

    private final DoubleUnaryOperator epsilonAtLog;
    private final double leastLog;
    private final double mostLog;

    /**
     * @param epsilonAtLog epsilon as a falling function of log delta
     * @param leastLog the least log delta for which it is stated
     * @param mostLog the largest one; beyond it the value there still holds
     */
    public PublishedEpsilon(DoubleUnaryOperator epsilonAtLog, double leastLog, double mostLog) {
        this.epsilonAtLog = epsilonAtLog;
        this.leastLog = leastLog;
        this.mostLog = mostLog;
    }

    private double at(double logDelta) {
        double value = epsilonAtLog.applyAsDouble(Math.min(logDelta, mostLog));
        return value * (1 + WIDEN) + Double.MIN_NORMAL;
    }

    @Override
    public Bracket epsilon(double delta) {
        double log = Math.log(delta);
        return Bracket.of(0, log > leastLog ? at(log) : Double.POSITIVE_INFINITY);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        Bracket nothing = Bracket.of(Double.NEGATIVE_INFINITY, 0);
        if (!(epsilon > 0 && at(0) <= epsilon)) return nothing;
        double holds = Math.min(0, mostLog);
        double fails = Math.nextUp(leastLog);
        if (at(fails) <= epsilon) return Bracket.of(Double.NEGATIVE_INFINITY, fails);
        for (int i = 0; i < STEPS; i++) {
            double middle = (holds + fails) / 2;
            if (at(middle) <= epsilon) holds = middle;
            else fails = middle;
        }
        return Bracket.of(Double.NEGATIVE_INFINITY, holds);
    }
}
