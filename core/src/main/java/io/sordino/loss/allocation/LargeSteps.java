package io.sordino.loss.allocation;

import io.sordino.loss.lattice.WeightedPoints;
import java.util.Arrays;

/**
 * All ways in which n of t steps may show a large likelihood ratio, when a large ratio has one of a few values. A way is named by how often each
 * value is seen; with it come the elementary symmetric polynomials of the values seen.
 */
final class LargeSteps {
    /** Is told of every way. */
    interface Visitor {
        /**
         * @param mass of all orders of these values in any n of the steps, without the record
         * @param symmetric the polynomials of order 0, 1, ... as far as they are asked for; overwritten after the visit
         */
        void visit(double mass, double[] symmetric);
    }

    private final long steps;
    private final WeightedPoints values;
    private final Visitor visitor;
    private final double[][] symmetric;

    private LargeSteps(long steps, int large, int orders, WeightedPoints values, Visitor visitor) {
        this.steps = steps;
        this.values = values;
        this.visitor = visitor;
        symmetric = new double[large + 1][orders + 1];
        symmetric[0][0] = 1;
    }

    /**
     * @param large n
     * @param orders how many polynomials are asked for, besides the one of order 0
     * @param values of large ratios, with their masses without the record
     */
    static void each(long steps, int large, int orders, WeightedPoints values, Visitor visitor) {
        new LargeSteps(steps, large, orders, values, visitor).from(0, 0, 0, 1);
    }

    /** C(t - n, k - j) / C(t, k) for all j: the chance that the steps with the record are j given ones of the n and some of the others. */
    static double[] chosen(long steps, int selected, int large) {
        double[] chance = new double[Math.min(large, selected) + 1];
        for (int j = 0; j < chance.length; j++) {
            chance[j] = 1;
            for (int i = 0; i < selected; i++) chance[j] *= (i + 1.0) / (steps - i);
            for (int i = 0; i < selected - j; i++) chance[j] *= Math.max(0, steps - large - i) / (i + 1.0);
        }
        return chance;
    }

    /** Relative error of a mass and of a polynomial, in ulps: of positive terms, a few operations for each value. */
    static int ulps(int large) {
        return 8 * (large + 2);
    }

    /** @param run how many of the values seen last are the same as {@code first} */
    private void from(int seen, int first, int run, double mass) {
        if (seen == symmetric.length - 1) {
            visitor.visit(mass, symmetric[seen]);
            return;
        }
        double ways = mass * (steps - seen);
        for (int i = first; i < values.size(); i++) {
            int again = i == first ? run + 1 : 1;
            take(seen, values.x()[i]);
            from(seen + 1, i, again, ways * values.weight()[i] / again);
        }
    }

    private void take(int seen, double value) {
        double[] before = symmetric[seen];
        double[] after = symmetric[seen + 1];
        Arrays.setAll(after, j -> before[j] + (j > 0 ? before[j - 1] * value : 0));
    }
}
