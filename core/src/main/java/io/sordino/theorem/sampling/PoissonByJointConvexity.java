package io.sordino.theorem.sampling;

import io.sordino.loss.Profile;
import io.sordino.loss.sampling.ReplacedInSample;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.List;
import java.util.Optional;

/**
 * Poisson sampling at rate q of a dataset one record of which is replaced. With H the profiles of the base for
 * a removed and for a replaced record, and for every share s in (0, 1) and x of at least 1,
 * H_x <= q (s H_(a/s)(removed) + (1 - s) H_(x/(1-s))(replaced)) with a = (1 - q)(x - 1)/q; reflected, this is a dominating pair.
 * The share (1 - q)(x - 1)/(x - 1 + q) is advanced joint convexity; the best share is never above it.
 *
 * <p>Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Theorem 2, applied to the three samples on the theory page. Theory:
 * docs/theory/PoissonByJointConvexity.md
 */
public final class PoissonByJointConvexity implements Theorem<PoissonSampled> {
    @Override
    public Class<PoissonSampled> about() {
        return PoissonSampled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                PoissonByJointConvexity.class, "Balle, Barthe and Gaboardi 2018, Theorem 2 (arXiv:1807.01647v2)");
    }

    @Override
    public Verdict apply(PoissonSampled plan, Inquiry inquiry) {
        PoissonSampled m = OneSample.above(plan);
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent("stated for a replaced record; added and removed ones have exact closed forms");
        if (m.rate() == 1) return Theorem.silent("everyone is in the sample: the base says it all");
        if (!NoiseAlone.is(m.base())) return Theorem.silent(NoiseAlone.needed(m.base()));
        Knowledge removing = inquiry.about(m.base(), Relation.ADD_OR_REMOVE_ONE, Direction.REMOVE);
        Knowledge replacing = inquiry.about(m.base());
        Optional<Known> removed = above(removing);
        Optional<Known> replaced = above(replacing);
        if (removed.isEmpty()) return Theorem.silent(removing.why());
        if (replaced.isEmpty()) return Theorem.silent(replacing.why());
        ReplacedInSample bound =
                new ReplacedInSample(m.rate(), (Profile) removed.get().loss(), (Profile)
                        replaced.get().loss());
        return new Holds(bound, Reach.ABOVE, List.of(removed.get(), replaced.get()));
    }

    /** An exact profile if there is one, else the first that bounds. */
    private static Optional<Known> above(Knowledge knowledge) {
        List<Known> profiles = knowledge.known().stream()
                .filter(known ->
                        known.loss() instanceof Profile && known.reach().boundsAbove())
                .toList();
        return profiles.stream()
                .filter(known -> known.reach() == Reach.EXACT)
                .findFirst()
                .or(() -> profiles.stream().findFirst());
    }
}
