package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * The Renyi curve of Laplace noise with shift over scale theta:
 * e^((alpha-1) r) = (alpha e^((alpha-1) theta) + (alpha-1) e^(-alpha theta)) / (2 alpha - 1).
 */
record LaplaceCurve(double theta) implements RenyiCurve {
    public LaplaceCurve {
        if (!(theta >= 0)) throw new IllegalArgumentException("theta must be at least 0, was " + theta);
    }

    @Override
    public double at(double alpha) {
        if (alpha == Double.POSITIVE_INFINITY || theta == 0) return theta;
        double m = Down.sub(alpha, 1);
        double exponent = Up.mul(Up.sub(alpha, 1), theta);
        double log;
        if (exponent < 40) {
            // the moment less 1 is (alpha (e^((alpha-1) theta) - 1) - (alpha-1) (1 - e^(-alpha theta))) / (2 alpha - 1)
            double gain = Up.mul(alpha, Up.expm1(exponent));
            double loss = Down.mul(m, -Up.expm1(-Down.mul(alpha, theta)));
            log = Up.log1p(Up.div(Up.sub(gain, loss), Down.sub(Down.mul(2, alpha), 1)));
        } else {
            // the second summand is below e^-40 of the first
            double share = Up.div(alpha, Down.sub(Down.mul(2, alpha), 1));
            log = Up.add(Up.add(exponent, Up.log(share)), 1e-16);
        }
        return Math.min(new PureCurve(theta).at(alpha), Up.div(log, m));
    }

    @Override
    public double largestOrder() {
        return Double.POSITIVE_INFINITY;
    }
}
