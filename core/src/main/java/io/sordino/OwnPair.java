package io.sordino;

import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.Values;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;

/**
 * The two laws of a mechanism of one's own, with the record and without it, cut into cells. It becomes a plan, {@code finite_pair(...)}, that is no more private than the mechanism, or one that is no
 * less private; both compose, are sampled and are stored as every other plan is.
 */
public interface OwnPair {
    /** Cells that cover all outcomes, none twice. */
    List<Cell> cells();

    /**
     * Some of the outcomes.
     *
     * @param p their probability with the record
     * @param q their probability without it
     * @param leastLoss at most log(p(x) / q(x)) for every outcome x of the cell; may be minus infinity
     * @param largestLoss at least that; may be infinite
     */
    record Cell(double p, double q, double leastLoss, double largestLoss) {
        public Cell {
            if (!(p >= 0 && p <= 1 && q >= 0 && q <= 1))
                throw new InvalidException("probabilities must be in [0, 1], were " + p + " and " + q);
            if (!(leastLoss <= largestLoss
                    && leastLoss < Double.POSITIVE_INFINITY
                    && largestLoss > Double.NEGATIVE_INFINITY))
                throw new InvalidException("losses must be in order, were " + leastLoss + " and " + largestLoss);
            double slack = ROUNDING * (1 + Math.min(LARGE, Math.abs(mean(p, q))));
            if (p + q > 0 && !(mean(p, q) >= leastLoss - slack && mean(p, q) <= largestLoss + slack))
                throw new InvalidException("the mean loss of a cell, log(" + p + " / " + q + "), must be in ["
                        + leastLoss + ", " + largestLoss + "]");
        }

        /** How far the logarithm of two probabilities may be off by their rounding. */
        private static final double ROUNDING = 1e-9;

        private static final double LARGE = 1e3;

        private static double mean(double p, double q) {
            return Math.log(p) - Math.log(q);
        }
    }

    /** A plan that is at most as private: the masses of every cell are moved to its two extreme losses. Its upper ends are upper ends for the mechanism. */
    default FinitePair dominating() {
        List<Double> p = new ArrayList<>();
        List<Double> q = new ArrayList<>();
        for (Cell cell : cells()) {
            double[] parts = Spread.of(cell);
            for (int i = 0; i < 4; i += 2)
                if (parts[i] > 0 || parts[i + 1] > 0) {
                    p.add(parts[i]);
                    q.add(parts[i + 1]);
                }
        }
        return new FinitePair(new Values(p), new Values(q));
    }

    /** A plan that is at least as private: the outcomes of a cell are not told apart. Its lower ends are lower ends for the mechanism. */
    default FinitePair merged() {
        List<Double> p = new ArrayList<>();
        List<Double> q = new ArrayList<>();
        for (Cell cell : cells()) {
            p.add(cell.p);
            q.add(cell.q);
        }
        return new FinitePair(new Values(p), new Values(q));
    }
}
