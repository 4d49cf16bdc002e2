package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.HashMap;
import java.util.Map;

/** A Renyi curve that is worked out at whole orders: (alpha - 1) times the divergence is convex, so in between its chord bounds it. */
public abstract class WholeOrderCurve implements RenyiCurve {
    private final int largest;
    private final Map<Integer, Double> moments = new HashMap<>();

    protected WholeOrderCurve(int largest) {
        if (!(largest >= 2)) throw new IllegalArgumentException("the base must be known at order 2, was " + largest);
        this.largest = largest;
    }

    /** At least log E_Q[(dP/dQ)^order], for an order of at least 2. */
    protected abstract double moment(int order);

    /** At least log E_Q[(dP/dQ)^order]. */
    final double logMoment(int order) {
        return order <= 1 ? 0 : moments.computeIfAbsent(order, this::moment);
    }

    @Override
    public final double largestOrder() {
        return largest;
    }

    @Override
    public final boolean hasChords() {
        return true;
    }

    @Override
    public final double at(double alpha) {
        if (!(alpha <= largest)) return Double.POSITIVE_INFINITY;
        int low = (int) Math.floor(alpha);
        double share = alpha - low;
        double log = (1 - share) * logMoment(low) + (share > 0 ? share * logMoment(low + 1) : 0);
        return Up.div(log * (1 + 8 * Ulp.ONE), alpha - 1);
    }
}
