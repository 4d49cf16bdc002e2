package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import java.util.List;

/**
 * N(mu, 1) against N(0, 1): the loss is N(mu^2 / 2, mu^2) under P and N(-mu^2 / 2, mu^2) under Q.
 *
 * <p>Its mu may be off by a few ulps, which is inside every error it states.
 */
public record GaussianPair(double mu) implements Pair {
    public GaussianPair {
        if (!(mu >= 0)) throw new IllegalArgumentException("mu must be at least 0, was " + mu);
    }

    private static final double ULP = Math.ulp(1.0);

    /** The pair, or one of disjoint laws where no double tells the loss from infinity. */
    public static Pair of(double mu) {
        return mu * mu < Double.POSITIVE_INFINITY ? new GaussianPair(mu) : AtomicPair.certain();
    }

    /** Below this the two tails are too close to be told apart, and their difference is a derivative. */
    private static final double SMALL = 1e-5;

    /*
     * With a = eps/mu - mu/2 and b = a + mu, delta = Phi(-a) - e^eps Phi(-b). Since e^eps phi(b) = phi(a) this is
     * phi(a) (R(a) - R(b)) for Mills' ratio R = Phi(-x)/phi(x), which keeps its relative accuracy however far out. For small mu,
     * R(a) - R(b) = mu I(m) (1 + r) at the midpoint m, where I(m) = -R'(m) = 1 - m R(m) and
     * 0 <= r <= mu^2 / 24 * I_3(m) / I(m), I_k the integral of s^k e^(-m s - s^2/2). The ratio I_3 / I_1 falls in m and is below
     * 8 from m = -1 on.
     */
    @Override
    public Bracket logDelta(double epsilon) {
        if (mu == 0) return logGap(epsilon);
        if (mu == Double.POSITIVE_INFINITY) return Bracket.exactly(0);
        double ratio = epsilon / mu;
        double a = ratio - mu / 2;
        double b = ratio + mu / 2;
        double arguments = 16 * ULP * (Math.abs(ratio) + mu);
        if (a >= -1) return farOut(a, b, ratio, arguments);
        if (b <= 0) return nearOne(epsilon, a, b, arguments);
        double first = Normal.sf(a);
        double second = Normal.pdf(a) * Normal.mills(b);
        double value = first - second;
        double error = 8 * Normal.RELATIVE_ERROR * first + arguments + ULP;
        return logAround(value, error);
    }

    /** For epsilon of at most -mu^2/2 delta is close to 1, and no less than 1 - e^eps. */
    private static Bracket nearOne(double epsilon, double a, double b, double arguments) {
        double value = Normal.sf(a) - Math.exp(epsilon) * Normal.sf(b);
        return logAround(value, 8 * Normal.RELATIVE_ERROR + arguments + ULP);
    }

    private static Bracket logAround(double value, double error) {
        if (!(value > error)) return Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, Math.log(2 * error)));
        return widen(Math.log(value), error / value * 1.01);
    }

    private Bracket farOut(double a, double b, double ratio, double arguments) {
        double gap;
        double error;
        if (mu < SMALL) {
            double m = ratio;
            gap = mu * (1 - m * Normal.mills(m));
            error = (4 * Normal.RELATIVE_ERROR + 2 * ULP) * mu * (1 + Math.abs(m)) + gap * mu * mu;
            if (m > 1e4) return asymptotic(a, arguments);
        } else {
            double near = Normal.mills(a);
            gap = near - Normal.mills(b);
            // R falls no faster than 1 + |x| R, so an argument's error is not amplified
            error = 4 * Normal.RELATIVE_ERROR * near + ULP * near * (Math.abs(a) + mu);
        }
        if (!(gap > error)) return asymptotic(a, arguments);
        double log = Math.log(gap) - a * a / 2 - HALF_LOG_2PI;
        double relative = error / gap * 1.01 + (1 + Math.abs(a)) * arguments + 4 * ULP * (1 + a * a + Math.abs(log));
        return widen(log, relative);
    }

    private static final double HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

    /** Where Mills' ratios cannot be told apart: 0 <= gap <= min(R(a), mu / m^2) by convexity, and delta of at least 0. */
    private Bracket asymptotic(double a, double arguments) {
        double gap = a > 1 ? Math.min(1 / a, mu / (a * a)) : Math.min(Normal.mills(a), mu);
        double log = Math.log(gap) - a * a / 2 - HALF_LOG_2PI;
        double relative = (1 + Math.abs(a)) * arguments + 8 * ULP * (1 + a * a + Math.abs(log));
        double upper = log + relative;
        return Bracket.of(Double.NEGATIVE_INFINITY, Double.isNaN(upper) ? 0 : Math.min(0, upper));
    }

    private static Bracket widen(double log, double relative) {
        double upper = Math.min(0, log + relative + 2 * ULP * Math.abs(log));
        return relative < 0.5
                ? Bracket.of(Math.min(upper, log - relative * 1.4 - 2 * ULP * Math.abs(log)), upper)
                : Bracket.of(Double.NEGATIVE_INFINITY, upper);
    }

    /** The profile of two equal laws: 1 - e^eps below 0 and nothing above. */
    private static Bracket logGap(double epsilon) {
        return epsilon >= 0
                ? Bracket.exactly(Double.NEGATIVE_INFINITY)
                : widen(Math.log(-Math.expm1(epsilon)), 4 * ULP);
    }

    @Override
    public List<Atom> atoms() {
        return List.of();
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double half = mu / 2;
        double z = edges[0] / mu;
        for (int i = 0; i + 1 < edges.length; i++) {
            double next = edges[i + 1] / mu;
            p[i] = Normal.between(z - half, next - half);
            q[i] = Normal.between(z + half, next + half);
            z = next;
        }
    }

    @Override
    public boolean continuous() {
        return true;
    }

    @Override
    public double massError() {
        return Normal.BETWEEN_RELATIVE_ERROR;
    }

    @Override
    public double edgeError(double loss) {
        return 8 * ULP * (Math.abs(loss) + mu * mu);
    }

    @Override
    public Bracket infinity() {
        return Bracket.exactly(0);
    }

    @Override
    public double lossMin() {
        return Double.NEGATIVE_INFINITY;
    }

    @Override
    public double lossMax() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public double anchor() {
        return 0;
    }
}
