package io.sordino.train.model;

import io.sordino.refusal.InvalidException;

/** Cross-entropy of a softmax over {@code classes} margins, for labels 0, 1, ..., classes - 1. */
public record Softmax(int classes) implements Loss {
    public Softmax {
        if (!(classes >= 2 && classes <= 10_000))
            throw new InvalidException("classes must be in [2, 10000], was " + classes);
    }

    @Override
    public int outputs() {
        return classes;
    }

    @Override
    public boolean knows(double label) {
        return label >= 0 && label < classes && label == Math.rint(label);
    }

    @Override
    public double value(double[] margins, double label) {
        double most = most(margins);
        double sum = 0;
        for (double margin : margins) sum += Math.exp(margin - most);
        return Math.log(sum) + most - margins[(int) label];
    }

    @Override
    public void residual(double[] margins, double label, double[] into) {
        double most = most(margins);
        double sum = 0;
        for (int k = 0; k < classes; k++) {
            into[k] = Math.exp(margins[k] - most);
            sum += into[k];
        }
        for (int k = 0; k < classes; k++) into[k] /= sum;
        into[(int) label] -= 1;
    }

    private static double most(double[] margins) {
        double most = margins[0];
        for (double margin : margins) most = Math.max(most, margin);
        return most;
    }

    /** The square root of 2, rounded up: a probability vector less a corner of the simplex. */
    @Override
    public double steepest() {
        return Math.nextUp(Math.sqrt(2));
    }

    /** diag(p) - p p^T has eigenvalues of at most 1/2. */
    @Override
    public double curvature() {
        return 0.5;
    }
}
