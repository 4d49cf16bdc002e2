package io.sordino.train.model;

import io.sordino.refusal.InvalidException;

/**
 * The hinge of a support vector machine with its corner rounded off over {@code width}, for labels 0 and 1: with z = 1 - margin towards the
 * label, 0 below 0, z^2 / (2 width) up to width, z - width / 2 beyond.
 */
public record SmoothedHinge(double width) implements Loss {
    public SmoothedHinge {
        if (!(width > 0 && width < Double.POSITIVE_INFINITY))
            throw new InvalidException("width must be above 0 and finite, was " + width);
    }

    @Override
    public int outputs() {
        return 1;
    }

    @Override
    public boolean knows(double label) {
        return label == 0 || label == 1;
    }

    @Override
    public double value(double[] margins, double label) {
        double z = 1 - sign(label) * margins[0];
        return z <= 0 ? 0 : z < width ? z * z / (2 * width) : z - width / 2;
    }

    @Override
    public void residual(double[] margins, double label, double[] into) {
        double z = 1 - sign(label) * margins[0];
        into[0] = -sign(label) * Math.max(0, Math.min(1, z / width));
    }

    private static double sign(double label) {
        return label == 1 ? 1 : -1;
    }

    @Override
    public double steepest() {
        return 1;
    }

    @Override
    public double curvature() {
        return Math.nextUp(1 / width);
    }
}
