package io.sordino.ledger.rule;

import java.util.List;

/** A pair of laws with finitely many losses, in plain doubles: an oracle that shares no code with the library. */
record FinitePair(List<double[]> losses, double infinity) {
    /** Binary randomized response. */
    static FinitePair rr(double epsilon) {
        double top = 1 / (1 + Math.exp(-epsilon));
        return new FinitePair(List.of(new double[] {epsilon, top}, new double[] {-epsilon, 1 - top}), 0);
    }

    /** Gives itself away with probability delta, and says nothing else. */
    static FinitePair leak(double delta) {
        return new FinitePair(List.of(new double[] {0, 1 - delta}), delta);
    }

    interface Continuation {
        double at(double x);
    }

    /** H_x of this followed by what its output decides: sum of P(l) V(x e^-l), and all of the mass that Q does not have. */
    double then(double x, Continuation continuation) {
        double sum = infinity;
        for (double[] one : losses) sum += one[1] * continuation.at(x * Math.exp(-one[0]));
        return sum;
    }

    /** H_x. */
    double at(double x) {
        return then(x, rest -> Math.max(0, 1 - rest));
    }
}
