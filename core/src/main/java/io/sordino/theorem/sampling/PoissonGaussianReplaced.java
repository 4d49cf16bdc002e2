package io.sordino.theorem.sampling;

import io.sordino.loss.Atom;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.sampling.GaussianReplacePair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.List;

/**
 * Gaussian noise on a Poisson sample, one record of which is replaced: (1-q) N(0,s^2) + q N(1,s^2) against
 * (1-q) N(0,s^2) + q N(-1,s^2) dominates, and is attained by a record that turns from one end of its range to the other.
 *
 * <p>Zhu, Dong and Wang 2022 (arXiv:2106.08567v3), section 4 and appendix. Theory: docs/theory/PoissonGaussianReplaced.md
 */
public final class PoissonGaussianReplaced implements Theorem<PoissonSampled> {
    @Override
    public Class<PoissonSampled> about() {
        return PoissonSampled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(PoissonGaussianReplaced.class, "Zhu, Dong and Wang 2022 (arXiv:2106.08567v3)");
    }

    @Override
    public Verdict apply(PoissonSampled m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE) return Theorem.silent("stated for a replaced record");
        if (m.rate() == 1) return Theorem.silent("everyone is in the sample: the base says it all");
        if (!(m.base() instanceof Gaussian gaussian))
            return Theorem.silent(
                    "stated for Gaussian noise on the sample", Relation.askUnder(Relation.ADD_OR_REMOVE_ONE));
        double mu = 1 / gaussian.noiseMultiplier();
        // noise that hides nothing: whoever is in the sample is seen
        if (!(mu <= GaussianReplacePair.FARTHEST))
            return Theorem.above(AtomicPair.of(List.of(new Atom(0, 1 - m.rate())), Bracket.exactly(m.rate())));
        return Theorem.exact(new GaussianReplacePair(m.rate(), mu));
    }
}
