package io.sordino.loss.composition;

import io.sordino.loss.lattice.DeltaCurve;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** Two ends of one curve, made for one tilt. */
record Curves(Above above, DeltaCurve lower) {
    /** A curve, and the mass that its law counts as infinite loss. */
    record Above(DeltaCurve curve, double beyond) {
        double logDelta(double epsilon, Bracket infinity) {
            double log = curve.logDelta(epsilon);
            double extra = Up.add(infinity.upper(), beyond);
            return extra > 0 ? Math.min(0, Up.log(Up.add(Up.exp(log), extra))) : log;
        }
    }

    double points() {
        return above.curve().points() + (double) lower.points();
    }

    /** @param infinity mass of losses that are infinite */
    Bracket logDelta(double epsilon, Bracket infinity) {
        double logUp = above.logDelta(epsilon, infinity);
        double logLow = lower.logDelta(epsilon);
        if (infinity.lower() > 0) logLow = Down.log(Down.add(Down.exp(logLow), infinity.lower()));
        // pairs that only dominate may hold a little more than all mass, and no delta is above 1
        return Bracket.of(Math.min(0, logLow), logUp);
    }
}
