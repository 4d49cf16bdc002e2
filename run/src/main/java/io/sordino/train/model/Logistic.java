package io.sordino.train.model;

/** Logistic loss for labels 0 and 1: log(1 + e^-m) of the margin towards the label. */
public record Logistic() implements Loss {
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
        double margin = label == 1 ? margins[0] : -margins[0];
        return margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin;
    }

    @Override
    public void residual(double[] margins, double label, double[] into) {
        into[0] = probability(margins[0]) - label;
    }

    /** That the label is 1. */
    static double probability(double margin) {
        return 1 / (1 + Math.exp(-margin));
    }

    @Override
    public double steepest() {
        return 1;
    }

    @Override
    public double curvature() {
        return 0.25;
    }
}
