package io.sordino.loss.sampling;

import io.sordino.loss.pair.CellSum;
import io.sordino.loss.pair.ContinuousPair;
import io.sordino.loss.pair.ReflectedProfile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Ulp;

/**
 * (1-q) N(0,1) + q N(mu,1) against (1-q) N(0,1) + q N(-mu,1): Gaussian noise on a Poisson sample whose record is replaced. It
 * is symmetric, and its loss grows with the output z.
 */
public record GaussianReplacePair(double rate, double mu) implements ContinuousPair {
    /** Beyond it the square of the distance is no longer a double that can be worked with. */
    public static final double FARTHEST = 1e100;

    public GaussianReplacePair {
        if (!(rate > 0 && rate < 1)) throw new IllegalArgumentException("rate must be in (0, 1), was " + rate);
        if (!(mu > 0 && mu <= FARTHEST))
            throw new IllegalArgumentException("mu must be in (0, " + FARTHEST + "], was " + mu);
    }

    /*
     * With A = q e^(-mu^2/2) / (1-q) and w = e^(mu z), e^L = (1 + A w) / (1 + A / w). So A w^2 - (e^L - 1) w - A e^L = 0, whose
     * positive root is w = (g + sqrt(g^2 + 4 A^2 e^L)) / (2 A), g = e^L - 1: no cancellation for L >= 0, and z(-L) = -z(L).
     */
    private double output(double loss) {
        if (loss < 0) return -output(-loss);
        double logA = Math.log(rate) - Math.log1p(-rate) - mu * mu / 2;
        // everything divided by e^(L/2): sinh and A alone are left
        double s = loss / 2;
        double logW;
        if (s > 20 || logA > 300 || logA < -300) {
            double logSinh = s > 20 ? s - Math.log(2) + Math.log1p(-Math.exp(-2 * s)) : Math.log(Math.sinh(s));
            double gap = logSinh - logA;
            // sinh + sqrt(sinh^2 + A^2), in logarithms
            double sum = gap > 0
                    ? logSinh + Math.log1p(Math.sqrt(1 + Math.exp(-2 * gap)))
                    : logA + Math.log(Math.exp(gap) + Math.sqrt(1 + Math.exp(2 * gap)));
            logW = s + sum - logA;
        } else {
            double sinh = Math.sinh(s);
            double a = Math.exp(logA);
            double ratio = sinh / a;
            logW = s + (ratio < 1e150 ? Math.log(ratio + Math.sqrt(ratio * ratio + 1)) : Math.log(2 * ratio));
        }
        return logW / mu;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return ReflectedProfile.logDelta(this, epsilon);
        double z = output(epsilon);
        // P(Z > z) - e^eps Q(Z > z), with (1-q)(1 - e^eps) Phi(-z) taken together: q terms never cancel against it
        double p = rate * Normal.sf(z - mu);
        double none = (1 - rate) * -Math.expm1(-epsilon) * GrownTail.of(epsilon, z);
        double down = rate * GrownTail.of(epsilon, z + mu);
        double value = p - none - down;
        // rounding z -+ mu moves a tail by up to x^2 ulps of itself, the output's own error p - e^eps q only squared
        double off = 16 * Ulp.ONE * (Math.abs(z) + mu) * Math.min(1, edgeError(epsilon));
        double error = p * (16 * Normal.RELATIVE_ERROR + GrownTail.hazard(z - mu) * (Ulp.ONE * Math.abs(z - mu) + off))
                + none * (GrownTail.error(epsilon, z) + GrownTail.hazard(z) * off)
                + down * (GrownTail.error(epsilon, z + mu) + GrownTail.hazard(z + mu) * (Ulp.ONE * (z + mu) + off));
        if (!(value > 4 * error + GrownTail.TINY)) return CellSum.logDelta(this, epsilon, 40 / Math.max(1, z) * mu);
        double log = Math.log(value);
        double relative = error / value * 1.3 + 4 * Ulp.ONE * (1 + Math.abs(log));
        return Bracket.of(log - relative, Math.min(0, log + relative));
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double z = place(edges[0]);
        for (int i = 0; i + 1 < edges.length; i++) {
            double next = Math.max(z, place(edges[i + 1]));
            double none = (1 - rate) * Normal.between(z, next);
            p[i] = none + rate * Normal.between(z - mu, next - mu);
            q[i] = none + rate * Normal.between(z + mu, next + mu);
            z = next;
        }
    }

    private double place(double loss) {
        return Math.abs(loss) == Double.POSITIVE_INFINITY ? loss : output(loss);
    }

    @Override
    public double massError() {
        return Normal.BETWEEN_RELATIVE_ERROR + 4 * Ulp.ONE;
    }

    /** Errors of the output are passed on by the slope dL/dz = mu (A w / (1 + A w) + A / (w + A)). */
    @Override
    public double edgeError(double loss) {
        double z = output(Math.abs(loss));
        double logA = Math.log(rate) - Math.log1p(-rate) - mu * mu / 2;
        double first = 1 / (1 + Math.exp(-logA - mu * z));
        double second = 1 / (1 + Math.exp(-logA + mu * z));
        return mu * (first + second) * 16 * Ulp.ONE * (Math.abs(z) + mu) + 16 * Ulp.ONE * Math.abs(loss);
    }
}
