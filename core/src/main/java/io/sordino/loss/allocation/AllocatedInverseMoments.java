package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.Side;
import io.sordino.loss.primitive.GaussianPair;
import java.util.Optional;

/**
 * The Renyi curve of one Gaussian step in t where the record is added: with b = a - 1 and phi(u) = E_Q[e^(-u V)],
 * E_Q[M^-b] = (1/Gamma(b)) times the integral of s^(b-1) phi(s/t)^t over s > 0.
 */
public final class AllocatedInverseMoments implements RenyiCurve {
    /*
     * phi is taken of a spread of V, which raises it, since e^(-u v) is convex. log phi is convex in u, so between two nodes it
     * is at most the chord of bounds at the nodes; with it the integrand's logarithm is concave for b >= 1, hence at most its tangent at the middle,
     * and for b < 1 convex, hence at most its own chord. Beyond the last node
     * e^-x <= (k / (e x))^k gives phi(u) <= (k / (e u))^k E[V^-k], with E[V^-k] = e^(k (k+1) mu^2 / 2).
     */
    private static final int CELLS = 400;
    private static final double RATIO = 0.025;
    private static final double LEAST = 1e-7;
    private static final double LARGEST_ORDER = 128;

    private final long steps;
    private final double mu;
    private Optional<double[][]> nodes = Optional.empty();

    public AllocatedInverseMoments(long steps, double mu) {
        if (!(steps >= 1)) throw new IllegalArgumentException("steps must be at least 1, was " + steps);
        if (!(mu > 0 && mu < 40)) throw new IllegalArgumentException("mu must be in (0, 40), was " + mu);
        this.steps = steps;
        this.mu = mu;
    }

    @Override
    public double largestOrder() {
        return LARGEST_ORDER;
    }

    @Override
    public double at(double alpha) {
        if (!(alpha > 1 && alpha <= LARGEST_ORDER)) return Double.POSITIVE_INFINITY;
        if (nodes.isEmpty()) nodes = Optional.of(nodes());
        double b = alpha - 1;
        double[] s = nodes.get()[0];
        double[] log = nodes.get()[1];
        double top = Double.NEGATIVE_INFINITY;
        double[] parts = new double[s.length + 1];
        parts[0] = b * Math.log(s[0]) - Math.log(b);
        for (int i = 0; i + 1 < s.length; i++) parts[i + 1] = cell(b, s[i], s[i + 1], log[i], log[i + 1]);
        parts[s.length] = tail(b, s[s.length - 1]);
        for (double part : parts) top = Math.max(top, part);
        double sum = 0;
        for (double part : parts) sum += Math.exp(part - top);
        double value = Math.log(sum) + top - logGamma(b);
        double doubt = 1e-11 * (1 + Math.abs(top) + Math.abs(value));
        return Math.max(0, value + doubt) / b;
    }

    /** Log of at least the integral from one node to the next. */
    private static double cell(double b, double from, double to, double logFrom, double logTo) {
        double width = to - from;
        double slope = (logTo - logFrom) / width;
        if (b < 1) {
            double rise = (b - 1) * Math.log(to / from) + logTo - logFrom;
            return (b - 1) * Math.log(from) + logFrom + rise / 2 + logSinhc(rise / width, width);
        }
        double middle = from + width / 2;
        double value = (b - 1) * Math.log(middle) + logFrom + slope * width / 2;
        return value + logSinhc((b - 1) / middle + slope, width);
    }

    /** Log of the integral of e^(slope x) over an interval of this width around zero. */
    private static double logSinhc(double slope, double width) {
        double y = Math.abs(slope) * width / 2;
        double log = y < 1e-4 ? y * y / 6 : y + Math.log(-Math.expm1(-2 * y) / (2 * y));
        return log + Math.log(width);
    }

    private double tail(double b, double from) {
        double best = Double.POSITIVE_INFINITY;
        for (double k = 1e-3; k < 1e4; k *= 1.3) {
            if (!(k * steps > b + 1e-6)) continue;
            double each = k * (Math.log(k * steps) - 1) + k * (k + 1) * mu * mu / 2;
            best = Math.min(best, steps * each + (b - k * steps) * Math.log(from) - Math.log(k * steps - b));
        }
        return best;
    }

    private double[][] nodes() {
        double low = Math.exp(-mu * mu / 2 - 14 * mu);
        double high = Math.exp(-mu * mu / 2 + 10 * mu);
        LikelihoodRatio ratio = new LikelihoodRatio(GaussianPair.of(mu), Change.ADDED);
        GeometricLaw law = GeometricLaw.of(ratio, Math.log(high / low) / CELLS, low, high, Side.UPPER);
        int most = 9000;
        double[] s = new double[most];
        double[] log = new double[most];
        int n = 0;
        for (double at = LEAST; n < most; at *= 1 + RATIO) {
            s[n] = at;
            log[n] = steps * Math.min(chernoff(at / steps), Math.log(Math.min(1, phi(law, at / steps))));
            n++;
            if (log[n - 1] + LARGEST_ORDER * Math.log(at) < -60 && log[n - 1] < -60) break;
        }
        return new double[][] {java.util.Arrays.copyOf(s, n), java.util.Arrays.copyOf(log, n)};
    }

    /** The bound of the tail, at one node. */
    private double chernoff(double u) {
        double best = 0;
        for (double k = 1e-2; k < 1e3; k *= 1.2)
            best = Math.min(best, k * (Math.log(k / u) - 1) + k * (k + 1) * mu * mu / 2);
        return best;
    }

    private static double phi(GeometricLaw law, double u) {
        double sum = law.zero;
        for (int i = 0; i < law.mass.length; i++) sum += law.mass[i] * Math.exp(-u * Math.exp(law.logValue(i)));
        return sum * (1 + law.error + 1e-13);
    }

    /** Stirling's series after a shift; good to 1e-14 of its size. */
    private static double logGamma(double b) {
        double shift = 0;
        double x = b;
        while (x < 12) {
            shift += Math.log(x);
            x++;
        }
        double inverse = 1 / x;
        double square = inverse * inverse;
        double series = inverse
                * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188))));
        return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
    }
}
