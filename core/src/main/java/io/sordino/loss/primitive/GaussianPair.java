package io.sordino.loss.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Twofold;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Arrays;
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

    /** The pair, or one of disjoint laws where no double tells the loss from infinity. */
    public static Pair of(double mu) {
        return mu * mu < Double.POSITIVE_INFINITY ? new GaussianPair(mu) : AtomicPair.certain();
    }

    /** Up to here the difference of the two tails is an integral over a short interval. */
    private static final double SMALL = 0.1;
    /** Relative error that mu itself may carry. */
    private static final double MU_ERROR = 2 * Ulp.ONE;

    /** Up to here the derivative by mu says what an error of mu does. */
    private static final double PLACED = 1e-6;
    /** Up to here tails are normal doubles. */
    private static final double FAR = 30;

    private static final double HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);
    /** Abscissas and weights of the Gauss-Legendre rule with four points, on the positive half of [-1, 1]. */
    private static final double[] POINT = {0.3399810435848563, 0.8611363115940526};

    private static final double[] WEIGHT = {0.6521451548625461, 0.34785484513745385};

    /*
     * With a = eps/mu - mu/2 and b = a + mu, delta = Phi(-a) - e^eps Phi(-b). Since e^eps phi(b) = phi(a) this is phi(a) times
     * the gap R(a) - R(b) for Mills' ratio R = Phi(-x)/phi(x), which keeps its relative accuracy however far out. For small mu
     * the gap is the integral from a to b of I_1, I_k(x) the integral of s^k e^(-x s - s^2/2) over s > 0 and I_1 = 1 - x R. The
     * rule of four points misses at most 5.7e-10 mu^9 I_9, and I_9 / I_1, which falls in x, is below 600 from -0.1 on: 3e-15
     * of the gap. The derivative of delta by mu is phi(a), so a relative error r of mu is one of r mu / gap in delta. An epsilon
     * below 0 is turned by the swap of P and Q, which there adds positive terms.
     */
    /** No less than mu, whatever error it carries. */
    public double muUp() {
        return Up.mul(mu, 1 + MU_ERROR);
    }

    /** No more than mu, whatever error it carries. */
    public double muDown() {
        return Down.mul(mu, 1 - MU_ERROR);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (mu == 0) return logGap(epsilon);
        if (mu == Double.POSITIVE_INFINITY) return Bracket.exactly(0);
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        Twofold ratio = Twofold.quotient(epsilon, mu);
        Twofold a = ratio.minus(mu / 2);
        Twofold b = ratio.plus(mu / 2);
        double off = off(a.high());
        if (off > PLACED) return unplaced(a.high() - off, a.high() + off);
        if (a.high() < -1) return straddling(a.high(), b.high());
        double far = mu > SMALL ? Normal.mills(b.high()) : 0;
        double near = mu > SMALL ? Normal.mills(a.high()) : 0;
        double gap = mu > SMALL ? near - far : integral(ratio.high());
        double error = mu > SMALL ? 2 * Normal.MILLS_RELATIVE_ERROR * near : 8 * Ulp.ONE * mu + 1e-14 * gap;
        error += MU_ERROR * mu;
        return gap > 2 * error ? farOut(a, gap, error / gap) : asymptotic(a.high() - off);
    }

    /** How far a may be from where it is, mu being off: its derivative by mu is -(1 + a / mu). */
    private double off(double a) {
        return MU_ERROR * (Math.abs(a) + mu);
    }

    /** So large a mu that its error moves a by more than a little; delta falls in a, and is next to all of P's tail. */
    private Bracket unplaced(double least, double most) {
        double part = 2 * Normal.RELATIVE_ERROR + 4 * Ulp.ONE;
        double upper = least < FAR
                ? Math.min(0, Up.log(Normal.sf(least) * (1 + part)))
                : asymptotic(least).upper();
        // e^eps Q's tail is phi(a) R(b), less than phi(a) / b, and b is at least mu / 2
        double lower = most < FAR ? Normal.sf(most) * (1 - part) - Normal.pdf(most) * (2 / mu) : 0;
        return Bracket.of(lower > 0 ? Down.log(lower) : Double.NEGATIVE_INFINITY, upper);
    }

    /** The integral of I_1 over an interval of length mu around {@code middle}. */
    private double integral(double middle) {
        double sum = 0;
        for (int i = 0; i < POINT.length; i++)
            sum += WEIGHT[i] * (slope(middle - POINT[i] * mu / 2) + slope(middle + POINT[i] * mu / 2));
        return sum * (mu / 2);
    }

    private static double slope(double x) {
        return Math.fma(-x, Normal.mills(x), 1);
    }

    /** Where P's share is above a half: a plain difference of which at least a quarter is left. */
    private Bracket straddling(double a, double b) {
        double first = Normal.sf(a);
        double density = Normal.pdf(a);
        double value = first - density * Normal.mills(b);
        double error = 2 * Normal.RELATIVE_ERROR * first + MU_ERROR * mu * density + 4 * Ulp.ONE;
        return LogDelta.of(value, error / value, Bracket.exactly(0));
    }

    private static Bracket farOut(Twofold a, double gap, double relative) {
        double square = a.high() * a.high();
        double rest = Math.fma(a.high(), a.high(), -square) / 2 + a.high() * a.low();
        double log = Math.log(gap) - HALF_LOG_2PI - rest - square / 2;
        return square < Double.POSITIVE_INFINITY
                ? LogDelta.ofLog(log, 1.1 * relative)
                : Bracket.of(Double.NEGATIVE_INFINITY, -Double.MAX_VALUE / 4);
    }

    /** Where Mills' ratios cannot be told apart: 0 <= gap <= min(R(a), mu / a^2) by convexity. */
    private Bracket asymptotic(double a) {
        double gap = a > 1 ? Math.min(1 / a, mu / a / a) : Math.min(Normal.mills(a), 2 * mu);
        double log = Math.log(gap) - 0.5 * a * a;
        double upper = log < 0 ? log * (1 - 1e-12) + 1e-12 : 0;
        return Bracket.of(Double.NEGATIVE_INFINITY, Math.max(-Double.MAX_VALUE, Math.min(0, upper)));
    }

    /** The profile of two equal laws: 1 - e^eps below 0 and nothing above. */
    private static Bracket logGap(double epsilon) {
        return epsilon >= 0
                ? Bracket.exactly(Double.NEGATIVE_INFINITY)
                : LogDelta.of(-Math.expm1(epsilon), 4 * Ulp.ONE, Bracket.exactly(0));
    }

    @Override
    public List<Atom> atoms() {
        return mu == 0 ? List.of(new Atom(0, 1)) : List.of();
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        if (!continuous()) {
            Arrays.fill(p, 0);
            Arrays.fill(q, 0);
            return;
        }
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
        return mu > 0 && mu < Double.POSITIVE_INFINITY;
    }

    @Override
    public double massError() {
        return Normal.BETWEEN_RELATIVE_ERROR;
    }

    @Override
    public double edgeError(double loss) {
        return 8 * Ulp.ONE * (Math.abs(loss) + mu * mu);
    }

    @Override
    public Bracket infinity() {
        return Bracket.exactly(mu == Double.POSITIVE_INFINITY ? 1 : 0);
    }

    @Override
    public boolean isWhole() {
        return mu < Double.POSITIVE_INFINITY;
    }

    @Override
    public double lossMin() {
        return continuous() ? Double.NEGATIVE_INFINITY : 0;
    }

    @Override
    public double lossMax() {
        return continuous() ? Double.POSITIVE_INFINITY : 0;
    }

    @Override
    public double anchor() {
        return 0;
    }
}
