package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;

/** One Renyi divergence, at most {@code divergence} at {@code order}; those of smaller orders are no larger. */
public record OneOrderCurve(double order, double divergence) implements RenyiCurve {
    public OneOrderCurve {
        if (!(order > 1)) throw new IllegalArgumentException("order must be above 1, was " + order);
        if (!(divergence >= 0)) throw new IllegalArgumentException("divergence must be at least 0, was " + divergence);
    }

    @Override
    public double at(double alpha) {
        return alpha <= order ? divergence : Double.POSITIVE_INFINITY;
    }

    @Override
    public double largestOrder() {
        return order;
    }
}
