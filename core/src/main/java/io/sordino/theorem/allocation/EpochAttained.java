package io.sordino.theorem.allocation;

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
 * From below, one shuffled epoch with Gaussian noise: all other records hold the opposite of the victim's contribution. With f =
 * e^(2 u mu - 2 mu^2) and g = e^(u mu - mu^2/2), H_x is at least E (sum of f_t - x g_t)+ / T, u being the noise of a batch.
 *
 * <p>Theory: docs/theory/EpochAttained.md
 */
public final class EpochAttained implements Theorem<ShuffledBatches> {
    @Override
    public Class<ShuffledBatches> about() {
        return ShuffledBatches.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(EpochAttained.class, "all other records opposite to the victim; derivation on its page");
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public Verdict apply(ShuffledBatches m, Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent(
                    "the victim's place is empty where it is absent",
                    Relation.askUnder(Relation.REPLACE_SPECIAL, Relation.ADD_OR_REMOVE_ONE));
        Optional<Verdict> unmet = GaussianBatches.unmet(m);
        if (unmet.isPresent()) return unmet.get();
        Known base = GaussianBatches.noise(m, inquiry);
        double mu = ((GaussianPair) base.loss()).muDown();
        return Theorem.below(
                ShuffledEpochPairs.againstOpposites(
                        m.numSteps(), mu, Changes.of(inquiry.direction()), inquiry.depth(), inquiry.workspace()),
                base);
    }
}
