package io.sordino.loss.sampling;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.WholeOrderCurve;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Renyi curve of a mechanism on a Poisson sample from the curves of its base: with y_l = (l-1) r(l), whole orders a have
 * e^((a-1) r') - 1 <= sum over l >= 2 of C(a,l) (1-q)^(a-l) q^l (K_l e^(y_l) - 1), K_2 = 1 and K_l = factor above.
 *
 * <p>Between whole orders (a-1) r'(a) is convex, and the chord is taken.
 */
public final class PoissonCurve extends WholeOrderCurve {
    static final int LARGEST = 2000;

    private final double rate;
    private final double factor;
    private final List<RenyiCurve> bases;
    private final Map<Integer, Double> exponents = new HashMap<>();

    private PoissonCurve(double rate, double factor, List<RenyiCurve> bases) {
        super(largest(bases));
        if (!(rate > 0 && rate < 1)) throw new IllegalArgumentException("rate must be in (0, 1), was " + rate);
        this.rate = rate;
        this.factor = factor;
        this.bases = List.copyOf(bases);
    }

    private static int largest(List<RenyiCurve> bases) {
        double least = LARGEST;
        for (RenyiCurve base : bases) least = Math.min(least, base.largestOrder());
        return (int) least;
    }

    /** For a removed record, where the sum is the moment itself. */
    public static PoissonCurve removing(double rate, RenyiCurve base) {
        return new PoissonCurve(rate, 1, List.of(base));
    }

    /** For an added record: three times the terms from the third on, with the larger of both directions' curves. */
    public static PoissonCurve adding(double rate, RenyiCurve removing, RenyiCurve adding) {
        return new PoissonCurve(rate, 3, List.of(removing, adding));
    }

    @Override
    protected double moment(int order) {
        double logRate = Math.log(rate);
        double logRest = Math.log1p(-rate);
        double[] logs = new double[order + 1];
        double logChoose = Math.log(order);
        double top = Double.NEGATIVE_INFINITY;
        double largestPart = 0;
        for (int l = 2; l <= order; l++) {
            logChoose += Math.log((order - l + 1.0) / l);
            double y = exponent(l);
            double excess = l == 2 ? logExpm1(y) : logExcess(y);
            logs[l] = logChoose + l * logRate + (order - l) * logRest + excess;
            largestPart = Math.max(largestPart, Math.abs(y));
            top = Math.max(top, logs[l]);
        }
        if (top == Double.NEGATIVE_INFINITY) return 0;
        if (!(top < Double.POSITIVE_INFINITY)) return Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int l = 2; l <= order; l++) sum += Math.exp(logs[l] - top);
        double error = 8 * Ulp.ONE * (order * (4 + Math.abs(logRate)) + largestPart + Math.abs(top));
        double log = top + Math.log(sum) + error;
        return log > 40 ? log + Math.exp(-log) : Up.log1p(Up.exp(log));
    }

    private double exponent(int order) {
        return exponents.computeIfAbsent(order, l -> {
            double most = 0;
            for (RenyiCurve base : bases) most = Math.max(most, base.at(l));
            return Up.mul(l - 1, most);
        });
    }

    private static double logExpm1(double y) {
        return y > 40 ? y : Math.log(Math.expm1(y));
    }

    /** log(K e^y - 1). */
    private double logExcess(double y) {
        return y > 40 ? y + Math.log(factor) : Math.log(factor * Math.expm1(y) + (factor - 1));
    }
}
