package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import java.util.List;

/**
 * A known dominating pair (P, Q): the law of the loss L = log dP/dQ, kept as masses under both laws so that nothing is ever
 * differenced.
 *
 * <p>The law has three parts: atoms, a continuous part asked for by cells, and P-mass at infinity where Q has none. Q-mass
 * where P has none is known by its total alone.
 *
 * <p>A pair may be made for one end of a bracket alone; {@link Side} says what it promises then.
 */
public interface Pair extends Profile {
    /** The atoms, in increasing order of loss; the Q-mass of an atom is {@code mass * e^-loss}. */
    List<Atom> atoms();

    /**
     * Writes the continuous masses of the cells between neighbouring edges, under P and under Q. Each value has a relative
     * error of at most {@link #massError()}, apart from underflow, for a cell whose edges may be off by {@link #edgeError}.
     *
     * @param edges increasing; the first may be minus and the last plus infinity
     */
    void cells(double[] edges, double[] p, double[] q);

    /** Whether there is a continuous part at all. */
    boolean continuous();

    /** Relative error of every mass, of atoms too. */
    double massError();

    /** How far, in loss, the edges of a cell near {@code loss} may be from where they were asked for. */
    default double edgeError(double loss) {
        return 8 * Ulp.ONE * (1 + Math.abs(loss));
    }

    /** P-mass at infinite loss. */
    Bracket infinity();

    /** Q-mass where P has none. It never enters delta, but sampling brings it back; symmetric pairs have it equal to infinity(). */
    default Bracket missing() {
        return infinity();
    }

    /**
     * Whether P and Q each have all their mass on atoms and cells by the nature of the law: what is told of it may be rounded,
     * the law itself was not. A bound from one side may hold a little more or less.
     */
    default boolean isWhole() {
        return false;
    }

    /** The least loss, or minus infinity. */
    double lossMin();

    /** The largest finite loss, or plus infinity where it is unbounded. */
    double lossMax();

    /** A loss that should be a lattice point: a finite end of the support, the upper one first, or a heavy atom. */
    default double anchor() {
        if (lossMax() < Double.POSITIVE_INFINITY) return lossMax();
        if (lossMin() > Double.NEGATIVE_INFINITY) return lossMin();
        return atoms().isEmpty() ? 0 : atoms().get(0).loss();
    }

    /** A distance such that a lattice through {@link #anchor()} whose step divides it meets atoms and ends; NaN for none. */
    default double unit() {
        double range = lossMax() - lossMin();
        return range > 0 && range < Double.POSITIVE_INFINITY ? range : Double.NaN;
    }

    /** Finite P-mass above {@code loss}, to about {@link #massError()}. */
    default double above(double loss) {
        double sum = 0;
        for (Atom atom : atoms()) if (atom.loss() > loss) sum += atom.mass();
        return sum + (continuous() ? continuousMass(loss, Double.POSITIVE_INFINITY) : 0);
    }

    /** P-mass at or below {@code loss}, to about {@link #massError()}. */
    default double notAbove(double loss) {
        double sum = 0;
        for (Atom atom : atoms()) if (atom.loss() <= loss) sum += atom.mass();
        return sum + (continuous() ? continuousMass(Double.NEGATIVE_INFINITY, loss) : 0);
    }

    private double continuousMass(double from, double to) {
        double[] p = new double[1];
        cells(new double[] {from, to}, p, new double[1]);
        return p[0];
    }
}
