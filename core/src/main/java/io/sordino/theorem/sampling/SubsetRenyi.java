package io.sordino.theorem.sampling;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.sampling.SubsetCurve;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Sizes;
import java.util.Optional;

/**
 * The Renyi curve of a mechanism on a random subset of m of n records, one of which is replaced, from that of its base; {@link
 * SubsetCurve} has the formula. Three to eight times what real neighbours attain, but all that a Renyi curve alone gives.
 *
 * <p>Wang, Balle and Kasiviswanathan 2019 (arXiv:1808.00087v2), Theorem 9. Theory: docs/theory/SubsetRenyi.md
 */
public final class SubsetRenyi implements Theorem<SampledWithoutReplacement> {
    @Override
    public Class<SampledWithoutReplacement> about() {
        return SampledWithoutReplacement.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(SubsetRenyi.class, "Wang, Balle and Kasiviswanathan 2019, Theorem 9 (arXiv:1808.00087v2)");
    }

    @Override
    public Verdict apply(SampledWithoutReplacement m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent(
                    "stated for a replaced record",
                    Relation.askUnder(Relation.REPLACE_ONE).or("use poisson(...)"));
        Optional<Refusal> clash = Sizes.clash(m.sampleSize(), m.base());
        if (clash.isPresent()) return Theorem.silent(clash.get());
        if (m.sampleSize() == m.datasetSize()) return Theorem.silent("everyone is in the sample: the base says it all");
        Knowledge base = inquiry.about(m.base());
        Optional<Known> known = Curves.above(base);
        if (known.isEmpty()) return Theorem.silent(base.known().isEmpty() ? base.why() : Curves.NONE);
        RenyiCurve curve = Curves.of(known.get());
        if (!(curve.largestOrder() >= 2)) return Theorem.silent(Curves.TOO_SHORT);
        double share = Math.min(Math.nextDown(1.0), Math.nextUp(m.sampleSize() / (double) m.datasetSize()));
        return Theorem.above(new SubsetCurve(share, curve), known.get());
    }
}
