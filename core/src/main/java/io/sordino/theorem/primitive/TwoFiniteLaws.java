package io.sordino.theorem.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;

/**
 * Two laws of finitely many outcomes: the loss is log(p_i/q_i) with probability p_i, infinite where q_i is 0. Exact.
 *
 * <p>Dwork and Rothblum 2016 (arXiv:1603.01887v2), Definition 1.1. Theory: docs/theory/TwoFiniteLaws.md
 */
public final class TwoFiniteLaws implements Theorem<FinitePair> {
    private static final double CLOSE = 0.5;
    /** Below it every loss is that of a share that is close. */
    private static final double FAR = Math.log1p(0.49);

    @Override
    public Class<FinitePair> about() {
        return FinitePair.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(TwoFiniteLaws.class, "Dwork and Rothblum 2016, Definition 1.1 (arXiv:1603.01887v2)");
    }

    @Override
    public Verdict apply(FinitePair m, Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent(
                    "the two laws are those with the record and without it",
                    Relation.askUnder(Relation.ADD_OR_REMOVE_ONE));
        boolean removed = inquiry.direction() == Direction.REMOVE;
        List<Double> p = (removed ? m.p() : m.q()).values();
        List<Double> q = (removed ? m.q() : m.p()).values();
        return Theorem.exact(pair(p, q));
    }

    private static AtomicPair pair(List<Double> p, List<Double> q) {
        double massError = 2 * FinitePair.ROUNDING + Ulp.ONE * (16 + 2 * p.size());
        double lossError = 4 * Ulp.ONE;
        List<Atom> atoms = new ArrayList<>();
        double infinite = 0;
        double missing = 0;
        for (int i = 0; i < p.size(); i++) {
            double with = p.get(i);
            double without = q.get(i);
            if (without == 0) infinite += with;
            else if (with == 0) missing += without;
            else {
                double loss = loss(with, without);
                atoms.add(new Atom(loss, with));
                lossError = Math.max(lossError, doubt(loss, with, without));
            }
        }
        return new AtomicPair(atoms, around(infinite, massError), around(missing, massError), massError, lossError);
    }

    /** The distance of two doubles that are less than a factor of 2 apart is exact, so small losses lose no digits. */
    private static double loss(double with, double without) {
        double share = (with - without) / without;
        return Math.abs(share) < CLOSE ? Math.log1p(share) : Math.log(with) - Math.log(without);
    }

    /** The relative error of a loss. */
    private static double doubt(double loss, double with, double without) {
        return Math.abs(loss) < FAR
                ? 8 * Ulp.ONE
                : 4 * Ulp.ONE * (2 + (Math.abs(Math.log(with)) + Math.abs(Math.log(without))) / Math.abs(loss));
    }

    private static Bracket around(double mass, double error) {
        return Bracket.of(mass * (1 - error), Math.min(1, mass * (1 + error)));
    }
}
