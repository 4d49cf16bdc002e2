package io.sordino.theorem.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Profile;
import io.sordino.loss.allocation.DecomposedProfile;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import java.util.Optional;

/**
 * Poisson sampling at rate 1/t in t steps takes the record at least once with probability lambda = 1 - (1 - 1/t)^t, and a record
 * that is in at least once is no harder to see than one that is in once: a bound on allocation from the sampled steps.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Theorem 4.3. Theory: docs/theory/PoissonDecomposition.md
 */
public final class PoissonDecomposition implements Theorem<Allocated> {
    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(PoissonDecomposition.class, "Feldman and Shenfeld 2025, Theorem 4.3 (NeurIPS 2025)");
    }

    @Override
    public boolean forComparison() {
        return true;
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (m.numSelected() != 1 || m.numSteps() < 2) return Theorem.silent("the bound is about one of several steps");
        if (inquiry.direction() == Direction.REPLACE) return Theorem.silent(RandomAllocation.REPLACED);
        boolean gaussian = inquiry.about(m.base()).known().stream().anyMatch(k -> k.loss() instanceof GaussianPair);
        if (!gaussian) return Theorem.silent("the bound is stated for Gaussian steps");
        PoissonSampled step = new PoissonSampled(1.0 / m.numSteps(), m.base());
        Optional<Known> sampled = inquiry.about(new Repeated(m.numSteps(), step)).known().stream()
                .filter(k -> k.reach().boundsAbove() && k.loss() instanceof Profile)
                .findFirst();
        if (sampled.isEmpty()) return Theorem.silent("nothing is known of the sampled steps");
        Change change = Changes.of(inquiry.direction());
        return Theorem.above(
                new DecomposedProfile((Profile) sampled.get().loss(), m.numSteps(), change), sampled.get());
    }
}
