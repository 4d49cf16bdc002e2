package io.sordino.loss.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Twofold;
import io.sordino.numeric.Ulp;
import java.util.List;

/**
 * A loss between -span and span whose P-density rises like e^(loss/2), with atoms at the two ends and mass at infinity: what
 * Laplace noise, truncated Laplace noise and the exponential mechanism have in common.
 *
 * @param top P-mass of the atom at +span; the one at -span is e^-span times that
 * @param middle P-mass of the continuous part
 */
public record LaplacePair(Twofold span, double top, double middle, Bracket infinity) implements Pair {
    /*
     * With w = e^((eps - span)/2) and W = 1 - e^-span, for |eps| <= span:
     *     P(cell [a, b]) = middle / W * e^((b - span)/2) (1 - e^((a-b)/2)),   Q(cell) = middle / W * e^(-(a + span)/2) (same)
     *     delta(eps) = infinity + top (1 - w^2) + middle / W * (1 - w)^2
     * and below -span, where every finite loss counts, infinity + (1 - infinity)(1 - e^eps). Every term is positive. The span
     * is kept in two doubles since delta close to it is a multiple of the small difference span - eps.
     */

    public LaplacePair {
        if (!(span.high() > 0 && span.high() < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("span must be above 0 and finite, was " + span.high());
        if (!(top >= 0 && middle >= 0 && top + middle <= 1.0000001))
            throw new IllegalArgumentException("masses must be in [0, 1], were " + top + " and " + middle);
    }

    /** Laplace noise of the given scale on a value that moves by {@code shift}. */
    public static Pair noise(double shift, double scale) {
        Twofold theta = Twofold.quotient(shift, scale);
        if (theta.high() == Double.POSITIVE_INFINITY) return AtomicPair.certain();
        if (theta.high() == 0) return AtomicPair.equal();
        return new LaplacePair(theta, 0.5, -0.5 * Math.expm1(-theta.high()), Bracket.exactly(0));
    }

    /** The same noise cut to [-bound, bound]. */
    public static Pair truncatedNoise(double shift, double scale, double bound) {
        // 2 (bound - shift/2): how far the supports overlap
        Twofold overlap = Twofold.sum(2 * bound, -shift).over(scale);
        Twofold theta = Twofold.quotient(shift, scale);
        if (!(overlap.high() > 0)) return AtomicPair.certain();
        double beta = bound / scale;
        double norm = -2 * Math.expm1(-beta);
        if (bound < shift) {
            if (overlap.high() == Double.POSITIVE_INFINITY) return AtomicPair.certain();
            // e^(beta - theta) (1 - e^-overlap) / norm
            double finite = Twofold.sum(shift, -bound).over(scale).exp(-1) * -Math.expm1(-overlap.high()) / norm;
            return new LaplacePair(overlap, 0, finite, around(1 - finite));
        }
        if (theta.high() == Double.POSITIVE_INFINITY) return AtomicPair.certain();
        if (theta.high() == 0) return AtomicPair.equal();
        Twofold spare = Twofold.sum(bound, -shift).over(scale);
        double middle = -Math.expm1(-theta.high()) / norm;
        double top = -Math.expm1(-spare.high()) / norm;
        double beyond = spare.exp(-1) * middle;
        return new LaplacePair(theta, top, middle, around(beyond));
    }

    private static Bracket around(double mass) {
        Bracket wide = Bracket.around(mass, 16 * Ulp.ONE);
        return Bracket.of(
                Math.max(0, wide.lower() - 4 * Double.MIN_VALUE), Math.min(1, wide.upper() + 4 * Double.MIN_VALUE));
    }

    /** The envelope of all mechanisms whose losses lie in an interval of length {@code epsilon}. */
    public static Pair boundedRange(double epsilon) {
        return epsilon == 0 ? AtomicPair.equal() : new LaplacePair(Twofold.of(epsilon), 0, 1, Bracket.exactly(0));
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon == Double.NEGATIVE_INFINITY) return Bracket.exactly(0);
        Twofold gap = span.minus(epsilon);
        if (!(gap.high() > 0)) return LogDelta.of(infinity.lower(), infinity.upper());
        if (span.plus(epsilon).high() < 0) return LogDelta.of(finite() * -Math.expm1(epsilon), 16 * Ulp.ONE, infinity);
        double half = -Math.expm1(-gap.high() / 2);
        double share = half / -Math.expm1(-span.high());
        double value = top * -Math.expm1(-gap.high()) + middle * share * half;
        if (value < 1e-290 && top == 0 && infinity.upper() == 0)
            return LogDelta.ofLog(
                    Math.log(middle) + Math.log(share) + Math.log(half), half < 1e-290 ? 1 : 16 * Ulp.ONE);
        return LogDelta.of(value, 16 * Ulp.ONE, infinity);
    }

    private double finite() {
        return top + bottom() + middle;
    }

    private double bottom() {
        return top * span.exp(-1);
    }

    @Override
    public List<Atom> atoms() {
        if (top == 0) return List.of();
        Atom high = new Atom(span.high(), top, span.low());
        double bottom = bottom();
        // less than that is within the error of the other atom, which lies above it
        return bottom < 1e-290 ? List.of(high) : List.of(new Atom(-span.high(), bottom, -span.low()), high);
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double whole = -Math.expm1(-span.high());
        for (int i = 0; i + 1 < edges.length; i++) {
            Twofold toTop = edges[i + 1] >= span.high() ? Twofold.of(0) : span.minus(edges[i + 1]);
            Twofold fromBottom = edges[i] <= -span.high() ? Twofold.of(0) : span.plus(edges[i]);
            double width = width(edges[i], edges[i + 1]);
            double share = width > 0 ? middle * share(width, whole) : 0;
            p[i] = share == 0 ? 0 : share * toTop.exp(-0.5);
            q[i] = share == 0 ? 0 : share * fromBottom.exp(-0.5);
        }
    }

    /** (1 - e^(-width/2)) / whole. */
    private static double share(double width, double whole) {
        return whole > 1e-290 ? -Math.expm1(-width / 2) / whole : width / whole / 2;
    }

    /** How much of the cell lies within the support. */
    private double width(double from, double to) {
        boolean below = from <= -span.high();
        boolean above = to >= span.high();
        if (below && above) return 2 * span.high();
        if (below) return span.plus(to).high();
        return above ? span.minus(from).high() : to - from;
    }

    @Override
    public boolean continuous() {
        return true;
    }

    @Override
    public double massError() {
        return 16 * Ulp.ONE;
    }

    /** Edges are taken as they are. */
    @Override
    public double edgeError(double loss) {
        return 0;
    }

    @Override
    public boolean isWhole() {
        return infinity.upper() == 0;
    }

    @Override
    public double lossMin() {
        return -span.high();
    }

    @Override
    public double lossMax() {
        return span.high();
    }
}
