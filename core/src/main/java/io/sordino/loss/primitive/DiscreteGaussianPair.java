package io.sordino.loss.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Twofold;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Discrete Gaussian noise on the integers, P(z) proportional to e^(-(z-shift)^2 / 2 sigma^2) against the same law around 0. The
 * loss of z is (z - shift/2) shift / sigma^2: a lattice, with the whole real line as its range.
 *
 * <p>Up to {@link #MOST_ATOMIC} the integers are atoms, and the 1e-300 that lie beyond the last ones are counted at infinity.
 * Above, cells gather the integers that fall into them, each sum exact to {@link #massError()}.
 */
public final class DiscreteGaussianPair implements Pair {
    /** Up to here there are fewer than 20,000 atoms. */
    static final double MOST_ATOMIC = 250;

    /** Half the square of this is -log 1e-300. */
    private static final double REACH = 37.16;
    /** The largest shift / 2 sigma for which the rest of the smooth sum is bounded. */
    private static final double MOST_SMOOTH = 0.06;

    private static final double HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

    private final double sigma;
    private final int shift;
    private final double norm;
    private final List<Atom> atoms;
    private final Bracket infinity;
    private final Bracket missing;

    private DiscreteGaussianPair(double sigma, int shift) {
        this.sigma = sigma;
        this.shift = shift;
        this.norm = norm(sigma);
        this.atoms = sigma <= MOST_ATOMIC ? gathered() : List.of();
        this.infinity = sigma <= MOST_ATOMIC ? Bracket.of(0, beyond()) : Bracket.exactly(0);
        this.missing = sigma <= MOST_ATOMIC ? unlisted() : Bracket.exactly(0);
    }

    public static Pair of(double sigma, int shift) {
        if (!(sigma > 0 && sigma < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("sigma must be above 0 and finite, was " + sigma);
        if (!(shift >= 1)) throw new IllegalArgumentException("shift must be at least 1, was " + shift);
        double least = 0.5 * (shift / sigma) * (shift / sigma);
        // the loss of the likeliest output is more than any double
        return least < Double.POSITIVE_INFINITY ? new DiscreteGaussianPair(sigma, shift) : AtomicPair.certain();
    }

    /** The sum of e^(-z^2 / 2 sigma^2); above 1.5 the integral, by Poisson's formula, to 2 e^(-2 pi^2 sigma^2) < 1e-19. */
    private static double norm(double sigma) {
        if (sigma > 1.5) return sigma * Math.sqrt(2 * Math.PI);
        double sum = 0;
        for (int k = 60; k >= 1; k--) sum += 2 * Math.exp(-0.5 * (k / sigma) * (k / sigma));
        return 1 + sum;
    }

    private List<Atom> gathered() {
        int most = (int) (REACH * sigma);
        List<Atom> found = new ArrayList<>(2 * most + 1);
        for (int x = -most; x <= most; x++) {
            Twofold loss = loss(x + shift);
            found.add(new Atom(
                    loss.high(),
                    Math.exp(-halfSquare(x).high()) * (1 - halfSquare(x).low()) / norm,
                    loss.low()));
        }
        return List.copyOf(found);
    }

    private double beyond() {
        double first = Math.floor(REACH * sigma) + 1;
        double ratio = Math.exp(-(first + 0.5) / sigma / sigma);
        return 2.1 * Math.exp(-halfSquare(first).high()) / norm / (1 - ratio) + 4 * Double.MIN_VALUE;
    }

    /** Q's mass on the integers that are too far from P's mode: nearly all of it for a shift of many sigma. */
    private Bracket unlisted() {
        double tail = tail(Math.floor(REACH * sigma) + 1 - shift);
        return Bracket.of(Math.max(0, tail * (1 - 1e-12) - beyond()), Math.min(1, tail * (1 + 1e-12) + beyond()));
    }

    /** P(X >= n) for X around 0, to 1e-12 as long as there are atoms. */
    private double tail(double n) {
        if (n <= 0) return 1 - tail(1 - n);
        double sum = 0;
        for (double x = n + Math.ceil(9 * sigma); x >= n; x--) sum += weight(x, 0);
        return sum / norm;
    }

    private Twofold loss(double z) {
        double middle = z - shift / 2.0;
        double product = middle * shift;
        return new Twofold(product, Math.fma(middle, shift, -product))
                .over(sigma)
                .over(sigma);
    }

    /** How far a loss in two doubles may be from the true one; a division without remainder is exact. */
    private static double doubt(Twofold loss) {
        return loss.low() == 0 ? 0 : Math.abs(loss.high()) * 0x1p-100;
    }

    /** x^2 / 2 sigma^2. */
    private Twofold halfSquare(double x) {
        Twofold y = Twofold.quotient(x, sigma);
        double square = y.high() * y.high();
        double rest = Math.fma(y.high(), y.high(), -square) + 2 * y.high() * y.low();
        return new Twofold(0.5 * square, Double.isFinite(rest) ? 0.5 * rest : 0);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        double t = epsilon * sigma / shift;
        double h = 0.5 * shift / sigma;
        if (h <= MOST_SMOOTH && t + 3.5 <= 0.16 * sigma) return smooth(epsilon, t);
        if (!(t * sigma < 1e15)) return farOut(t);
        double m = firstAbove(epsilon, t);
        return t + h + 3.5 <= 0.16 * sigma ? tails(epsilon, m) : summed(epsilon, m);
    }

    /** The first integer whose loss exceeds epsilon. */
    private double firstAbove(double epsilon, double t) {
        double m = Math.floor(t * sigma + shift / 2.0) + 1;
        while (gap(m - 1, epsilon) > 0) m--;
        while (!(gap(m, epsilon) > 0)) m++;
        return m;
    }

    private double gap(double z, double epsilon) {
        return loss(z).minus(epsilon).high();
    }

    /** The tail of P alone: at most e^(-x^2/2) at x standard deviations, x > 1. */
    private Bracket farOut(double t) {
        double x = t - 0.5 * shift / sigma;
        double log = x > 2 ? -0.5 * x * x * (1 - 1e-9) : 0;
        return Bracket.of(Double.NEGATIVE_INFINITY, Math.max(log, -Double.MAX_VALUE));
    }

    /*
     * delta is the sum of P(z) (1 - e^(eps - loss(z))) over the integers z from m on. Terms are positive. From P's mode on they
     * fall faster than a geometric series, which bounds what is left out on the right. What is left out on the left, farther than
     * 9 sigma from the mode, has smaller factors than the half of P that lies right of the mode: 2 P(X < -9 sigma) < 6e-18 of the
     * sum. An integer whose loss cannot be told from epsilon may stand on the wrong side.
     */
    private Bracket summed(double epsilon, double m) {
        double start = Math.max(m - shift, -Math.ceil(9 * sigma));
        double top = Math.max(start, 0);
        double gap = gap(start + shift, epsilon);
        double step = shift / sigma / sigma;
        double sum = 0;
        double weights = 0;
        double left = Double.POSITIVE_INFINITY;
        double k = 0;
        while (left > 1e-16 * sum) {
            double weight = weight(start + k, top);
            sum += weight * -Math.expm1(-(k == 0 ? gap : gap + k * step));
            weights += weight;
            k++;
            double next = start + k;
            if (next >= 0) left = weight(next, top) / -Math.expm1(-(next + 0.5) / sigma / sigma);
        }
        double unsure = doubt(loss(start + shift)) * weights + unsureBelow(epsilon, m, top);
        Twofold exponent = halfSquare(top);
        double log = Math.log(sum) - exponent.low() - Math.log(norm) - exponent.high();
        return LogDelta.ofLog(log, 1e-13 + k * Ulp.ONE + (left + unsure) / sum);
    }

    /** What the integer before m may add, were its loss above epsilon after all. */
    private double unsureBelow(double epsilon, double m, double top) {
        double doubt = doubt(loss(m - 1));
        return gap(m - 1, epsilon) > -doubt && doubt > 0 ? 2 * doubt * weight(m - 1 - shift, top) : 0;
    }

    /** P at x from its mode, relative to P at {@code top} from it. */
    private double weight(double x, double top) {
        return Math.exp(-0.5 * ((x - top) / sigma) * ((x + top) / sigma));
    }

    /*
     * Where a shift is so large that delta is no small part of P's tail: that tail less e^eps times Q's, each by Euler and
     * Maclaurin's midpoint form. With R Mills' ratio a tail is phi(x) (R(x) - bend(x)) up to the rest, see the theory page; and
     * e^eps phi(far) = e^(eps - loss) phi(near).
     */
    private Bracket tails(double epsilon, double m) {
        double near = (m - 0.5 - shift) / sigma;
        double far = (m - 0.5) / sigma;
        double second = Math.exp(-gap(m - 0.5, epsilon)) * (Normal.mills(far) - bend(far));
        double part = Normal.MILLS_RELATIVE_ERROR + 8 * Ulp.ONE + 1.4e-7 * Math.pow((far + 3.5) / sigma, 9);
        if (near < 0) {
            double density = Normal.pdf(near);
            double first = Normal.sf(near) - density * bend(near);
            double value = first - density * second;
            return LogDelta.of(value, 1e-15 + 2 * part * first / value, Bracket.exactly(0));
        }
        double first = Normal.mills(near) - bend(near);
        double value = first - second;
        Twofold exponent = halfSquare(m - 0.5 - shift);
        double log = Math.log(value) - exponent.low() - HALF_LOG_2PI - exponent.high();
        return LogDelta.ofLog(log, 1e-15 + 2.2 * part * first / value);
    }

    private static final double[] BERNOULLI = {1, -0.5, 1.0 / 6, 0, -1.0 / 30, 0, 1.0 / 42, 0, -1.0 / 30, 0};
    private static final int ORDER = 8;

    /*
     * Where the terms change slowly from one integer to the next, the same sum by Euler and Maclaurin around the real z0 of loss
     * epsilon. The integral is the Gaussian profile. With t, h = z0/sigma -+ ..., P's density at z0 is phi(t - h)/sigma, and the
     * i-th derivative of the terms there is -phi(t - h)/sigma (-1/sigma)^i (He_i(t + h) - He_i(t - h)): see the theory page,
     * which also bounds what the first eight derivatives leave out.
     */
    private Bracket smooth(double epsilon, double t) {
        Bracket integral = new GaussianPair(shift / sigma).logDelta(epsilon);
        double correction = 0;
        double error = 0.01;
        if (t <= 40) {
            double z0 = t * sigma + shift / 2.0;
            correction = correction(t, 0.5 * shift / sigma, 1 - (z0 - Math.floor(z0)));
            double slope = (t + 3.5) / sigma;
            double gapError = Math.min(1e-7, 1e-15 * (t + 2) * sigma) + 1e-14;
            error = 1.5e-6 * Math.pow(slope, 9)
                    + Math.min(1, 8 * Ulp.ONE * z0) * slope * slope
                    + gapError * Math.abs(correction);
        }
        double log = Math.log1p(correction);
        double upper = integral.upper() + log + 1.1 * error + 4 * Ulp.ONE * (1 - integral.upper());
        return Bracket.of(
                integral.lower() + log - 1.1 * error - 4 * Ulp.ONE * (1 - integral.lower()), Math.min(0, upper));
    }

    /** The sum's distance from the integral, relative to the integral. */
    private double correction(double t, double h, double u) {
        double gap = h > 1e-4 ? Normal.mills(t - h) - Normal.mills(t + h) : 2 * h * (1 - t * Normal.mills(t));
        double[] hermite = new double[ORDER];
        hermite[0] = 1;
        for (int i = 1; i < ORDER; i++) hermite[i] = t * hermite[i - 1] - (i > 1 ? (i - 1) * hermite[i - 2] : 0);
        double sum = 0;
        double factor = 1;
        for (int i = 1; i <= ORDER; i++) {
            factor /= -sigma * (i + 1);
            sum += factor * bernoulli(i + 1, u) * difference(i, h, hermite);
        }
        return sum / (sigma * gap);
    }

    /** He_i(t + h) - He_i(t - h), from the Hermite polynomials at t. */
    private static double difference(int i, double h, double[] hermite) {
        double sum = 0;
        double term = i * h;
        for (int k = 1; k <= i; k += 2) {
            sum += 2 * term * hermite[i - k];
            term *= h * h * (i - k) * (i - k - 1) / ((k + 1.0) * (k + 2));
        }
        return sum;
    }

    private static double bernoulli(int n, double u) {
        double sum = 0;
        double choose = 1;
        for (int k = 0; k <= n; k++) {
            sum = sum * u + choose * (k < BERNOULLI.length ? BERNOULLI[k] : 0);
            choose *= (n - k) / (k + 1.0);
        }
        return sum;
    }

    @Override
    public List<Atom> atoms() {
        return atoms;
    }

    @Override
    public boolean continuous() {
        return atoms.isEmpty();
    }

    /*
     * The integers z1 < z <= z2 by Euler and Maclaurin's midpoint form: the integral from z1 + 1/2 to z2 + 1/2 plus
     * E(z2 + 1/2) - E(z1 + 1/2), where E = -f'/24 + 7 f'''/5760 - ... With sigma above 250 and |x| below 38 sigma the next term
     * is below 1e-15 of the sum. An edge that is off takes a share of the integer next to it.
     */
    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        if (!continuous()) {
            Arrays.fill(p, 0);
            Arrays.fill(q, 0);
            return;
        }
        double last = last(edges[0]);
        double underP = (last + 0.5 - shift) / sigma;
        double underQ = (last + 0.5) / sigma;
        double endP = ends(underP);
        double endQ = ends(underQ);
        for (int i = 0; i + 1 < edges.length; i++) {
            double next = last(edges[i + 1]);
            double nextP = (next + 0.5 - shift) / sigma;
            double nextQ = (next + 0.5) / sigma;
            double nextEndP = ends(nextP);
            double nextEndQ = ends(nextQ);
            p[i] = next == last ? 0 : Math.max(0, Normal.between(underP, nextP) + (nextEndP - endP));
            q[i] = next == last ? 0 : Math.max(0, Normal.between(underQ, nextQ) + (nextEndQ - endQ));
            last = next;
            underP = nextP;
            underQ = nextQ;
            endP = nextEndP;
            endQ = nextEndQ;
        }
    }

    /** The last integer whose loss is at most that of the edge. */
    private double last(double edge) {
        return Math.floor(edge * sigma / shift * sigma + shift / 2.0);
    }

    private double ends(double t) {
        double density = Normal.pdf(t);
        return density == 0 ? 0 : density * bend(t);
    }

    /** How much the integral of P's density from t on exceeds the sum, relative to the density. */
    private double bend(double t) {
        double s = 1 / (sigma * sigma);
        double tt = t * t;
        double third = tt - 3;
        double fifth = tt * (tt - 10) + 15;
        double seventh = tt * (tt * (tt - 21) + 105) - 105;
        return t
                * s
                * (1.0 / 24
                        - s * (7.0 / 5760 * third - s * (31.0 / 967680 * fifth - s * (127.0 / 154828800 * seventh))));
    }

    @Override
    public double massError() {
        return continuous() ? 4 * Normal.BETWEEN_RELATIVE_ERROR : 16 * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        double mu = shift / sigma;
        return continuous() ? 8 * Ulp.ONE * (Math.abs(loss) + mu * mu) : 0;
    }

    @Override
    public Bracket infinity() {
        return infinity;
    }

    @Override
    public Bracket missing() {
        return missing;
    }

    @Override
    public double lossMin() {
        return continuous() ? Double.NEGATIVE_INFINITY : atoms.get(0).loss();
    }

    @Override
    public double lossMax() {
        return continuous()
                ? Double.POSITIVE_INFINITY
                : atoms.get(atoms.size() - 1).loss();
    }

    @Override
    public double unit() {
        return atoms.size() > 1 ? shift / sigma / sigma : Double.NaN;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DiscreteGaussianPair pair && pair.sigma == sigma && pair.shift == shift;
    }

    @Override
    public int hashCode() {
        return Objects.hash(sigma, shift);
    }

    @Override
    public String toString() {
        return "DiscreteGaussianPair[sigma=" + sigma + ", shift=" + shift + "]";
    }
}
