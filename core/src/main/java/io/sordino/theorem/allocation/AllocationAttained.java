package io.sordino.theorem.allocation;

import io.sordino.loss.Pair;
import io.sordino.loss.allocation.AllocatedScores;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.Optional;

/**
 * From below, a record in k of t steps: the sum of a score of every step has k terms from P and t - k from Q with the record,
 * t from Q without it, and its two laws are a pair that is attained.
 *
 * <p>Theory: docs/theory/AllocationAttained.md
 */
public final class AllocationAttained implements Theorem<Allocated> {
    private static final long MOST_STEPS = 200_000;

    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AllocationAttained.class, "post-processing by a sum of scores; derivation on its page");
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (m.numSelected() == 1 || m.numSelected() == m.numSteps())
            return Theorem.silent("the loss of one step, and of every step, is known exactly");
        if (inquiry.direction() == Direction.REPLACE) return Theorem.silent(RandomAllocation.REPLACED);
        if (!(m.numSteps() <= MOST_STEPS))
            return Theorem.silent("num_steps is above 200,000, too many for the sum of scores");
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        Optional<Known> attained = inquiry.about(m.base()).attainedPair();
        if (attained.isEmpty()) return Theorem.silent("no pair is known that real neighbours of the base attain");
        if (RandomAllocation.isVast((Pair) attained.get().loss()))
            return Theorem.silent("losses of the base are so large that their ratios are no doubles");
        Optional<Pair> pair =
                AllocatedScores.pair(m.numSelected(), m.numSteps(), Changes.of(inquiry.direction()), (Pair)
                        attained.get().loss());
        return pair.map(found -> Theorem.below(found, attained.get()))
                .orElseGet(() -> Theorem.silent("the law of the sum of scores does not fit a lattice"));
    }
}
