package io.sordino.loss.sampling;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.CompensatedSum;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The pair of a mechanism that runs on a sample which the record joins with probability {@code rate}.
 *
 * <p>Removing the record: (1 - q) Q + q P against Q, loss log(1 - q + q e^x). Adding it: P against (1 - q) P + q Q, loss
 * -log(1 - q + q e^-x). Both are monotone in the loss x of the base, so atoms move and cells are the base's between moved
 * edges; no mass is ever subtracted.
 */
public final class PoissonPair implements Pair {
    private static final double FARTHEST = 1e307;

    private final double rate;
    private final Change change;
    private final Pair base;
    private final Deficit deficit;
    /** P-mass of the base at infinite loss, on the side that this pair serves. */
    private final double infinity;

    private final List<Atom> atoms;

    /**
     * @param base whose masses at infinity are known so well that one pair serves both sides
     */
    public PoissonPair(double rate, Change change, Pair base) {
        this(rate, change, base, Side.LOWER, base.infinity().upper());
        if (doubtOf(base.infinity()) > 1e-9)
            throw new IllegalArgumentException(
                    "a pair for both sides needs the mass at infinity, which is in " + base.infinity());
    }

    /**
     * @param side that the pair serves; the base was made for it, or for both
     */
    public PoissonPair(double rate, Change change, Pair base, Side side) {
        this(rate, change, base, side, atInfinity(base, side));
    }

    private PoissonPair(double rate, Change change, Pair base, Side side, double infinity) {
        if (!(rate > 0 && rate < 1)) throw new IllegalArgumentException("rate must be in (0, 1), was " + rate);
        this.rate = rate;
        this.change = change;
        this.base = base;
        this.infinity = infinity;
        this.deficit = Deficit.of(base);
        this.atoms = change == Change.ADDED ? added() : removed(side);
    }

    /** The same on both sides where rounding is all that tells them apart. */
    private static double atInfinity(Pair base, Side side) {
        Bracket mass = base.infinity();
        return side == Side.UPPER || doubtOf(mass) <= base.massError() ? mass.upper() : mass.lower();
    }

    private static double doubtOf(Bracket mass) {
        return mass.upper() == mass.lower() ? 0 : (mass.upper() - mass.lower()) / mass.upper();
    }

    /**
     * Q-mass that no atom or cell of the base has: where P has none, or so little that it is no double, or what a bound from
     * above left out.
     *
     * @param mass with all that is seen it is 1, up to the doubt
     * @param stated how much of it the base knows to be where P has none
     */
    private record Deficit(double mass, double stated, double doubt) {
        static Deficit of(Pair base) {
            CompensatedSum seen = new CompensatedSum();
            double doubt = 8 * Ulp.ONE;
            for (Atom atom : base.atoms()) {
                if (!(atom.mass() > 0)) continue;
                double other = atom.qMass();
                seen.add(other);
                doubt += other * (base.massError() + base.edgeError(atom.loss()));
            }
            if (base.continuous()) {
                double[] q = new double[1];
                base.cells(new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}, new double[1], q);
                seen.add(q[0]);
                doubt += q[0] * base.massError();
            }
            double rest = 1 - seen.value();
            double stated = base.missing().upper();
            double mass = Math.max(0, Math.max(rest - doubt, Math.min(rest + doubt, stated)));
            return new Deficit(mass, Math.min(mass, stated), doubt);
        }
    }

    private List<Atom> removed(Side side) {
        List<Atom> moved = new ArrayList<>();
        // what no double shows has a loss below -600; what a bound from above left out may lie below all that it has
        double lowest = side == Side.UPPER ? base.lossMin() : Double.NEGATIVE_INFINITY;
        double certain = lowest > Double.NEGATIVE_INFINITY ? deficit.stated : deficit.mass;
        if (certain > 0) moved.add(new Atom(forward(Double.NEGATIVE_INFINITY), (1 - rate) * certain));
        double unseen = deficit.mass - certain;
        if (unseen > 0) moved.add(new Atom(forward(lowest), (1 - rate) * unseen));
        for (Atom atom : base.atoms()) {
            if (!(atom.mass() > 0)) continue;
            double mass = (1 - rate) * atom.qMass() + rate * atom.mass();
            // more than all of Q at one loss, as a bound from above may have: with all of Q the same P-mass has a
            // larger loss
            boolean excess = Math.log(atom.mass()) - atom.loss() > 1e-9;
            moved.add(new Atom(forward(excess ? Math.log(atom.mass()) : atom.loss()), Math.min(1, mass)));
        }
        moved.sort(Comparator.comparingDouble(Atom::loss));
        return List.copyOf(moved);
    }

    private List<Atom> added() {
        List<Atom> moved = new ArrayList<>();
        for (Atom atom : base.atoms()) moved.add(new Atom(forward(atom.loss()), atom.mass()));
        if (infinity > 0) moved.add(new Atom(forward(Double.POSITIVE_INFINITY), infinity));
        return List.copyOf(moved);
    }

    /** The loss here for a loss of the base. */
    private double forward(double x) {
        return change == Change.ADDED ? -log(rate, -x) : log(rate, x);
    }

    /** log(1 - q + q e^x), by the way that neither cancels nor overflows. */
    static double log(double rate, double x) {
        if (x < -0.5) {
            double value = (1 - rate) + rate * Math.exp(x);
            return value < 0.5 ? Math.log(value) : Math.log1p(rate * Math.expm1(x));
        }
        if (x <= 700) return Math.log1p(rate * Math.expm1(x));
        double shifted = x + Math.log(rate);
        return shifted < 30
                ? Math.log1p(Math.exp(shifted) - rate)
                : shifted + Math.log1p((1 - rate) * Math.exp(-shifted));
    }

    /** The loss of the base for a loss here; infinite outside the range. */
    private double backward(double y) {
        return change == Change.ADDED ? -inverse(rate, -y) : inverse(rate, y);
    }

    /** The x whose log(1 - q + q e^x) is y; minus infinity where there is none. */
    static double inverse(double rate, double y) {
        if (y > 30) return y - Math.log(rate) + Math.log1p(-(1 - rate) * Math.exp(-y));
        if (y < -0.7) {
            double value = Math.exp(y) - (1 - rate);
            return value > 0 ? Math.log(value / rate) : Double.NEGATIVE_INFINITY;
        }
        double ratio = Math.expm1(y) / rate;
        if (ratio > 1e300) return Math.log(Math.expm1(y)) - Math.log(rate);
        return ratio > -1 ? Math.log1p(ratio) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        return logDelta(rate, change, base, epsilon);
    }

    /** The profile of the sampled mechanism from any profile of the base; nothing is composed. */
    static Bracket logDelta(double rate, Change change, Profile base, double epsilon) {
        return change == Change.ADDED ? adding(rate, base, epsilon) : removing(rate, base, epsilon);
    }

    /** q H(t), e^t = 1 + (e^eps - 1)/q; and 1 - e^eps where that is not positive. */
    private static Bracket removing(double rate, Profile base, double epsilon) {
        // beyond, the doubt about t would be larger than any number
        if (epsilon > FARTHEST)
            return Bracket.of(
                    Double.NEGATIVE_INFINITY, removing(rate, base, FARTHEST).upper());
        double t = inverse(rate, epsilon);
        if (t == Double.NEGATIVE_INFINITY) return gap(epsilon);
        double ratio = epsilon > 30 ? 0 : Math.expm1(epsilon) / rate;
        // close to the end of the range t is steep in epsilon
        double error = 8
                * Ulp.ONE
                * (1 + Math.abs(t) + Math.abs(epsilon) + (epsilon > 30 ? 0 : Math.abs(ratio) / (1 + ratio)));
        Bracket log = Bracket.of(
                base.logDelta(t + error).lower(), base.logDelta(t - error).upper());
        Bracket moved = shifted(log, Math.log(rate));
        if (!(epsilon < 0)) return moved;
        // no pair is below 1 - e^eps
        double least = gap(epsilon).lower();
        return Bracket.of(Math.max(moved.lower(), least), Math.max(moved.upper(), least));
    }

    /** c H(t), c = 1 - e^eps (1 - q), e^t = q e^eps / c; and 0 where c is not positive. */
    private static Bracket adding(double rate, Profile base, double epsilon) {
        double exponent = epsilon + Math.log1p(-rate);
        double doubt = 4 * Ulp.ONE * (Math.abs(epsilon) + Math.abs(Math.log1p(-rate)));
        if (exponent > doubt) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        double c = -Math.expm1(exponent);
        double relative = doubt / Math.max(c, 1e-300) + 4 * Ulp.ONE;
        if (!(relative < 0.1)) {
            // so close to the largest loss that only the size of c is known. e^exponent is at most 1 where c is
            // positive,
            // so the exponent's doubt is at least that of c; delta is c H(t), and H at most 1
            double most = (Math.max(0, c) + doubt) * (1 + 1e-12);
            return Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, Up.log(most)));
        }
        double logC = Math.log(c);
        double t = epsilon + Math.log(rate) - logC;
        double error = 2 * relative + 8 * Ulp.ONE * (1 + Math.abs(epsilon) + Math.abs(logC) + Math.abs(Math.log(rate)));
        Bracket log = Bracket.of(
                base.logDelta(t + error).lower(), base.logDelta(t - error).upper());
        Bracket moved = shifted(log, logC);
        return Bracket.of(moved.lower() - relative * 1.2, Math.min(0, moved.upper() + relative * 1.2));
    }

    private static Bracket gap(double epsilon) {
        double log = Math.log(-Math.expm1(epsilon));
        return Bracket.of(
                log - 8 * Ulp.ONE * (1 + Math.abs(log)), Math.min(0, log + 8 * Ulp.ONE * (1 + Math.abs(log))));
    }

    private static Bracket shifted(Bracket log, double by) {
        double ulps = 4 * Math.ulp(Math.abs(by) + 1);
        return Bracket.of(Down.add(log.lower(), by) - ulps, Math.min(0, Up.add(log.upper(), by) + ulps));
    }

    @Override
    public List<Atom> atoms() {
        return atoms;
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double[] moved = new double[edges.length];
        for (int i = 0; i < edges.length; i++) {
            moved[i] = backward(edges[i]);
            if (i > 0 && !(moved[i] >= moved[i - 1])) moved[i] = moved[i - 1];
        }
        base.cells(moved, p, q);
        if (change == Change.ADDED) for (int i = 0; i < p.length; i++) q[i] = (1 - rate) * p[i] + rate * q[i];
        else for (int i = 0; i < p.length; i++) p[i] = (1 - rate) * q[i] + rate * p[i];
    }

    @Override
    public boolean continuous() {
        return base.continuous();
    }

    @Override
    public double massError() {
        return base.massError() + (change == Change.ADDED ? 0 : deficit.doubt) + 6 * Ulp.ONE;
    }

    /** The base's error shrinks by the slope of the map; the map adds a few ulps of its own. */
    @Override
    public double edgeError(double loss) {
        double x = backward(loss);
        if (!(Math.abs(x) < Double.POSITIVE_INFINITY)) return 8 * Ulp.ONE * (rate + Math.abs(loss));
        // q e^x / (1 - q + q e^x) at the base's loss, or the same with -x
        double odds = rate * Math.exp(Math.min(700, change == Change.ADDED ? -x : x));
        double slope = odds == Double.POSITIVE_INFINITY ? 1 : odds / (1 - rate + odds);
        return slope * (base.edgeError(x) + 8 * Ulp.ONE * Math.abs(x)) + 8 * Ulp.ONE * Math.abs(loss);
    }

    @Override
    public Bracket infinity() {
        return change == Change.ADDED ? Bracket.exactly(0) : base.infinity().times(rate);
    }

    @Override
    public Bracket missing() {
        return change == Change.ADDED ? Bracket.exactly(rate * deficit.mass) : Bracket.exactly(0);
    }

    @Override
    public boolean isWhole() {
        return base.isWhole() && deficit.mass == 0;
    }

    @Override
    public double lossMin() {
        return atoms.isEmpty()
                ? forward(base.lossMin())
                : Math.min(forward(base.lossMin()), atoms.get(0).loss());
    }

    @Override
    public double lossMax() {
        return change == Change.ADDED && infinity > 0 ? forward(Double.POSITIVE_INFINITY) : forward(base.lossMax());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PoissonPair pair
                && pair.rate == rate
                && pair.change == change
                && pair.base.equals(base)
                // made for one side or for both
                && pair.atoms.equals(atoms);
    }

    @Override
    public int hashCode() {
        return Double.hashCode(rate) * 31 + base.hashCode() * 2 + (change == Change.ADDED ? 1 : 0);
    }
}
