package io.sordino.theorem.allocation;

import io.sordino.loss.allocation.AllocatedOpposites;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A record in one of t steps, chosen uniformly, that takes another value: never worse than if the step were known. Of Gaussian steps all is known: with mu = 1/s and A = e^(u mu - mu^2/2) - x e^(-u mu - mu^2/2), u standard normal,
 * H_x is E (A_1 + ... + A_t)+ / t: two opposite values are the worst, in every step and whatever was seen before.
 *
 * <p>Derived here. Theory: docs/theory/AllocationReplaced.md
 */
public final class AllocationReplaced implements Theorem<Allocated> {
    /** Noise for which sums of terms are made. */
    private static final double LEAST_NOISE = 0.25;

    private static final double MOST_NOISE = 1e4;

    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AllocationReplaced.class, "opposite values by Gaussian interpolation; proof on its page");
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public boolean concerns(Allocated m) {
        return m.numSelected() == 1 && m.numSteps() > 1;
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent(
                    "for a record that is absent one pair says it all", Relation.askUnder(Relation.REPLACE_ONE));
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        Knowledge base = inquiry.about(m.base());
        List<Holds> holds = new ArrayList<>();
        // by joint convexity the choice of a step is never worse than a known step
        for (Known known : base.known())
            if (known.reach().boundsAbove()) holds.add(new Holds(known.loss(), Reach.ABOVE, List.of(known)));
        if (holds.isEmpty()) return Theorem.silent(base.why());
        if (!(m.base() instanceof Gaussian noise && isInReach(noise) && m.numSteps() <= RandomAllocation.MOST_STEPS))
            return new Several(holds);
        Known step = base.known().stream()
                .filter(known -> known.loss() instanceof GaussianPair)
                .findFirst()
                .orElseThrow();
        GaussianPair apart = (GaussianPair) step.loss();
        double above = Up.mul(0.5, apart.muUp());
        double below = Down.mul(0.5, apart.muDown());
        return new Several(List.of(
                new Holds(
                        AllocatedOpposites.above(m.numSteps(), above, inquiry.depth(), inquiry.workspace()),
                        Reach.ABOVE,
                        List.of(step)),
                new Holds(AllocatedOpposites.below(m.numSteps(), below), Reach.BELOW, List.of(step))));
    }

    private static boolean isInReach(Gaussian noise) {
        return noise.noiseMultiplier() >= LEAST_NOISE && noise.noiseMultiplier() <= MOST_NOISE;
    }
}
