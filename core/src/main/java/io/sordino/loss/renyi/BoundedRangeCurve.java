package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * The Renyi curve of a {@link LaplacePair} without mass at infinity. With s its span, m = alpha - 1 and u = e^(-(2m+1) s),
 * e^(m r) = e^(m s) (top (1 + u) + middle / (1 - e^-s) (1 - u) / (2m + 1)).
 */
record BoundedRangeCurve(double span, double top, double middle) implements RenyiCurve {
    private static final double MASS_ERROR = 32 * Ulp.ONE;

    static RenyiCurve of(LaplacePair pair) {
        double span = Math.nextUp(pair.span().high());
        boolean noise = pair.top() == 0.5
                && pair.middle() == -0.5 * Math.expm1(-pair.span().high());
        return noise ? new LaplaceCurve(span) : new BoundedRangeCurve(span, pair.top(), pair.middle());
    }

    @Override
    public double at(double alpha) {
        if (alpha == Double.POSITIVE_INFINITY) return span;
        double m = Up.sub(alpha, 1);
        double order = 2 * m + 1;
        double u = Math.exp(-order * span);
        double ends = top * (1 + u);
        double between = middle / -Math.expm1(-span) * -Math.expm1(-order * span) / order;
        double log = Up.add(Up.mul(m, span), Up.add(Up.log(ends + between), MASS_ERROR));
        return Math.max(0, Math.min(span, Up.div(log, Down.sub(alpha, 1))));
    }

    @Override
    public double largestOrder() {
        return Double.POSITIVE_INFINITY;
    }
}
