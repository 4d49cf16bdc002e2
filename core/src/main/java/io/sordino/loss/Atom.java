package io.sordino.loss;

/** P-mass sitting on one value of the privacy loss. */
public record Atom(double loss, double mass) {
    public Atom {
        if (!(loss > Double.NEGATIVE_INFINITY && loss < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("loss must be finite, was " + loss);
        if (!(mass >= 0 && mass <= 1.0000001))
            throw new IllegalArgumentException("mass must be in [0, 1], was " + mass);
    }
}
