package io.sordino.loss.renyi;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Moments of the loss of a pair under P, from both sides. A cell's masses are drawn together for the lower end and moved to its two ends for the upper one:
 * under Q the moment of order alpha is the mean of the convex V^alpha.
 *
 * <p>A pair that was made for one side of the truth bounds that side alone.
 */
public final class PairMoments {
    private static final int COARSE = 400;
    private static final int FINE = 4000;
    private static final double NEGLIGIBLE = 1e-14;
    private static final double RARE = 1e-280;
    private static final double SELDOM = 1e-40;
    private static final double FARTHEST = 1e6;

    private final Pair pair;
    private final double power;
    private final double[] edges;
    private final double[] p;
    private final double[] q;

    /** @param alpha an order of at least 1 */
    public PairMoments(Pair pair, double alpha) {
        this.pair = pair;
        power = alpha - 1;
        if (!pair.continuous()) {
            edges = new double[0];
            p = new double[0];
            q = new double[0];
            return;
        }
        double high = pair.lossMax() < Double.POSITIVE_INFINITY ? pair.lossMax() : reach(true);
        double low = pair.lossMin() > Double.NEGATIVE_INFINITY ? pair.lossMin() : -reach(false);
        edges = refined(low, high);
        p = new double[edges.length - 1];
        q = new double[edges.length - 1];
        pair.cells(edges, p, q);
    }

    private double reach(boolean above) {
        double far = 1e-3;
        while (far < FARTHEST && (above ? pair.above(far) > RARE : pair.notAbove(-far) > SELDOM)) far *= 1.5;
        return far;
    }

    /** Fine where the moment comes from, coarse elsewhere. */
    private double[] refined(double low, double high) {
        Patience.check();
        double[] coarse = spaced(low, high, COARSE);
        double[] mass = new double[COARSE];
        pair.cells(coarse, mass, new double[COARSE]);
        double top = Double.NEGATIVE_INFINITY;
        double[] log = new double[COARSE];
        for (int i = 0; i < COARSE; i++) {
            log[i] = Math.log(mass[i]) + Math.max(0, power * coarse[i + 1]);
            top = Math.max(top, log[i]);
        }
        int first = COARSE;
        int last = 0;
        for (int i = 0; i < COARSE; i++)
            if (log[i] > top + Math.log(NEGLIGIBLE)) {
                first = Math.min(first, i);
                last = i + 1;
            }
        if (!(first < last)) return coarse;
        double[] fine = spaced(coarse[first], coarse[last], FINE);
        double[] all = new double[first + fine.length + COARSE - last];
        System.arraycopy(coarse, 0, all, 0, first);
        System.arraycopy(fine, 0, all, first, fine.length);
        System.arraycopy(coarse, last + 1, all, first + fine.length, COARSE - last);
        return all;
    }

    private static double[] spaced(double low, double high, int cells) {
        double[] edges = new double[cells + 1];
        for (int i = 0; i <= cells; i++) edges[i] = low + (high - low) * i / cells;
        edges[cells] = high;
        return edges;
    }

    /** No less than the divergence, but for what lies above the cells; infinity where that is all that can be said. */
    private double upper(double beyond) {
        if (pair.infinity().upper() > 0 || !(beyond < Double.POSITIVE_INFINITY)) return Double.POSITIVE_INFINITY;
        Sum sum = new Sum();
        double doubt = pair.massError() + 8 * Ulp.ONE;
        for (int j = 0; j < p.length; j++) {
            if (!(p[j] > 0)) continue;
            double width = edges[j + 1] - edges[j];
            double full = -Math.expm1(-width);
            double edge = pair.edgeError(edges[j]) + pair.edgeError(edges[j + 1]) + 4 * Math.ulp(edges[j]);
            double error = (4 * pair.massError() + 2 * edge * (1 + 1 / width) + 8 * Ulp.ONE) / full;
            double share = Math.min(1, Math.max(0, (1 - q[j] * Math.exp(edges[j]) / p[j]) / full + error));
            // all to the right where the masses do not tell
            if (!(share >= 0)) share = 1;
            sum.add(p[j] * (1 - share), edges[j]);
            sum.add(p[j] * share, edges[j + 1]);
            doubt = Math.max(doubt, power * edge);
        }
        if (edges.length > 0) sum.add(outside(Double.NEGATIVE_INFINITY, edges[0]), edges[0]);
        if (edges.length > 0 && pair.lossMax() < Double.POSITIVE_INFINITY)
            sum.add(outside(edges[edges.length - 1], Double.POSITIVE_INFINITY), pair.lossMax());
        double reach = 0;
        for (Atom atom : pair.atoms()) {
            sum.add(atom.mass(), atom.loss() + atom.rest());
            reach = Math.max(reach, Math.abs(atom.loss()));
            doubt = Math.max(doubt, power * pair.edgeError(atom.loss()));
        }
        double rounding = 2 * doubt + (power * reach + sum.terms + 64) * 8 * Ulp.ONE;
        double log = sum.logUp(rounding, beyond);
        return Math.max(0, log / power * (1 + 8 * Ulp.ONE));
    }

    /** P-mass above the cells, for whoever knows how much it can matter. */
    private double rest() {
        return edges.length == 0 || pair.lossMax() < Double.POSITIVE_INFINITY
                ? 0
                : outside(edges[edges.length - 1], Double.POSITIVE_INFINITY) + Double.MIN_NORMAL;
    }

    /**
     * No less than the divergence; infinity where nothing can be said.
     *
     * @param curve a bound on the divergences of the same mechanism, which tells how much the rarest losses can matter
     */
    public double upper(DoubleUnaryOperator curve) {
        double rest = rest();
        if (rest == 0) return upper(0);
        // by the inequality of Cauchy and Schwarz, from twice the power
        double order = Math.nextUp(1 + 2 * power);
        double beyond = Up.exp(Up.add(Up.mul(power, curve.applyAsDouble(order)), Up.mul(0.5, Up.log(rest))));
        return upper(Double.isNaN(beyond) ? Double.POSITIVE_INFINITY : beyond);
    }

    private double outside(double from, double to) {
        double[] mass = new double[1];
        pair.cells(new double[] {from, to}, mass, new double[1]);
        return mass[0] * (1 + 2 * pair.massError());
    }

    /** No more than the divergence; the order 1 is the mean of the loss. */
    public double lower() {
        if (pair.infinity().lower() > 0) return Double.POSITIVE_INFINITY;
        Sum sum = new Sum();
        double mean = 0;
        double reach = 1;
        double edge = 0;
        for (int j = 0; j < p.length; j++) {
            if (!(p[j] > 0 && q[j] > Double.MIN_NORMAL / Ulp.ONE)) continue;
            double logP = Math.log(p[j]);
            double logQ = Math.log(q[j]);
            double error = 2 * pair.massError() + 8 * Ulp.ONE + 2 * (Math.ulp(logP) + Math.ulp(logQ));
            double loss = logP - logQ - error - 4 * Ulp.ONE * Math.abs(edges[j]);
            sum.add(p[j], loss);
            mean += p[j] * loss;
            reach = Math.max(reach, Math.abs(loss));
        }
        for (Atom atom : pair.atoms()) {
            sum.add(atom.mass(), atom.loss() + atom.rest());
            mean += atom.mass() * atom.loss();
            reach = Math.max(reach, Math.abs(atom.loss()));
            edge = Math.max(edge, pair.edgeError(atom.loss()));
        }
        double rounding = 2 * pair.massError() + power * edge + (power * reach + sum.terms + 64) * 8 * Ulp.ONE;
        if (power == 0) return Math.max(0, mean - rounding * reach - edge - missed());
        return Math.max(0, sum.logDown(rounding) / power * (1 - 8 * Ulp.ONE));
    }

    /** What the cells outside, drawn together, could take off the mean at most: p log(p/q) with p and q at least 0 is at least -q/e, and p - q. */
    private double missed() {
        if (edges.length == 0) return 0;
        double[] p2 = new double[1];
        double[] q2 = new double[1];
        pair.cells(new double[] {Double.NEGATIVE_INFINITY, edges[0]}, p2, q2);
        return (q2[0] + p2[0]) * (1 + 4 * pair.massError()) + Double.MIN_NORMAL;
    }

    /** A sum of masses times e^(power loss), kept as its distance from the sum of the masses while powers are small. */
    private final class Sum {
        private double[] mass = new double[1024];
        private double[] exponent = new double[1024];
        private int terms;

        void add(double weight, double loss) {
            if (!(weight > 0)) return;
            if (terms == mass.length) {
                mass = Arrays.copyOf(mass, 2 * terms);
                exponent = Arrays.copyOf(exponent, 2 * terms);
            }
            mass[terms] = weight;
            exponent[terms++] = power * loss;
        }

        private double top() {
            double top = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < terms; i++) top = Math.max(top, exponent[i]);
            return top;
        }

        /** Relative to {@code e^scale}, or to the sum of the masses where that is 0. */
        private double excess(double scale) {
            double sum = 0;
            for (int i = 0; i < terms; i++)
                sum += mass[i] * (scale == 0 ? Math.expm1(exponent[i]) : Math.exp(exponent[i] - scale));
            return sum;
        }

        private double whole() {
            double whole = 0;
            for (int i = 0; i < terms; i++) whole += mass[i];
            return whole;
        }

        double logUp(double rounding, double beyond) {
            double top = top();
            if (top < 30) {
                // masses of a pair that only dominates may add up to more than 1
                double sum = excess(0) + Math.max(0, whole() - 1);
                return Math.log1p(Math.max(-1 + 1e-300, sum) + beyond) + rounding * (2 + Math.abs(sum));
            }
            return top + Math.log(excess(top) + beyond * Math.exp(-top)) + rounding + 4 * Ulp.ONE * top;
        }

        double logDown(double rounding) {
            double top = top();
            if (top < 30) {
                double sum = excess(0) + Math.min(0, whole() - 1);
                return Math.log1p(Math.max(-1 + 1e-300, sum)) - rounding * (2 + Math.abs(sum));
            }
            return top + Math.log(excess(top)) - rounding - 4 * Ulp.ONE * top;
        }
    }
}
