package io.sordino.loss;

/**
 * P-mass sitting on one value of the privacy loss.
 *
 * @param rest what the double {@code loss} leaves out of the true loss, where that is known; below an ulp of it
 */
public record Atom(double loss, double mass, double rest) {
    /** Above it e^-loss does not overflow. */
    private static final double LEAST_LOSS = -600;

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

    /** The mass under Q, to a few ulps but for underflow; a bound from above may have more of it than there is, which is cut. */
    public double qMass() {
        return Math.min(1, qMass(loss, mass));
    }

    /** The Q-mass of P-mass at a loss, {@code mass * e^-loss}, also where that power of e is no double. */
    public static double qMass(double loss, double mass) {
        if (mass == 0 || loss > LEAST_LOSS) return mass * Math.exp(-Math.max(loss, LEAST_LOSS));
        double root = Math.exp(-0.5 * loss);
        return mass * root * root;
    }
}
