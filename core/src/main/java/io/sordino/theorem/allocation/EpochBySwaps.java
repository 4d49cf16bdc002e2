package io.sordino.theorem.allocation;

import io.sordino.loss.Pair;
import io.sordino.loss.allocation.ShuffledEpochPairs;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import java.util.Optional;

/**
 * One shuffled epoch amplifies. With T batches of equal size, noise of deviation s, mu = 1/s, tau the Gaussian delta at b, gamma =
 * e^-b (1 - tau), A = L - x for a removed record and 1 - x L for an added one, and Z that has the value A/h with density h phi:
 * H_x is at most (E (sum of beta_t Z_t)+ / (T gamma) + tau E A^-) / (1 - tau), for every b > 0. The last batch may be smaller, so T is
 * one less than the number of batches.
 *
 * <p>Derived here. Theory: docs/theory/EpochBySwaps.md
 */
public final class EpochBySwaps implements Theorem<ShuffledBatches> {
    @Override
    public Class<ShuffledBatches> about() {
        return ShuffledBatches.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(EpochBySwaps.class, "clones that swap places with a hub; proof on its page");
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
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent(
                    "the bound is proved for a record that contributes nothing where it is absent",
                    Relation.askUnder(Relation.REPLACE_SPECIAL, Relation.ADD_OR_REMOVE_ONE));
        Optional<Verdict> unmet = GaussianBatches.unmet(m);
        if (unmet.isPresent()) return unmet.get();
        Known base = GaussianBatches.noise(m, inquiry);
        double mu = ((GaussianPair) base.loss()).muUp();
        Pair pair = ShuffledEpochPairs.bySwaps(
                m.numSteps() - 1, mu, Changes.of(inquiry.direction()), inquiry.depth(), inquiry.workspace());
        return Theorem.above(pair, base);
    }
}
