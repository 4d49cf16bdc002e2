package io.sordino.theorem.allocation;

import io.sordino.loss.allocation.ShuffledEpochPairs;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * One shuffled epoch amplifies, for a record that takes another value. With T batches of equal size, mu = 1/s, tau the Gaussian delta
 * at b, gamma = e^-b / (1 + e^-b tau) and A = e^(u mu - mu^2/2) - x e^(-u mu - mu^2/2): H_x is at most (1 + e^-b tau)^(T-1) times
 * E (sum of beta_t A_t)+ / (T gamma) + delta(b - mu^2), for every b > 0. The last batch may be smaller, so T is one less than the number of batches.
 *
 * <p>Derived here. Theory: docs/theory/EpochByClones.md
 */
public final class EpochByClones implements Theorem<ShuffledBatches> {
    @Override
    public Class<ShuffledBatches> about() {
        return ShuffledBatches.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(EpochByClones.class, "clones among the other records; proof on its page");
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public boolean countsRecords() {
        return true;
    }

    @Override
    public Verdict apply(ShuffledBatches m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent(
                    "for a record that is absent the bound by swaps is the better one",
                    Relation.askUnder(Relation.REPLACE_ONE));
        Optional<Verdict> unmet = GaussianBatches.unmet(m);
        if (unmet.isPresent()) return unmet.get();
        Known base = GaussianBatches.noise(m, inquiry);
        // the base is that of two values at distance 2
        double mu = Up.mul(0.5, ((GaussianPair) base.loss()).muUp());
        return Theorem.above(ShuffledEpochPairs.byClones(m.numSteps() - 1, mu, inquiry.depth()), base);
    }
}
