package io.sordino.train.model;

import java.io.Serializable;

/**
 * How wrong a prediction is: a convex function of the margins, which are linear in the features. The gradient of a record is its residual, the
 * derivative in the margins, times its features.
 */
public sealed interface Loss extends Serializable permits Huber, Logistic, Softmax, SmoothedHinge {
    /** How many margins a record has. */
    int outputs();

    /** Whether a label is one that the loss knows. */
    boolean knows(double label);

    /** How wrong the margins are for this label. */
    double value(double[] margins, double label);

    /** The derivative of {@link #value} in each margin. */
    void residual(double[] margins, double label, double[] into);

    /** The largest norm that a residual can have; infinite if there is none. */
    double steepest();

    /** The largest eigenvalue of the second derivative in the margins. */
    double curvature();
}
