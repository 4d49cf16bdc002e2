package io.sordino.train;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.train.model.Model;

/** Weights with the plan of the very run that they came from; nobody outside this package can put the two together. */
public final class Trained {
    private final Training variant;
    private final Mechanism plan;
    private final double[] weights;

    Trained(Training variant, Mechanism plan, double[] weights) {
        this.variant = variant;
        this.plan = plan;
        this.weights = weights.clone();
    }

    /** What the weights are weights of. */
    public Model model() {
        return variant.model();
    }

    /** How they were found. */
    public Training variant() {
        return variant;
    }

    /** What was run, for the accountant. */
    public Mechanism plan() {
        return plan;
    }

    /** What neighbours are, for the plan. */
    public Relation relation() {
        return variant.relation();
    }

    /** How far the run as computed can be from the plan's: {@link Training#rounding()}. */
    public double rounding() {
        return variant.rounding();
    }

    /** A copy of the weights: for each output those of the features, then the intercept if there is one. */
    public double[] weights() {
        return weights.clone();
    }
}
