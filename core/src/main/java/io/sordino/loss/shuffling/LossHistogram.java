package io.sordino.loss.shuffling;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers atoms of a pair, far too many to keep, in cells of the loss, and makes a pair of what is in them: spread to the ends
 * of the cells for the upper side, drawn together to their means for the lower one.
 */
final class LossHistogram {
    private static final double ROUNDING = 1e-12;
    private static final double BEYOND = 1;

    private final double low;
    private final double step;
    private final double[] p;
    private final double[] q;
    private final double most;
    private double over;
    private double under;
    private double strayed;

    /** @param most the largest loss there is */
    LossHistogram(double low, double high, int cells, double most) {
        this.low = low;
        this.most = most;
        this.step = (high - low) / cells;
        p = new double[cells];
        q = new double[cells];
    }

    void add(double massP, double massQ) {
        // a law that was spread may pass the largest loss, and its masses zero; what falls short of Q is then counted
        // at order e^most
        if (!(massQ > 0)) {
            strayed += Math.max(0, massP) - Math.exp(most) * massQ;
            return;
        }
        if (!(massP > 0)) return;
        double loss = Math.log(massP / massQ);
        double place = (loss - low) / step;
        if (loss > most + ROUNDING * (1 + most)) strayed += massP;
        else if (place < 0) under += massP;
        else if (place >= p.length) over += massP;
        else {
            p[(int) place] += massP;
            q[(int) place] += massQ;
        }
    }

    /**
     * @param error relative, of every mass that was added and of every ratio of two
     * @param cut mass that was never added
     */
    Pair pair(Side side, double error, double cut) {
        return side == Side.UPPER ? spread(error, cut) : contracted(error);
    }

    private Pair spread(double error, double cut) {
        double[] mass = new double[p.length + 1];
        double full = -Math.expm1(-step);
        double doubt = 4 * (error + 1e-15 * (1 + Math.abs(low))) / full;
        mass[0] += under;
        for (int j = 0; j < p.length; j++) {
            if (!(p[j] > 0)) continue;
            double share = (1 - q[j] * Math.exp(low + j * step) / p[j]) / full + doubt;
            share = share >= 0 ? Math.min(1, share) : !Double.isNaN(share) ? 0 : 1;
            mass[j] += p[j] * (1 - share);
            mass[j + 1] += p[j] * share;
        }
        List<Atom> atoms = new ArrayList<>();
        for (int j = 0; j < mass.length; j++)
            if (mass[j] > 0) atoms.add(new Atom(low + j * step, Math.min(1, mass[j] * (1 + error))));
        double beyond = (over + cut) * (1 + error);
        if (beyond > 0) atoms.add(new Atom(Math.max(most, low + p.length * step), Math.min(1, beyond)));
        // at orders up to e^most no less than the whole mass, which is what it may contribute there; above, delta is 0
        double raised = strayed * (1 + error) / -Math.expm1(-BEYOND);
        if (!(raised <= 1)) return new AtomicPair(List.of(), Bracket.exactly(1), 1e-15);
        if (raised > 0) atoms.add(new Atom(most + BEYOND, raised));
        return new AtomicPair(atoms, Bracket.exactly(0), 1e-15);
    }

    private Pair contracted(double error) {
        List<Atom> atoms = new ArrayList<>();
        for (int j = 0; j < p.length; j++) {
            if (!(p[j] > 0 && q[j] > 0)) continue;
            double mean = Math.log(p[j] / q[j]) - 4 * error;
            double loss = Math.min(low + (j + 1) * step, Math.max(low + j * step, mean));
            atoms.add(new Atom(loss, Math.min(1, p[j] * (1 - error))));
        }
        // moving mass down, or leaving it out below, can only lower the result
        double beyond = over + strayed;
        if (beyond > 0) atoms.add(new Atom(low + p.length * step, Math.min(1, beyond * (1 - error))));
        return new AtomicPair(atoms, Bracket.exactly(0), 1e-15);
    }
}
