package io.sordino.loss.allocation;

import io.sordino.loss.LogDelta;
import io.sordino.loss.Profile;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Down;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Up;
import java.util.function.DoubleUnaryOperator;

/**
 * How rare it is that a step of one round is taken to hold the record with a chance above x/t, given all released before it. With
 * V_j the likelihood ratio of step j that chance is 1/(V_1 + .. + V_(i-1) + t - i + 1), so what is rare is that the V_j, of mean
 * 1 where the record is absent, fall behind by t (1 - 1/x). Each method maps x to the log of a bound.
 */
public final class RateTailBounds {
    private static final double SMALL = 1e-2;
    private static final double LARGE = 1e9;
    private static final double FARTHEST = 30;

    private RateTailBounds() {}

    /**
     * Bennett's inequality for 1 - V, which is at most 1 and has variance v = e^(mu^2) - 1: e^(-t v phi(g/v)) with
     * phi(u) = (1+u) log(1+u) - u and g = 1 - 1/x.
     */
    public static DoubleUnaryOperator bennett(long steps, double mu) {
        double variance = Up.expm1(Up.mul(mu, mu));
        return x -> {
            double behind = 1 - 1 / x;
            double u = behind / variance;
            if (!(u > 0 && variance < 1e300)) return 0;
            // below the value by more than rounding takes
            double spread;
            if (u < SMALL) spread = variance * u * u * (0.5 - u / 6);
            else if (u < LARGE) spread = variance * ((1 + u) * Math.log1p(u) - u);
            // a variance next to nothing would make u infinite, and its logarithm with it
            else spread = behind * (Math.log(behind) - Math.log(variance) - 1);
            return -(steps * spread) * (1 - 1e-9);
        };
    }

    /**
     * Hoeffding's inequality for V cut to [e^-e, e^e]: with d = delta(e) of a step, t times the chance that a V is below e^-e, plus
     * e^(-t (g - d)^2 / (2 sinh(e)^2)), at the best e.
     */
    public static DoubleUnaryOperator hoeffding(long steps, double mu) {
        GaussianPair step = new GaussianPair(mu);
        return x -> {
            double behind = 1 - 1 / x;
            double best = 0;
            for (double z = 0; z <= FARTHEST; z += 0.05) {
                double cut = mu * (mu / 2 + z);
                double left = behind - Up.exp(step.logDelta(cut).upper());
                double range = Math.sinh(cut);
                if (!(left > 0 && range < 1e150)) continue;
                double beyond = Up.mul((double) steps, Normal.up(Normal.sf(z * (1 - 1e-12))));
                double exponent = -steps * (left / range) * (left / range) / 2;
                best = Math.min(best, Up.log(Up.add(beyond, Up.exp(exponent * (1 - 1e-9)))));
            }
            return best;
        };
    }

    /**
     * Doob's inequality for (1 - y M)+, M the mean of the ratios and y the root of x: delta(log y) / (1 - 1/y), delta that of an
     * added record.
     */
    public static DoubleUnaryOperator ofAdded(Profile added) {
        return x -> {
            double y = Math.sqrt(x) * (1 - 1e-14);
            if (!(y > 1)) return 0;
            double log = added.logDelta(Math.max(0, Down.log(y))).upper() - Math.log1p(-1 / y);
            return Math.min(0, LogDelta.above(log, 1e-11));
        };
    }
}
