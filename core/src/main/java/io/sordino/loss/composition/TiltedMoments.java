package io.sordino.loss.composition;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import java.util.Optional;

/**
 * Moments of a loss L under P, tilted by e^(theta L), that stay exact relative to the size of the loss however small it is. They
 * are of the part of the law between two losses; how much P-mass is left out is told.
 *
 * <p>With r = e^L the moment E_P e^(theta L) = E_Q r^a, a = theta + 1, is 1 + E_Q [r^a - 1 - a (r - 1)], since P and Q both have
 * all their mass ({@link Pair#isWhole}): what is added up is positive, and of the size of the answer. Each function is convex in r where it counts, so
 * that in a cell it lies above its value at the cell's mean p/q (Jensen) and below its chord.
 */
final class TiltedMoments {
    private static final int CELLS = 3000;
    /** Beyond these the functions below lose digits. */
    private static final double LEAST_THETA = 0.05;

    private static final double LARGEST_THETA = 200;

    private static final double LARGEST_EXPONENT = 500;
    /** No function below is off by more, relatively; the sums of a few thousand positive terms are not either. */
    private static final double RELATIVE = 1e-11;
    /** Q-masses below have lost digits. */
    private static final double LEAST = 1e-290;

    private final double a;
    /** Losses above are where x -> r^a L - x and r^a L^2 are convex. */
    private final double convexMean;

    private final double convexSquare;
    private final Sum excess = new Sum();
    private final Sum mean = new Sum();
    private final Sum square = new Sum();
    private double cube;
    private double pOut;
    private double qOut;

    /** A function of x = r - 1 that is 0 and least at 0. */
    private interface Valley {
        double at(double x);
    }

    private static final class Sum {
        double lower;
        double upper;
        /** Of all terms, whatever their sign: what their rounding is relative to. */
        double size;

        void add(double low, double high) {
            lower += low;
            upper += high;
            size += Math.abs(low) + Math.abs(high);
        }

        Bracket plus(double low, double high) {
            double slack = RELATIVE * (size + Math.abs(low) + Math.abs(high));
            return Bracket.of(lower + low - slack, upper + high + slack);
        }
    }

    private TiltedMoments(double theta) {
        a = theta + 1;
        convexMean = -(2 * a - 1) / (a * theta);
        convexSquare = (-(4 * a - 2) + Math.sqrt(8 * a * a - 8 * a + 4)) / (2 * a * theta);
    }

    /** Empty where a law does not have all its mass, or where the tilt is too steep or too flat. */
    static Optional<TiltedMoments> of(Pair pair, LossSketch sketch, double theta) {
        double most = (theta + 1) * Math.max(Math.abs(sketch.from), Math.abs(sketch.to));
        if (!(pair.isWhole() && theta >= LEAST_THETA && theta <= LARGEST_THETA && most <= LARGEST_EXPONENT))
            return Optional.empty();
        TiltedMoments moments = new TiltedMoments(theta);
        if (pair.continuous()) moments.takeCells(pair, sketch);
        for (Atom atom : pair.atoms()) moments.takeAtom(pair, atom, sketch);
        return Optional.of(moments);
    }

    private void takeCells(Pair pair, LossSketch sketch) {
        double[] edges = edges(sketch);
        double[] p = new double[edges.length - 1];
        double[] q = new double[edges.length - 1];
        pair.cells(edges, p, q);
        double doubt = pair.massError();
        for (int i = 0; i < p.length; i++) {
            boolean seen = edges[i] > Double.NEGATIVE_INFINITY && edges[i + 1] < Double.POSITIVE_INFINITY;
            if (!(seen && p[i] > LEAST && q[i] > LEAST)) leaveOut(p[i], q[i], doubt);
            else
                take(
                        below(edges[i], pair.edgeError(edges[i])),
                        above(edges[i + 1], pair.edgeError(edges[i + 1])),
                        (p[i] - q[i]) / q[i],
                        2.1 * doubt,
                        q[i] * (1 - doubt),
                        q[i] * (1 + doubt));
        }
    }

    private static double below(double edge, double error) {
        return edge - error - 2 * Math.ulp(edge);
    }

    private static double above(double edge, double error) {
        return edge + error + 2 * Math.ulp(edge);
    }

    private void takeAtom(Pair pair, Atom atom, LossSketch sketch) {
        double q = atom.qMass();
        double doubt = pair.massError() + pair.edgeError(atom.loss());
        if (!(atom.loss() >= sketch.from && atom.loss() <= sketch.to && q > LEAST)) leaveOut(atom.mass(), q, doubt);
        else
            take(
                    below(atom.loss(), pair.edgeError(atom.loss())),
                    above(atom.loss(), pair.edgeError(atom.loss())),
                    Math.expm1(atom.loss()),
                    4 * doubt,
                    q * (1 - doubt),
                    q * (1 + doubt));
    }

    private void leaveOut(double p, double q, double doubt) {
        pOut += p * (1 + doubt) + Double.MIN_NORMAL;
        qOut += q * (1 + doubt) + LEAST;
    }

    /** As in a sketch, and open at both ends. */
    private static double[] edges(LossSketch sketch) {
        double[] edges = new double[CELLS + 3];
        edges[0] = Double.NEGATIVE_INFINITY;
        System.arraycopy(sketch.edges(CELLS), 0, edges, 1, CELLS + 1);
        edges[CELLS + 2] = Double.POSITIVE_INFINITY;
        return edges;
    }

    /**
     * @param from the least loss of the cell
     * @param to its largest loss
     * @param x the cell's mean of r - 1 under Q
     * @param doubt relative to r
     */
    private void take(double from, double to, double x, double doubt, double qLeast, double qMost) {
        double xFrom = Math.expm1(from) - Math.ulp(from);
        double xTo = Math.expm1(to) + Math.ulp(to);
        double off = doubt * (1 + Math.abs(x));
        double low = Math.min(xTo, Math.max(xFrom, x - off));
        double high = Math.min(xTo, Math.max(xFrom, x + off));
        add(excess, this::excess, xFrom, xTo, low, high, qLeast, qMost);
        double rFrom = Math.exp(a * from);
        double rTo = Math.exp(a * to);
        double largest = Math.max(Math.abs(from), Math.abs(to));
        if (from > convexMean) add(mean, this::mean, xFrom, xTo, low, high, qLeast, qMost);
        else addRange(mean, rTo * from - xTo, (to < 0 ? rFrom : rTo) * to - xFrom, qMost);
        if (from > convexSquare) add(square, this::square, xFrom, xTo, low, high, qLeast, qMost);
        else addRange(square, 0, rTo * largest * largest, qMost);
        cube += qMost * rTo * largest * largest * largest;
    }

    private static void add(
            Sum sum, Valley f, double xFrom, double xTo, double low, double high, double qLeast, double qMost) {
        double least = low <= 0 && high >= 0 ? 0 : Math.min(f.at(low), f.at(high));
        double atFrom = f.at(xFrom);
        double atTo = f.at(xTo);
        double slope = (atTo - atFrom) / (xTo - xFrom);
        double chord = Math.max(atFrom + slope * (low - xFrom), atFrom + slope * (high - xFrom));
        double ends = Math.max(atFrom, atTo);
        double most = chord <= ends ? chord : ends;
        sum.add(qLeast * least * (1 - RELATIVE), qMost * (most * (1 + RELATIVE) + 1e-13 * ends));
    }

    /** A function of either sign that lies between two values. */
    private static void addRange(Sum sum, double low, double high, double qMost) {
        sum.add(qMost * Math.min(0, low), qMost * Math.max(0, high));
    }

    /** r^a - 1 - a (r - 1). */
    private double excess(double x) {
        if (a * Math.abs(x) < 0.02) {
            double series = 0;
            for (int k = 9; k >= 3; k--) series = (a - k + 1) / k * x * (1 + series);
            return a * (a - 1) / 2 * x * x * (1 + series);
        }
        return Math.expm1(a * Math.log1p(x)) - a * x;
    }

    /** r^a L - (r - 1). */
    private double mean(double x) {
        double loss = Math.log1p(x);
        return Math.expm1(a * loss) * loss + logLess(x);
    }

    /** log(1 + x) - x. */
    private static double logLess(double x) {
        if (!(Math.abs(x) < 0.02)) return Math.log1p(x) - x;
        double series = 0;
        for (int k = 10; k >= 2; k--) series = -x * (1.0 / k + series);
        return x * series;
    }

    /** r^a L^2. */
    private double square(double x) {
        double loss = Math.log1p(x);
        return Math.exp(a * loss) * loss * loss;
    }

    /** P-mass that was left out, at most. */
    double leftOut() {
        return pOut;
    }

    /** E_P e^(theta L) - 1. */
    Bracket excess() {
        return excess.plus(-qOut - a * pOut, a * qOut);
    }

    /** E_P L e^(theta L). */
    Bracket mean() {
        return mean.plus(-pOut, qOut);
    }

    /** E_P L^2 e^(theta L). */
    Bracket square() {
        return square.plus(0, 0);
    }

    /** E_P |L|^3 e^(theta L), at most. */
    double cube() {
        return cube * (1 + RELATIVE);
    }
}
