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
import java.math.BigDecimal;
import java.math.MathContext;
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

    /*
     * The laws are the lists over their sums: of lists that add up to 1 but for rounding, 1e-17 and 1 against 0 and 1 say, the likely outcome has a
     * loss of 1e-17, which many repetitions see.
     */
    private static AtomicPair pair(List<Double> p, List<Double> q) {
        Sums sums = Sums.of(p, q);
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
                double loss = sums.loss(with, without);
                atoms.add(new Atom(loss, with));
                lossError = Math.max(lossError, doubt(loss, with, without));
            }
        }
        return new AtomicPair(atoms, around(infinite, massError), around(missing, massError), massError, lossError);
    }

    /** What the two lists add up to, exactly. */
    private record Sums(BigDecimal ofP, BigDecimal ofQ, boolean areEqual, double shift) {
        static Sums of(List<Double> p, List<Double> q) {
            BigDecimal ofP = sum(p);
            BigDecimal ofQ = sum(q);
            double shift = Math.log1p(over(ofQ.subtract(ofP), ofP));
            return new Sums(ofP, ofQ, ofP.compareTo(ofQ) == 0, shift);
        }

        private static BigDecimal sum(List<Double> law) {
            return law.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        }

        private static double over(BigDecimal part, BigDecimal whole) {
            return part.divide(whole, MathContext.DECIMAL128).doubleValue();
        }

        /** The logarithm of {@code with ofQ / (without ofP)}; near 0 by an exact difference, so that small losses lose no digits. */
        double loss(double with, double without) {
            // the distance of two doubles that are less than a factor of 2 apart is exact
            double share = (with - without) / without;
            if (!(Math.abs(share) < CLOSE)) return Math.log(with) - Math.log(without) + shift;
            return Math.log1p(areEqual ? share : share(new BigDecimal(with), new BigDecimal(without)));
        }

        private double share(BigDecimal with, BigDecimal without) {
            BigDecimal whole = without.multiply(ofP);
            return over(with.multiply(ofQ).subtract(whole), whole);
        }
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
