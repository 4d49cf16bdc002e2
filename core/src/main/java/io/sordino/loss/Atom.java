package io.sordino.loss;

/**
 * P-mass sitting on one value of the privacy loss.
 *
 * @param rest what the double {@code loss} leaves out of the true loss, where that is known; below an ulp of it
 */
public record Atom(double loss, double mass, double rest) {
    public Atom {
        if (!(loss > Double.NEGATIVE_INFINITY && loss < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("loss must be finite, was " + loss);
        if (!(mass >= 0 && mass <= 1.0000001))
            throw new IllegalArgumentException("mass must be in [0, 1], was " + mass);
        if (!(Math.abs(rest) <= Math.ulp(loss)))
            throw new IllegalArgumentException("rest must be below an ulp of the loss, was " + rest);
        // -0.0 becomes 0.0, so that atoms that mean the same are equal
        loss += 0.0;
        rest += 0.0;
    }

    public Atom(double loss, double mass) {
        this(loss, mass, 0);
    }
}
