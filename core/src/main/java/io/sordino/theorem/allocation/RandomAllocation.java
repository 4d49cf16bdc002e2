package io.sordino.theorem.allocation;

import io.sordino.loss.Pair;
import io.sordino.loss.allocation.AllocatedProfile;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A record that takes part in one of t steps, chosen uniformly: (1/t) sum_i Q..P..Q, with P in step i, against Q^t, for any base
 * with a known pair (P, Q), adaptive steps included. The likelihood ratio is the mean of t independent ones of the base.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Theorem 3.1. Theory: docs/theory/RandomAllocation.md
 */
public final class RandomAllocation implements Theorem<Allocated> {
    static final Refusal REPLACED = Refusal.of(
            "a pair is known for a record that is absent from every step but one, not for one that changes its value",
            Relation.askUnder(Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_SPECIAL));

    /** Beyond this many steps positions on a lattice of sums are too coarse. */
    static final long MOST_STEPS = 10_000_000;

    private static final double LARGEST_LOSS = 300;

    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(RandomAllocation.class, "Feldman and Shenfeld 2025, Theorem 3.1 (NeurIPS 2025)");
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        if (m.numSelected() == 1 && m.numSteps() == 1)
            return new Several(base.known().stream()
                    .map(k -> new Holds(k.loss(), k.reach(), List.of(k)))
                    .toList());
        if (inquiry.direction() == Direction.REPLACE) return Theorem.silent(REPLACED);
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        if (m.numSelected() != 1) return Theorem.silent("each record takes part in more than one step");
        if (!(m.numSteps() <= MOST_STEPS))
            return Theorem.silent(
                    "num_steps is above 10^7, where sums of ratios cannot be placed well enough",
                    "use poisson(1/" + m.numSteps() + ", ...) steps or fewer steps");
        return exactly(m, base, inquiry);
    }

    private static Verdict exactly(Allocated m, Knowledge base, Inquiry inquiry) {
        Optional<Known> dominating = base.dominatingPair();
        Optional<Known> attained = base.attainedPair();
        if (dominating.isEmpty())
            return Theorem.silent(
                    "only a Renyi curve of the base is known, and no pair", "use a base with a known loss law");
        List<Known> from = new ArrayList<>(List.of(dominating.get()));
        attained.filter(known -> !from.contains(known)).ifPresent(from::add);
        Pair above = (Pair) dominating.get().loss();
        Pair below = attained.map(known -> (Pair) known.loss()).orElse(above);
        // by joint convexity the choice of a step is never worse than a known step
        if (isVast(above) || isVast(below)) return new Holds(above, Reach.ABOVE, List.of(dominating.get()));
        AllocatedProfile profile = new AllocatedProfile(
                m.numSteps(),
                Changes.of(inquiry.direction()),
                above,
                below,
                inquiry.width(),
                inquiry.depth(),
                inquiry.workspace());
        return new Holds(profile, attained.isPresent() ? Reach.EXACT : Reach.ABOVE, from);
    }

    /** Ratios that, added up, are no doubles any more. */
    static boolean isVast(Pair pair) {
        double most = Math.max(pair.lossMax(), -pair.lossMin());
        // a law that falls off without end is cut where it is rare
        if (most > LARGEST_LOSS && (most < Double.POSITIVE_INFINITY || !pair.continuous())) return true;
        return pair.above(LARGEST_LOSS) > 0.5;
    }
}
