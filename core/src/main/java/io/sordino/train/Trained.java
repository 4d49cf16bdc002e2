package io.sordino.train;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;

/** Weights with the plan of the very run that they came from; nobody outside this package can put the two together. */
public final class Trained {
    private final Variant variant;
    private final Mechanism plan;
    private final double[] weights;

    Trained(Variant variant, Mechanism plan, double[] weights) {
        this.variant = variant;
        this.plan = plan;
        this.weights = weights.clone();
    }

    public Model model() {
        return variant.model();
    }

    public Variant variant() {
        return variant;
    }

    public Mechanism plan() {
        return plan;
    }

    public Relation relation() {
        return variant.relation();
    }

    public double rounding() {
        return variant.rounding();
    }

    public double[] weights() {
        return weights.clone();
    }
}
