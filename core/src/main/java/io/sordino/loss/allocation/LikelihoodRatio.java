package io.sordino.loss.allocation;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.CompensatedSum;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.List;

/**
 * The likelihood ratio of a pair by its value: V = dP/dQ under Q where a record is removed, and dQ/dP under P where one is
 * added. The law it is seen under has the record nowhere, so that V's mean is 1 but for what has no such mass.
 *
 * <p>A cell of values has a mass, under the law without the record, and a moment, the mass under the law with it.
 */
final class LikelihoodRatio {
    /** More atoms than this are asked for by cells. */
    private static final int MANY = 64;

    private final Pair pair;
    private final Change change;
    /** Atoms by increasing value, unless they are many. */
    final double[] value;

    final double[] mass;
    /** Atoms that are part of the cells. */
    private final double[] dense;

    private final double[] denseMass;
    /** Least and largest value; 0 and infinity where it is not bounded. */
    final double least;

    final double most;
    /** Mass of value zero, on either side; from above with all that no cell and no atom shows. */
    private final double zeroBelow;

    private final double zeroAbove;

    LikelihoodRatio(Pair pair, Change change) {
        this.pair = pair;
        this.change = change;
        List<Atom> atoms = pair.atoms().stream().filter(atom -> atom.mass() > 0).toList();
        int n = atoms.size();
        double[] values = new double[n];
        double[] masses = new double[n];
        CompensatedSum seen = new CompensatedSum();
        for (int i = 0; i < n; i++) {
            Atom atom = atoms.get(change == Change.ADDED ? n - 1 - i : i);
            double loss = change == Change.ADDED ? -atom.loss() : atom.loss();
            values[i] = Math.exp(loss);
            masses[i] = change == Change.ADDED ? atom.mass() : atom.qMass();
            seen.add(masses[i]);
        }
        boolean many = n > MANY;
        value = many ? new double[0] : values;
        mass = many ? new double[0] : masses;
        dense = many ? values : new double[0];
        denseMass = many ? masses : new double[0];
        if (pair.continuous()) {
            double[] whole = new double[1];
            ofPair(new double[] {0, Double.POSITIVE_INFINITY}, whole, new double[1]);
            seen.add(whole[0]);
        }
        double rounding = 8 * Ulp.ONE + 2 * pair.massError();
        double stated = change == Change.ADDED
                ? pair.infinity().upper()
                : pair.missing().upper();
        // a law without the record that is short of 1 by more than rounding has the rest where the ratio is zero
        double left = 1 - seen.value();
        double rest = left > rounding ? left : 0;
        zeroAbove = Math.max(rest, stated);
        zeroBelow = Math.min(
                rest,
                change == Change.ADDED
                        ? pair.infinity().lower()
                        : pair.missing().lower());
        double low = change == Change.ADDED ? -pair.lossMax() : pair.lossMin();
        double high = change == Change.ADDED ? -pair.lossMin() : pair.lossMax();
        least = zeroAbove > 0 ? 0 : Math.exp(low);
        most = Math.exp(high);
    }

    Change change() {
        return change;
    }

    /** Whether P is without the record: losses are minus the logarithms of the ratios then. */
    boolean added() {
        return change == Change.ADDED;
    }

    /** P-mass at infinite loss where a record is removed: the step in which the record was seen gives it away. */
    double infinity(Side side) {
        if (change == Change.ADDED) return 0;
        return side == Side.UPPER ? pair.infinity().upper() : pair.infinity().lower();
    }

    double zero(Side side) {
        return side == Side.UPPER ? zeroAbove : zeroBelow;
    }

    /** Relative error of every mass and moment. */
    double massError() {
        return 3 * pair.massError() + (12 + 2 * Math.sqrt((double) dense.length)) * Ulp.ONE;
    }

    /** Relative error of a value near the given one: that of its logarithm, in which the pair is asked. */
    double valueError(double v) {
        double loss = v > 0 ? Math.log(v) : -745;
        return Up.add(pair.edgeError(change == Change.ADDED ? -loss : loss), 4 * Ulp.ONE * (1 + Math.abs(loss)));
    }

    /** Whether there is anything but a few atoms. */
    boolean continuous() {
        return pair.continuous() || dense.length > 0;
    }

    /** Masses and moments between increasing values, the first of which may be 0 and the last infinite; few atoms are left out. */
    void cells(double[] values, double[] masses, double[] moments) {
        if (pair.continuous()) ofPair(values, masses, moments);
        else {
            java.util.Arrays.fill(masses, 0);
            java.util.Arrays.fill(moments, 0);
        }
        if (dense.length == 0) return;
        int i = java.util.Arrays.binarySearch(dense, values[0]);
        // an atom on an edge belongs to the cell on its left, and one at the very first edge to the first cell
        i = i >= 0 ? i + 1 : -i - 1;
        if (values[0] == 0 || values[0] <= least) i = 0;
        for (int j = 0; j < masses.length; j++) {
            double end = j == masses.length - 1 ? values[j + 1] * (1 + 4 * Ulp.ONE) : values[j + 1];
            for (; i < dense.length && dense[i] <= end; i++) {
                masses[j] += denseMass[i];
                moments[j] += denseMass[i] * dense[i];
            }
        }
    }

    private void ofPair(double[] values, double[] masses, double[] moments) {
        int n = values.length;
        double[] edges = new double[n];
        for (int i = 0; i < n; i++)
            edges[change == Change.ADDED ? n - 1 - i : i] =
                    change == Change.ADDED ? -Math.log(values[i]) : Math.log(values[i]);
        for (int i = 1; i < n; i++) edges[i] = Math.max(edges[i], edges[i - 1]);
        if (change == Change.REMOVED) {
            pair.cells(edges, moments, masses);
            return;
        }
        pair.cells(edges, masses, moments);
        reverse(masses);
        reverse(moments);
    }

    private static void reverse(double[] x) {
        for (int i = 0, j = x.length - 1; i < j; i++, j--) {
            double t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }

    /** Mass and moment above a value, atoms included; rounded up. */
    double[] above(double v) {
        double[] m = new double[1];
        double[] w = new double[1];
        if (continuous() && v < most) cells(new double[] {v, Double.POSITIVE_INFINITY}, m, w);
        for (int i = 0; i < value.length; i++)
            if (value[i] > v) {
                m[0] += mass[i];
                w[0] += mass[i] * value[i];
            }
        double up = 1 + 2 * massError() + (8 + value.length) * Ulp.ONE;
        return new double[] {m[0] * up, w[0] * up};
    }

    /** About the variance of the ratio, without what is rarer than any answer. */
    double variance() {
        double far = 2;
        while (above(far)[1] > 1e-20 && far < 1e150) far *= far;
        double found = new RatioSketch(this, Math.min(most, far)).variance();
        return Double.isNaN(found) ? Double.POSITIVE_INFINITY : found;
    }
}
