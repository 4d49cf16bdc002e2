package io.sordino.train.model;

import io.sordino.refusal.InvalidException;

/**
 * Half the squared error up to {@code threshold}, linear beyond it, for linear and ridge regression. An infinite threshold is plain least
 * squares, whose gradients have no bound but clipping.
 */
public record Huber(double threshold) implements Loss {
    public Huber {
        if (!(threshold > 0)) throw new InvalidException("threshold must be above 0, was " + threshold);
    }

    @Override
    public int outputs() {
        return 1;
    }

    @Override
    public boolean knows(double label) {
        return Double.isFinite(label);
    }

    @Override
    public double value(double[] margins, double label) {
        double error = Math.abs(margins[0] - label);
        return error <= threshold ? error * error / 2 : threshold * (error - threshold / 2);
    }

    @Override
    public void residual(double[] margins, double label, double[] into) {
        into[0] = Math.max(-threshold, Math.min(threshold, margins[0] - label));
    }

    @Override
    public double steepest() {
        return threshold;
    }

    @Override
    public double curvature() {
        return 1;
    }
}
