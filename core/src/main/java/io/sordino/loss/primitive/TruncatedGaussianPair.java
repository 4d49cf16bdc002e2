package io.sordino.loss.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Twofold;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.List;

/** Gaussian noise cut to [-bound, bound] on a value that moves by {@code shift}, for cuts that leave the supports some overlap. */
public final class TruncatedGaussianPair implements Pair {
    /*
     * In standard deviations let mu be the shift, beta the bound and Z = Phi(beta) - Phi(-beta). The normalisers cancel in the ratio: on the overlap
     * [mu - beta, beta] the loss is mu x - mu^2/2, up to l = mu (2 beta - mu)/2 in size, and beyond beta it is infinite with P-mass
     * (Phi(beta) - Phi(beta - mu))/Z. With delta_G for the profile without a cut, for 0 <= eps <= l,
     *     delta(eps) = (delta_G(eps) + (e^eps - 1) Phi(-beta)) / Z,
     * a sum of positive terms; from l on delta is the mass at infinity. The formula is least at l, where it is that mass, so being off by d there costs
     * at most d^2 e^l phi(beta) / (mu Z) = d^2 phi(beta - mu) / (mu Z). The mass is at least w phi(beta - mu) e^-3/2 / Z, w the smaller of mu and
     * 1 / (1 + |beta - mu|).
     */
    private static final double SMALLEST = 1e-100;
    private static final double LARGEST = 1e6;
    private static final double RELATIVE = 16 * Ulp.ONE;

    private final double sigma;
    private final double bound;
    private final double shift;
    private final double mu;
    private final double beta;
    /** beta - mu, without cancellation. */
    private final double spare;

    private final double norm;
    private final double span;
    private final GaussianPair uncut;
    private final Bracket infinity;

    public TruncatedGaussianPair(double sigma, double bound, double shift) {
        if (!isOrdinary(sigma, bound, shift))
            throw new IllegalArgumentException("not between 1e-100 and 1e6 deviations: " + bound + ", " + shift);
        if (!overlaps(bound, shift)) throw new IllegalArgumentException("the supports do not overlap");
        this.sigma = sigma;
        this.bound = bound;
        this.shift = shift;
        mu = shift / sigma;
        beta = bound / sigma;
        spare = Twofold.sum(bound, -shift).over(sigma).high();
        norm = Normal.between(-beta, beta);
        span = mu * (Twofold.sum(2 * bound, -shift).over(sigma).high() / 2);
        uncut = new GaussianPair(mu);
        infinity = atTheEnd();
    }

    /** Whether bound and shift are so many deviations that doubles tell all that matters. */
    public static boolean isOrdinary(double sigma, double bound, double shift) {
        return bound / sigma > SMALLEST && bound / sigma < LARGEST && shift / sigma > SMALLEST;
    }

    /** Whether some values are possible with the record and without it. */
    public static boolean overlaps(double bound, double shift) {
        return 2 * bound > shift;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon == Double.NEGATIVE_INFINITY) return Bracket.exactly(0);
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        Bracket end = LogDelta.of(infinity.lower(), infinity.upper());
        double doubt = edgeError(span);
        if (epsilon > span + doubt) return end;
        Bracket formula = formula(epsilon);
        return epsilon < span - doubt
                ? Bracket.of(Math.max(formula.lower(), end.lower()), Math.max(formula.upper(), end.lower()))
                : Bracket.of(end.lower(), Math.max(end.lower(), formula.upper()));
    }

    private Bracket atTheEnd() {
        Bracket log = formula(span);
        double near = Math.min(mu, 1 / (1 + Math.abs(spare)));
        double off = edgeError(span);
        double part = Math.min(1, 4.5 * off * (off / mu / near));
        return Bracket.of(Down.mul(Down.exp(log.lower()), 1 - part), Math.min(1, Up.exp(log.upper())));
    }

    private Bracket formula(double epsilon) {
        Bracket gaussian = uncut.logDelta(epsilon);
        double factor = epsilon == 0 ? Double.NEGATIVE_INFINITY : logExpm1(epsilon);
        double beyond = factor + Normal.logSf(beta);
        double part = Normal.LOG_RELATIVE_ERROR * Math.abs(Normal.logSf(beta))
                + RELATIVE * (4 + (epsilon == 0 ? 0 : Math.abs(factor)) + beta * beta);
        double logNorm = Math.log(norm);
        double size = Math.abs(Math.max(gaussian.upper(), beyond)) + Math.abs(logNorm);
        double rest = 2 * Normal.BETWEEN_RELATIVE_ERROR + RELATIVE * (1 + size);
        if (!(rest < 1)) return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        return Bracket.of(
                Math.min(0, sum(gaussian.lower(), beyond - part) - logNorm - rest),
                Math.min(0, sum(gaussian.upper(), beyond + part) - logNorm + rest));
    }

    private static double logExpm1(double x) {
        return x > 40 ? x : Math.log(Math.expm1(x));
    }

    /** log(e^a + e^b), off by a few ulps of 1 and of the larger one, which the caller adds. */
    private static double sum(double a, double b) {
        double top = Math.max(a, b);
        return top == Double.NEGATIVE_INFINITY ? top : top + Math.log1p(Math.exp(Math.min(a, b) - top));
    }

    @Override
    public List<Atom> atoms() {
        return List.of();
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        for (int i = 0; i + 1 < edges.length; i++) {
            double from = Math.max(-span, edges[i]);
            double to = Math.min(span, edges[i + 1]);
            if (!(from < to)) {
                p[i] = 0;
                q[i] = 0;
                continue;
            }
            // the ends as they are, so that no mass is lost or made there
            double low = from == -span ? -spare : from / mu + mu / 2;
            double high = to == span ? beta : to / mu + mu / 2;
            double lowP = from == -span ? -beta : from / mu - mu / 2;
            double highP = to == span ? spare : to / mu - mu / 2;
            p[i] = lowP < highP ? Normal.between(lowP, highP) / norm : 0;
            q[i] = low < high ? Normal.between(low, high) / norm : 0;
        }
    }

    @Override
    public boolean continuous() {
        return true;
    }

    @Override
    public double massError() {
        return 3 * Normal.BETWEEN_RELATIVE_ERROR;
    }

    @Override
    public double edgeError(double loss) {
        return RELATIVE * (Math.abs(loss) + mu * mu + mu * beta);
    }

    @Override
    public Bracket infinity() {
        return infinity;
    }

    @Override
    public double lossMin() {
        return -span;
    }

    @Override
    public double lossMax() {
        return span;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TruncatedGaussianPair pair
                && pair.sigma == sigma
                && pair.bound == bound
                && pair.shift == shift;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(sigma) * 31 * 31 + Double.hashCode(bound) * 31 + Double.hashCode(shift);
    }
}
