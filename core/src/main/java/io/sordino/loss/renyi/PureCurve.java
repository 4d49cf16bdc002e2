package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * The Renyi curve of every epsilon-private mechanism, attained by binary randomized response:
 * e^((alpha-1) r) = cosh((alpha - 1/2) epsilon) / cosh(epsilon / 2).
 */
public record PureCurve(double epsilon) implements RenyiCurve {
    public PureCurve {
        if (!(epsilon >= 0)) throw new IllegalArgumentException("epsilon must be at least 0, was " + epsilon);
    }

    /*
     * The moment less 1 is 2 sinh(alpha eps/2) sinh((alpha-1) eps/2) / cosh(eps/2), a product of positive numbers. Where it is
     * large, its logarithm is (alpha-1) eps + log((1 + e^(-(2 alpha - 1) eps)) / (1 + e^-eps)).
     */
    @Override
    public double at(double alpha) {
        if (epsilon == 0) return 0;
        double bound = Math.min(epsilon, Up.mul(Up.mul(alpha, Up.mul(epsilon, epsilon)), 0.5));
        if (alpha == Double.POSITIVE_INFINITY) return epsilon;
        double m = Down.sub(alpha, 1);
        double exponent = Up.mul(Up.sub(alpha, 1), epsilon);
        double log;
        if (Up.mul(alpha, epsilon) < 40) {
            double first = Up.expm1(Up.mul(alpha, epsilon));
            double second = -Down.expm1(-exponent);
            // the halves leave the factor e^(-alpha eps/2 + (alpha-1) eps/2 - eps/2) = e^-eps
            double ratio = Up.div(Up.mul(first, second), Down.add(1, Down.exp(-epsilon)));
            log = Up.log1p(Up.mul(ratio, Up.exp(-epsilon)));
        } else {
            double tail = Up.log1p(Up.exp(-Down.mul(Down.sub(Down.mul(2, alpha), 1), epsilon)));
            log = Up.sub(Up.add(exponent, tail), Down.log1p(Down.exp(-epsilon)));
        }
        return Math.min(bound, Up.div(log, m));
    }

    @Override
    public double largestOrder() {
        return Double.POSITIVE_INFINITY;
    }
}
